import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { contactsChanged } from '@lectern/contracts/registrations/events';
import { enterTournament } from '@lectern/contracts/registrations/rpc';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { ANN, membershipEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { publishContacts } from './publish-contacts.job.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';

type Contact = EventPayload<typeof contactsChanged>['contacts'][number];

describe('publishing contacts', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: '2026-09-01T12:00:00Z' });
    await service.seed();
    await service.startReplica();
  });
  afterAll(() => service.stop());
  beforeEach(() =>
    emptyTables(
      service.dataSource,
      'debate_club_registrations, tournament_registrations, accounts, memberships, outbox, contact_changes, erased_accounts',
    ),
  );

  const publishedContacts = async (): Promise<Contact[]> =>
    (await service.publishedEvents(contactsChanged)).flatMap(({ contacts }) => contacts);
  /** Publishes all changes, and answers the latest contact of each registration. */
  const newest = async (): Promise<Contact[]> => {
    await service.runJob(publishContacts);
    const byRegistration = new Map<string, Contact>();
    for (const contact of await publishedContacts()) {
      if (contact.version > (byRegistration.get(contact.registrationId)?.version ?? 0))
        byRegistration.set(contact.registrationId, contact);
    }
    return [...byRegistration.values()];
  };
  const enter = async (email: string): Promise<string> => {
    const { registrationId } = await service.rpc.call(enterTournament, {
      eventId: null,
      email,
      member: null,
      firstName: 'Bob',
      lastName: 'Ray',
      phone: null,
      competitions: ['prepared_speech'],
      ...UNFILLED_ENTRY,
    });
    return registrationId;
  };
  const insertRegistrations = (count: number) =>
    service.dataSource.query(
      `INSERT INTO debate_club_registrations (email, email_key, first_name, last_name, billing_cycle)
       SELECT 'p' || n || '@example.com', 'p' || n || '@example.com', 'P', 'N' || n, 'monthly' FROM generate_series(1, $1::int) AS n`,
      [count],
    );

  it.each([
    ['active', { status: 'active', access: true }, true],
    ['past due, within the grace', { status: 'past_due', access: true }, true],
    ['past due, after it', { status: 'past_due', access: false }, true],
    ['paused', { status: 'paused', access: false }, true],
    ['not paid yet', { status: 'pending', access: false }, false],
    ['cancelled', { status: 'cancelled', access: false }, false],
  ] as const)('publishes whether the debate club’s emails reach a member who is %s', async (_what, state, isIn) => {
    await service.deliverEvent(membershipChanged, membershipEvent(state));
    const who = isIn
      ? { email: 'Ann@Example.com', firstName: '', lastName: '' }
      : { email: '', firstName: '', lastName: '' };
    expect(await newest()).toEqual([
      {
        registrationId: expect.any(String),
        list: 'debate_club',
        version: expect.any(Number),
        ...who,
        isIn,
        until: null,
      },
    ]);
  });

  it('includes names that staff entered, and none that a visitor typed', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent());
    await enter('bob@example.com');
    await insertRegistrations(1);
    await service.dataSource.query(
      `UPDATE debate_club_registrations SET stripe_subscription_id = 'sub_staff' WHERE email_key = 'p1@example.com'`,
    );
    const names = (await newest()).map(({ email, firstName, lastName }) => [email, firstName, lastName]);
    expect(names.toSorted()).toEqual([
      ['Ann@Example.com', '', ''],
      ['bob@example.com', '', ''],
      ['p1@example.com', 'P', 'N1'],
    ]);
  });

  it('publishes changes again, with a higher version, and nothing where no contact changed', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent());
    const [first] = await newest();
    await service.dataSource.query(
      `UPDATE debate_club_registrations SET goals = 'To speak', division = 'professional'`,
    );
    await newest();
    expect(await publishedContacts()).toHaveLength(1);
    await service.dataSource.query(`UPDATE debate_club_registrations SET hidden_at = now()`);
    const [hidden] = await newest();
    expect(hidden).toMatchObject({ isIn: false, email: '', firstName: '', lastName: '' });
    expect(hidden!.version).toBeGreaterThan(first!.version);
    await service.dataSource.query(
      `UPDATE debate_club_registrations SET hidden_at = NULL, email = 'new@example.com', email_key = 'new@example.com'`,
    );
    expect(await newest()).toMatchObject([{ isIn: true, email: 'new@example.com' }]);
    await service.dataSource.query('DELETE FROM debate_club_registrations');
    expect(await newest()).toMatchObject([{ isIn: false, email: '' }]);
  });

  it('includes an entry with its tournament’s end, again when that changes, and not while the entry has released its place or once it is refunded', async () => {
    const registrationId = await enter('bob@example.com');
    const [entry] = await newest();
    expect(entry).toMatchObject({
      registrationId,
      list: 'tournament',
      email: 'bob@example.com',
      firstName: '',
      lastName: '',
      isIn: true,
      until: expect.any(String),
    });
    const later = new Date(Date.parse(entry!.until!) + 86_400_000).toISOString();
    await service.dataSource.query(
      'UPDATE events SET ends_at = $1 WHERE id = (SELECT event_id FROM tournament_registrations)',
      [later],
    );
    expect(await newest()).toMatchObject([{ isIn: true, until: later }]);
    await service.dataSource.query('UPDATE tournament_registrations SET released_at = now()');
    expect(await newest()).toMatchObject([{ registrationId, isIn: false, email: '' }]);
    await service.dataSource.query('UPDATE tournament_registrations SET released_at = NULL');
    expect(await newest()).toMatchObject([{ registrationId, isIn: true, email: 'bob@example.com' }]);
    await service.dataSource.query(`UPDATE tournament_registrations SET payment_status = 'refunded'`);
    expect(await newest()).toMatchObject([{ registrationId, isIn: false, email: '' }]);
    await service.dataSource.query('UPDATE events SET ends_at = $1 WHERE ends_at = $2', [entry!.until, later]);
  });

  it('publishes an imported list in events of at most 500, each registration once, with several processes', async () => {
    await insertRegistrations(2_300);
    await Promise.all([1, 2, 3].map(() => service.runJob(publishContacts)));
    const events = await service.publishedEvents(contactsChanged);
    expect(Math.max(...events.map(({ contacts }) => contacts.length))).toBe(500);
    const contacts = await publishedContacts();
    expect(contacts).toHaveLength(2_300);
    expect(new Set(contacts.map(({ registrationId }) => registrationId)).size).toBe(2_300);
    expect(new Set(contacts.map(({ version }) => version)).size).toBe(2_300);
  });

  it('publishes the latest state last, although a change is committed meanwhile', async () => {
    await insertRegistrations(1);
    const runner = service.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`UPDATE debate_club_registrations SET last_name = 'Later'`);
    expect(await newest()).toMatchObject([{ lastName: 'N1' }]);
    await runner.commitTransaction();
    await runner.release();
    expect(await newest()).toMatchObject([{ lastName: 'Later' }]);
  });

  it('publishes all again on request', async () => {
    await insertRegistrations(3);
    await newest();
    await service.dataSource.query('SELECT note_all_contacts()');
    await newest();
    expect(await publishedContacts()).toHaveLength(6);
  });

  it('removes a person with a deleted account from published events, and publishes the removal', async () => {
    const email = `leaver.${randomUUID().slice(0, 8)}@example.com`;
    await insertRegistrations(2);
    await service.deliverEvent(membershipChanged, membershipEvent({ email, firstName: 'Annabel' }));
    await newest();
    expect(await rowsContaining(service.dataSource, [email])).not.toEqual([]);
    await service.deliverEvent(accountDeleted, {
      userId: ANN,
      email,
      verifiedEmail: email,
      firstName: 'Annabel',
      deletedAt: '2026-09-01T12:00:00.000Z',
    });
    expect((await newest()).map(({ isIn }) => isIn).toSorted()).toEqual([false, true, true]);
    expect(await rowsContaining(service.dataSource, [email, 'Annabel'])).toEqual([]);
  });
});
