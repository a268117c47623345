import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { exportPerson, receiveSendgridEvents, requestStarterKit, sendContactMessage, subscribeToNewsletter, unsubscribe } from '@lectern/contracts/messaging/rpc';
import { contactsChanged, tournamentEntered } from '@lectern/contracts/registrations/events';
import { undecidedOfPersons } from '@lectern/service-kit/testing/person-tables';
import { enteredFact, membershipFact, PAY_KEY } from '../testing/facts.ts';
import { type RunningMessaging, startMessaging, UNSUBSCRIBE_SECRET } from '../testing/running-messaging.ts';
import { unsubscribeKey } from '../unsubscribe/unsubscribe-link.ts';
import { KEPT_OF_PERSONS } from './kept-of-persons.ts';

describe('what messaging keeps of a person', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());

  const exported = (provenEmail: string | null) => messaging.rpc.call(exportPerson, { userId: randomUUID(), provenEmail });

  /** Somebody of whom there is something in every table. */
  const writeTo = async (name: string) => {
    const email = `${name}@Example.com`;
    await messaging.rpc.call(subscribeToNewsletter, { email, source: 'footer', tags: [] });
    await messaging.rpc.call(sendContactMessage, { name, email, message: `Ten letters of ${name}` });
    await messaging.rpc.call(requestStarterKit, { email });
    await messaging.tell(membershipChanged, membershipFact({ email, firstName: name, subscriptionId: `sub_${name}` }));
    await messaging.tell(tournamentEntered, enteredFact({ email, firstName: name, registrationId: randomUUID() }));
    await messaging.rpc.call(unsubscribe, { email, key: unsubscribeKey(UNSUBSCRIBE_SECRET, email) });
    const event = { sg_event_id: randomUUID(), event: 'delivered', timestamp: 1_700_000_000, email };
    await messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify([event])));
    const contact = { registrationId: randomUUID(), list: 'tournament', version: 1, email, firstName: name, lastName: 'Lee', isIn: true, until: '2027-02-27T20:00:00.000Z' } as const;
    await messaging.tell(contactsChanged, { contacts: [contact] });
    const [campaign] = await messaging.dataSource.query<{ id: string }[]>(
      `INSERT INTO email_campaigns (name, subject, content, target_audience) VALUES ('a', 'News of March', 'c', 'all') RETURNING id`,
    );
    await messaging.dataSource.query('INSERT INTO email_recipients (campaign_id, email, email_key, name) VALUES ($1, $2, $3, $4)', [campaign!.id, email, email.toLowerCase(), name]);
    const [next] = await messaging.dataSource.query<{ id: string }[]>(
      `INSERT INTO email_campaigns (name, subject, content, target_audience, status) VALUES ('a', 'News of April', 'c', 'all', 'paused') RETURNING id`,
    );
    await messaging.dataSource.query(
      `INSERT INTO audience_parts (campaign_id, first_key, last_key, ids_begin, first_number, email_keys, emails, names, lists)
       VALUES ($1, 'a@example.com', 'z@example.com', '0123456789ab8cde8f012345', 0, ARRAY['a@example.com', $2, 'z@example.com'], ARRAY['a@example.com', $3, 'z@example.com'], ARRAY['Bob', $4, 'Bob'], ARRAY['newsletter', 'debate_club', 'newsletter'])`,
      [next!.id, email.toLowerCase(), email, name],
    );
    return email;
  };

  it('is handed out to who reads the mailbox, with nothing of anybody else and no key of a link', async () => {
    const email = await writeTo('Ann');
    await writeTo('Bob');
    const data = await exported('ann@example.COM');
    expect(data).toMatchObject({
      newsletter: [{ email, source: 'footer', isActive: false }],
      noListMail: [{ reason: 'unsubscribed' }],
      listsOfRegistrations: [{ list: 'tournament', name: 'Ann Lee' }],
      contactMessages: [{ name: 'Ann', message: 'Ten letters of Ann' }],
      starterKitRequests: [{ hasLetter: true }],
      campaigns: [{ subject: 'News of March', status: 'pending' }],
      campaignsAhead: [{ subject: 'News of April', email, name: 'Ann', list: 'debate_club' }],
      whatBecameOfLetters: [{ event: 'delivered' }],
    });
    expect(data['letters']!.map(({ kind, subject, status }) => [kind, subject, status])).toEqual([
      ['contact-acknowledgement', 'We have your message', 'pending'],
      ['starter-kit', 'Your starter kit', 'pending'],
      ['welcome', 'Welcome to the Debate Club', 'pending'],
      ['tournament-entry', 'Your entry for the Online Winter Classic: one step left', 'pending'],
    ]);
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/bob/i);
    expect(text).not.toContain(PAY_KEY);
  });

  it('is nothing for an address that nobody has proven', async () => {
    await writeTo('Cleo');
    expect(Object.values(await exported(null)).flat()).toEqual([]);
  });

  it('leaves out no table and no column that nobody decided about', async () => {
    expect(await undecidedOfPersons(messaging.dataSource, KEPT_OF_PERSONS)).toEqual([]);
  });
});
