import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventPayload } from '@lectern/contracts/event';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { contactsChanged } from '@lectern/contracts/registrations/events';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';

type Published = EventPayload<typeof contactsChanged>['contacts'][number];

const registrationId = '5a1c7a52-6d0e-4c57-9d0a-0d4a51c9a0f1';
const contact = (differences: Partial<Published> = {}): Published => ({
  registrationId,
  list: 'debate_club',
  version: 5,
  email: ' Ann@Example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  isIn: true,
  until: null,
  ...differences,
});
const GONE = { version: 6, isIn: false, email: '', firstName: '', lastName: '' };

describe('contacts', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
  beforeEach(() => emptyTables(messaging.dataSource, 'contacts'));

  const deliverContacts = (...contacts: Published[]) => messaging.deliverEvent(contactsChanged, { contacts });
  const kept = () =>
    messaging.dataSource.query(`SELECT list, email, email_key, name, until, version::int FROM contacts ORDER BY list`);
  const ann = {
    list: 'debate_club',
    email: 'Ann@Example.com',
    email_key: 'ann@example.com',
    name: 'Ann Lee',
    until: null,
    version: 5,
  };
  const nobody = { ...ann, email: null, email_key: null, name: null };

  it('are stored as published, one for each registration and list', async () => {
    await deliverContacts(
      contact(),
      contact({ list: 'tournament', firstName: '', lastName: '', until: '2027-02-27T20:00:00.000Z' }),
    );
    expect(await kept()).toEqual([
      ann,
      { ...ann, list: 'tournament', name: null, until: new Date('2027-02-27T20:00:00.000Z') },
    ]);
  });

  it('follow the newest event in whatever order they arrive, and drop the address of a removed registration', async () => {
    await deliverContacts(contact(GONE));
    await deliverContacts(contact());
    expect(await kept()).toEqual([{ ...nobody, version: 6 }]);
    await deliverContacts(contact({ version: 7 }), contact({ version: 8, email: 'new@example.com' }));
    expect(await kept()).toEqual([{ ...ann, email: 'new@example.com', email_key: 'new@example.com', version: 8 }]);
    await deliverContacts(contact({ ...GONE, version: 9 }));
    expect(await kept()).toEqual([{ ...nobody, version: 9 }]);
  });

  it('drop the address of a deleted account, also when an older event about it comes later', async () => {
    await deliverContacts(contact());
    await messaging.deliverEvent(accountDeleted, {
      userId: randomUUID(),
      email: 'ann@example.com',
      verifiedEmail: 'ann@example.com',
      firstName: 'Ann',
      deletedAt: new Date().toISOString(),
    });
    expect(await kept()).toEqual([nobody]);
    await deliverContacts(contact({ version: 4 }));
    expect(await kept()).toEqual([nobody]);
  });
});
