import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import { emailKey } from '@lectern/contracts/fields';
import { accountChanged } from '@lectern/contracts/identity/events';
import { compareByTime } from '@lectern/contracts/person-timeline';
import { enterTournament, exportPerson, reserveBootcampSeat, readTimeline } from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { undescribedColumns } from '@lectern/service-kit/testing/person-tables';
import { pageThroughTimeline } from '@lectern/service-kit/testing/page-through-timeline';
import { undecidedInCopies } from '@lectern/service-kit/testing/undecided-in-copies';
import { registrationsSchema } from '../database/schema.ts';
import { accountEvent, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';
import { PERSONAL_DATA } from './personal-data.ts';

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: '2026-09-01T12:00:00Z' });
  await service.seed();
});
afterAll(() => service.stop());

const somebody = (firstName: string) => ({
  userId: randomUUID(),
  email: `${firstName}@Example.com`,
  firstName,
  lastName: 'Lee',
});

describe('a person’s data in registrations', () => {
  const exported = (userId: string, verifiedEmail: string | null) =>
    service.rpc.call(exportPerson, { userId, verifiedEmail });
  /** A member with a debate club registration, a paid bootcamp seat and a tournament entry. */
  const register = async (who: ReturnType<typeof somebody>) => {
    const { userId, email, firstName, lastName } = who;
    await service.deliverEvent(accountChanged, accountEvent({ userId, email, firstName }));
    await service.deliverEvent(
      membershipChanged,
      membershipEvent({ userId, email, firstName, subscriptionId: `sub_${firstName}`, customerId: `cus_${firstName}` }),
    );
    const place = await service.rpc.call(reserveBootcampSeat, {
      userId: null,
      email,
      firstName,
      lastName,
      phone: `555-${firstName}`,
      experienceLevel: 'beginner',
      goals: null,
      referralSource: null,
      specialRequests: null,
      promoCode: null,
    });
    if (!('registrationId' in place)) throw new Error('There is no place');
    await service.deliverEvent(
      purchaseChanged,
      purchaseEvent({
        purchaseId: randomUUID(),
        product: 'bootcamps',
        reference: place.registrationId,
        status: 'paid',
        amountPaid: 15_500,
      }),
    );
    await service.rpc.call(enterTournament, {
      eventId: null,
      email,
      member: { id: userId, email },
      firstName,
      lastName,
      phone: null,
      competitions: ['prepared_speech'],
      division: 'development',
      experienceLevel: null,
      specialRequests: `for ${firstName}`,
      promoCode: null,
    });
  };

  it('is exported, without that of others and without keys', async () => {
    const [yorick, quentin] = [somebody('Yorick'), somebody('Quentin')];
    for (const who of [yorick, quentin]) await register(who);
    const data = await exported(yorick.userId, yorick.email);
    expect(data).toMatchObject({
      debateClubRegistrations: [{ email: yorick.email, status: 'active', stripeSubscriptionId: 'sub_Yorick' }],
      tournamentEntries: [
        {
          specialRequests: 'for Yorick',
          competitions: ['prepared_speech'],
          paymentStatus: 'pending',
          event: expect.any(String),
        },
      ],
      bootcampRegistrations: [{ phone: '555-Yorick', seat: 'taken', paymentAmountCents: 15_500 }],
      paymentsOfRegistrations: [{ product: 'bootcamps', status: 'paid', amountPaidCents: 15_500 }],
      accountAsKnownHere: [{ firstName: 'Yorick' }],
      membershipsAsKnownHere: [{ stripeSubscriptionId: 'sub_Yorick' }],
    });
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/quentin/i);
    const keys = await service.dataSource.query<{ pay_key: string }[]>(
      'SELECT pay_key FROM bootcamp_registrations UNION SELECT pay_key FROM tournament_registrations',
    );
    for (const { pay_key: key } of keys) expect(text).not.toContain(key);
  });

  it('leaves out registrations by email alone while the mailbox is unverified', async () => {
    const xenia = somebody('Xenia');
    await register(xenia);
    expect(await exported(xenia.userId, null)).toMatchObject({
      bootcampRegistrations: [],
      paymentsOfRegistrations: [],
      tournamentEntries: [{ specialRequests: 'for Xenia' }],
      debateClubRegistrations: [{ email: xenia.email }],
    });
    // Another reader of that mailbox gets the registrations without an account, and none of the account's.
    expect(await exported(randomUUID(), xenia.email)).toMatchObject({
      bootcampRegistrations: [{ phone: '555-Xenia' }],
      tournamentEntries: [],
      debateClubRegistrations: [],
    });
  });

  it('has a rule for every table and column', async () => {
    expect(await undescribedColumns(service.dataSource, PERSONAL_DATA)).toEqual([]);
  });
});

const timelineOf = (request: RpcInput<typeof readTimeline>) => service.rpc.call(readTimeline, request);
/**
 * A member with a debate club registration, a bootcamp seat by email alone, a tournament entry, a cancelled office hour, and a
 * calendar.
 */
const join = async (who: ReturnType<typeof somebody>) => {
  const { userId, email, firstName, lastName } = who;
  await service.deliverEvent(accountChanged, accountEvent({ userId, email, firstName }));
  await service.deliverEvent(
    membershipChanged,
    membershipEvent({ userId, email, firstName, subscriptionId: `sub_${firstName}`, customerId: `cus_${firstName}` }),
  );
  await service.rpc.call(reserveBootcampSeat, {
    userId: null,
    email,
    firstName,
    lastName,
    phone: null,
    experienceLevel: 'beginner',
    goals: null,
    referralSource: null,
    specialRequests: null,
    promoCode: null,
  });
  await service.rpc.call(enterTournament, {
    eventId: null,
    email,
    member: { id: userId, email },
    firstName,
    lastName,
    phone: null,
    competitions: ['prepared_speech'],
    ...UNFILLED_ENTRY,
  });
  await service.dataSource.query(
    `INSERT INTO office_hours_requests (user_id, email, first_name, last_name, topic, starts_at, ends_at, requested_at, cancelled_at)
     VALUES ($1, $2, $3, 'Lee', $4, '2026-09-10T15:00:00Z', '2026-09-10T15:30:00Z', '2026-08-01T10:00:00.123Z', '2026-08-02T10:00:00Z')`,
    [userId, email, firstName, `Openings of ${firstName}`],
  );
  await service.dataSource.query(
    `INSERT INTO calendar_feeds (user_id, feed_id, created_at) VALUES ($1, gen_random_uuid(), '2026-08-01T10:00:00.123Z')`,
    [userId],
  );
};

describe('a person’s timeline in registrations', () => {
  it('has all of their registrations, newest first, also those of one instant, and none of others', async () => {
    const [ann, bob] = [somebody('Ann'), somebody('Bob')];
    for (const who of [ann, bob]) await join(who);
    const whose = { userId: ann.userId, emailKey: emailKey(ann.email) };
    const { items, counts, name } = await timelineOf({ ...whose, kind: null, after: null, limit: 100 });
    expect(name).toBe('Ann Lee');
    expect(counts).toEqual({ registrations: 6 });
    expect(items.map(({ what }) => what).toSorted()).toEqual([
      'bootcamp',
      'calendar_feed',
      'debate_club',
      'office_hours',
      'office_hours_cancelled',
      'tournament',
    ]);
    expect(items).toEqual(items.toSorted(compareByTime));
    expect(items).toContainEqual(
      expect.objectContaining({
        what: 'office_hours',
        at: '2026-08-01T10:00:00.123Z',
        details: { starts: '2026-09-10T15:00:00.000Z', topic: 'Openings of Ann', isCancelled: true },
      }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({
        what: 'bootcamp',
        details: expect.objectContaining({ status: 'pending', seat: 'held' }),
      }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({
        what: 'tournament',
        details: expect.objectContaining({ isWaiting: false, isReleased: false }),
      }),
    );
    expect(JSON.stringify(items)).not.toMatch(/bob/i);
    for (const limit of [1, 2, 4]) expect(await pageThroughTimeline(timelineOf, whose, limit)).toEqual(items);
    expect(await timelineOf({ ...whose, kind: 'mail', after: null, limit: 5 })).toMatchObject({
      items: [],
      counts: { registrations: 6 },
    });
  });

  it('has the registrations of the email, by whichever account', async () => {
    const cleo = somebody('Cleo');
    await join(cleo);
    const { items } = await timelineOf({
      userId: null,
      emailKey: 'cleo@example.com',
      kind: null,
      after: null,
      limit: 100,
    });
    expect(items.map(({ what }) => what).toSorted()).toEqual(['bootcamp', 'debate_club', 'tournament']);
    // A guest who paid for a membership gave no name.
    await service.deliverEvent(
      membershipChanged,
      membershipEvent({
        userId: null,
        email: 'guest@example.com',
        firstName: '',
        lastName: '',
        subscriptionId: 'sub_guest',
        customerId: 'cus_guest',
      }),
    );
    expect(
      await timelineOf({ userId: null, emailKey: 'guest@example.com', kind: null, after: null, limit: 100 }),
    ).toMatchObject({
      counts: { registrations: 1 },
      name: null,
      registrations: [{ email: expect.any(String) }],
    });
    expect(
      await timelineOf({ userId: null, emailKey: 'nobody@example.com', kind: null, after: null, limit: 100 }),
    ).toEqual({
      items: [],
      counts: {},
      name: null,
      registrations: [],
      workshops: [],
    });
  });

  it('has no registration of another account, although the email was its own before', async () => {
    const fay = somebody('Fay');
    await join(fay);
    const ofNext = await timelineOf({
      userId: randomUUID(),
      emailKey: 'fay@example.com',
      kind: null,
      after: null,
      limit: 100,
    });
    expect(ofNext.items.map(({ what }) => what)).toEqual(['bootcamp']);
    expect(ofNext.counts).toEqual({ registrations: 1 });
  });
});

it('has a rule for every text column in a copy for testing', async () => {
  const { all, planted } = await undecidedInCopies(registrationsSchema, PERSONAL_DATA, 'accounts');
  expect(all).toEqual([]);
  expect(planted).toContain('accounts.email is neither replaced nor kept');
});
