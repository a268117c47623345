import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import { CHANGED_MEANWHILE } from '@lectern/contracts/edited';
import { accountChanged, claimsGranted, peopleMerged } from '@lectern/contracts/identity/events';
import type { KnownRegistration, RegistrationList } from '@lectern/contracts/person-timeline';
import { correctRegistration, deleteBootcampRegistration } from '@lectern/contracts/registrations/admin-rpc';
import {
  adminActed,
  claimsMade,
  paymentWithdrawn,
  personMerged,
  guestCorrected,
  registrationMoved,
} from '@lectern/contracts/registrations/events';
import { previewMerge } from '@lectern/contracts/registrations/merge-rpc';
import {
  createDebateClubRegistration,
  deleteTournamentRegistration,
  enterTournament,
  readReceiptLink,
  readTimeline,
  reserveBootcampSeat,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { accountEvent, ANN, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY, UNFILLED_SEAT } from '../testing/unfilled-fields.ts';

const ADMIN = { adminId: randomUUID(), origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' } };
const BY = { ...ADMIN, role: 'owner' } as const;
const GUEST = 'guest@example.com';
const TYPED = { firstName: 'Jon', lastName: 'Doe', phone: null, division: 'development' } as const;

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: '2026-09-01T12:00:00Z' });
  await Promise.all([service.seed(), service.startReplica()]);
});
afterAll(() => service.stop());
beforeEach(() =>
  emptyTables(
    service.dataSource,
    'debate_club_registrations, tournament_registrations, bootcamp_registrations, accounts, memberships, outbox',
  ),
);

const enter = async (differences: Partial<RpcInput<typeof enterTournament>> = {}): Promise<string> =>
  (
    await service.rpc.call(enterTournament, {
      ...UNFILLED_ENTRY,
      ...TYPED,
      eventId: null,
      email: GUEST,
      member: null,
      competitions: ['prepared_speech'],
      idempotency: { key: randomUUID(), fingerprint: 'the same' },
      ...differences,
    })
  ).registrationId;

const reserve = async (): Promise<string> => {
  const { firstName, lastName, phone } = TYPED;
  const reserved = await service.rpc.call(reserveBootcampSeat, {
    ...UNFILLED_SEAT,
    firstName,
    lastName,
    phone,
    userId: null,
    email: GUEST,
    experienceLevel: 'beginner',
  });
  if (!('held' in reserved)) throw new Error('No seat');
  return reserved.registrationId;
};

const addToClub = async (): Promise<string> =>
  (
    await service.rpc.call(createDebateClubRegistration, {
      ...TYPED,
      email: GUEST,
      billingCycle: 'monthly',
      experienceLevel: null,
      goals: null,
      referralSource: null,
      billingStartDate: null,
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      status: 'active',
      by: BY,
    })
  ).id;

const shownTo = async (email: string, userId: string | null = null): Promise<KnownRegistration[]> =>
  (await service.rpc.call(readTimeline, { userId, emailKey: email, kind: null, after: null, limit: 1 })).registrations!;

const seenOf = (list: RegistrationList) => ({ ...TYPED, division: list === 'bootcamp' ? null : TYPED.division });
const correct = (
  list: RegistrationList,
  id: string,
  wanted: Partial<RpcInput<typeof correctRegistration>>,
  seen: Partial<RpcInput<typeof correctRegistration>['seen']> = {},
) =>
  service.rpc.call(correctRegistration, {
    list,
    id,
    ...seenOf(list),
    ...wanted,
    seen: { ...seenOf(list), ...seen },
    by: BY,
  });
const recorded = async () =>
  (await service.publishedEvents(adminActed)).filter(({ action }) => action === 'correct_registration');

/** Seats that are held for a payment are not moved. */
const markPaid = () =>
  service.dataSource.query(`UPDATE bootcamp_registrations SET seat = 'taken', payment_status = 'paid'`);

const makers = { debate_club: addToClub, tournament: enter, bootcamp: reserve } as const;

describe.each(Object.keys(makers) as RegistrationList[])('correcting a registration of the list %s', (list) => {
  it('changes name and phone number, and records the old and the new values once', async () => {
    const id = await makers[list]();
    const wanted = { firstName: 'John', phone: '+1 555 0100' };
    expect(await correct(list, id, wanted)).toEqual({ changed: ['firstName', 'phone'] });
    expect(await correct(list, id, wanted)).toEqual({ changed: [] });
    expect(await shownTo(GUEST)).toMatchObject([
      { list, id, firstName: 'John', lastName: 'Doe', phone: '+1 555 0100', isOfMembership: false },
    ]);
    expect(await recorded()).toMatchObject([
      {
        by: ADMIN,
        details: {
          registrationId: id,
          email: GUEST,
          changes: [
            { field: 'firstName', from: 'Jon', to: 'John' },
            { field: 'phone', from: null, to: '+1 555 0100' },
          ],
        },
      },
    ]);
  });

  it('overwrites nothing that another administrator changed meanwhile', async () => {
    const id = await makers[list]();
    const outcomes = await Promise.allSettled([
      correct(list, id, { firstName: 'John' }),
      correct(list, id, { firstName: 'Johann' }),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]!.reason).toMatchObject({
      code: 'version_conflict',
      fields: { firstName: CHANGED_MEANWHILE },
    });
    // An edit of another field does not write the name that its form showed.
    const [{ firstName } = { firstName: '' }] = await shownTo(GUEST);
    expect(await correct(list, id, { lastName: 'Dough' })).toEqual({ changed: ['lastName'] });
    expect(await shownTo(GUEST)).toMatchObject([{ firstName, lastName: 'Dough' }]);
    expect(await recorded()).toHaveLength(2);
  });

  it('moves one without an account to the mailbox that was meant, claims it for that mailbox, and publishes both', async () => {
    const id = await makers[list]();
    await markPaid();
    const move = () => correct(list, id, { email: 'Meant@example.com' }, { email: GUEST });
    expect(await move()).toEqual({ changed: ['email'] });
    expect(await move()).toEqual({ changed: [] });
    expect(await shownTo(GUEST)).toEqual([]);
    expect(await shownTo('meant@example.com')).toMatchObject([{ list, id, email: 'Meant@example.com' }]);
    expect((await service.publishedEvents(claimsMade)).at(-1)?.claims).toMatchObject([
      { subjectId: id, email: 'Meant@example.com' },
    ]);
    expect(await service.publishedEvents(registrationMoved)).toMatchObject([
      {
        registrationId: id,
        kind: list,
        email: 'Meant@example.com',
        formerEmail: GUEST,
        payKey: list === 'tournament' ? expect.any(String) : null,
        ...(list === 'tournament' && {
          payBy: expect.any(String) as string,
          competitions: expect.any(Array) as string[],
          division: 'development',
        }),
      },
    ]);
    // Nothing of the club is paid by a registration.
    expect(await service.publishedEvents(guestCorrected)).toMatchObject(
      list === 'debate_club' ? [] : [{ registrationId: id, formerEmail: GUEST, email: 'Meant@example.com' }],
    );
    expect(await recorded()).toMatchObject([
      { details: { email: 'Meant@example.com', changes: [{ field: 'email', from: GUEST, to: 'Meant@example.com' }] } },
    ]);

    // An account that got the claim for the former mailbox meanwhile does not get it.
    const kind = {
      debate_club: 'debate_club_registration',
      tournament: 'tournament_entry',
      bootcamp: 'bootcamp_registration',
    } as const;
    const claim = { kind: kind[list], subjectId: id };
    await service.deliverEvent(claimsGranted, { claims: [{ ...claim, userId: randomUUID(), emailKey: GUEST }] });
    expect(await shownTo('meant@example.com')).toMatchObject([{ isOfAccount: false }]);
    const userId = randomUUID();
    await service.deliverEvent(claimsGranted, { claims: [{ ...claim, userId, emailKey: 'meant@example.com' }] });
    expect(await shownTo('meant@example.com')).toMatchObject([{ isOfAccount: true }]);
    await expect(correct(list, id, { email: GUEST }, { email: 'Meant@example.com' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { email: expect.stringContaining('belongs to an account') },
    });
  });

  it('moves none to a mailbox that another administrator did not mean, or that of a deactivated account', async () => {
    const id = await makers[list]();
    await markPaid();
    await service.deliverEvent(
      accountChanged,
      accountEvent({ email: 'off@example.com', deactivatedAt: '2026-08-01T12:00:00Z' }),
    );
    await expect(correct(list, id, { email: 'off@example.com' }, { email: GUEST })).rejects.toMatchObject({
      code: 'address_refused',
    });
    const outcomes = await Promise.allSettled(
      ['one@example.com', 'two@example.com'].map((email) => correct(list, id, { email }, { email: GUEST })),
    );
    const [refused, ...others] = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(others).toEqual([]);
    expect(refused?.reason).toMatchObject({ code: 'version_conflict', fields: { email: CHANGED_MEANWHILE } });
    expect(await service.publishedEvents(registrationMoved)).toHaveLength(1);
  });

  it('is refused for one that does not exist', async () => {
    await expect(correct(list, randomUUID(), { firstName: 'John' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await recorded()).toEqual([]);
  });
});

describe('correcting a tournament entry', () => {
  it('is refused where the tournament has an entry of that name and email, and nothing changes', async () => {
    await enter({ firstName: 'Ann' });
    const id = await enter();
    await expect(correct('tournament', id, { firstName: 'ANN' })).rejects.toMatchObject({
      code: 'registration_exists',
      fields: { firstName: expect.any(String) },
    });
    expect((await shownTo(GUEST)).map(({ firstName }) => firstName).toSorted()).toEqual(['Ann', 'Jon']);
    expect(await recorded()).toEqual([]);
  });

  it('may change letter case and accents of its own name', async () => {
    const id = await enter();
    expect(await correct('tournament', id, { firstName: 'JÓN' })).toEqual({ changed: ['firstName'] });
  });

  it('is refused for a division that the tournament does not take', async () => {
    const id = await enter();
    const [{ event_id: event } = { event_id: '' }] = await service.dataSource.query<{ event_id: string }[]>(
      'SELECT event_id FROM tournament_registrations WHERE id = $1',
      [id],
    );
    const only = (division: string | null) =>
      service.dataSource.query('UPDATE events SET division = $2 WHERE id = $1', [event, division]);
    await only('development');
    await expect(correct('tournament', id, { division: 'professional' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { division: expect.stringContaining('Development division only') },
    });
    await only(null);
    expect(await correct('tournament', id, { division: 'professional' })).toEqual({ changed: ['division'] });
  });

  it('gives the account’s entry its membership’s price, once it is in the account’s name', async () => {
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-01-05T07:00:00.000Z' }));
    await service.deliverEvent(membershipChanged, membershipEvent({ currentPeriodEnd: '2027-01-05T08:00:00.000Z' }));
    const id = await enter({
      email: 'ann@example.com',
      firstName: 'Anne',
      lastName: 'Leigh',
      member: { id: ANN, email: 'ann@example.com' },
    });
    const priced = async (): Promise<{ payment_amount: number; price_reason: string }> =>
      (await service.dataSource.query<never[]>('SELECT * FROM tournament_registrations WHERE id = $1', [id]))[0]!;
    expect(await priced()).toMatchObject({ price_reason: 'standard' });
    const seen = { firstName: 'Anne', lastName: 'Leigh' };
    await correct('tournament', id, { firstName: 'Ann', lastName: 'Lee' }, seen);
    expect(await priced()).toMatchObject({ price_reason: 'member' });
  });

  it('makes a granted entry the account’s own in its name, and another person’s in another name', async () => {
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-09-01T07:00:00.000Z' }));
    const id = await enter({ email: 'ann@example.com' });
    await service.deliverEvent(claimsGranted, {
      claims: [{ kind: 'tournament_entry', subjectId: id, userId: ANN, emailKey: 'ann@example.com' }],
    });
    const isInOtherName = async () =>
      (
        await service.dataSource.query<{ in_other_name: boolean }[]>(
          'SELECT in_other_name FROM tournament_registrations',
        )
      )[0]!.in_other_name;
    expect(await isInOtherName()).toBe(true);
    await correct('tournament', id, { firstName: 'Ann', lastName: 'Lee' });
    expect(await isInOtherName()).toBe(false);
    await correct('tournament', id, {}, { firstName: 'Ann', lastName: 'Lee' });
    expect(await isInOtherName()).toBe(true);
  });

  it('is refused for one that was deleted', async () => {
    const id = await enter();
    await service.rpc.call(deleteTournamentRegistration, { id, by: BY });
    await expect(correct('tournament', id, { firstName: 'John' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('correcting the email of a tournament entry', () => {
  it('ends the links that went to the former mailbox, and gives the new one a link of its own', async () => {
    const id = await enter();
    const keyOfEntry = async () =>
      (
        await service.dataSource.query<{ pay_key: string; correction_key: string | null }[]>(
          'SELECT pay_key, correction_key FROM tournament_registrations WHERE id = $1',
          [id],
        )
      )[0]!;
    const before = await keyOfEntry();
    await correct('tournament', id, { email: 'meant@example.com' }, { email: GUEST });
    const after = await keyOfEntry();
    expect(after).toEqual({ pay_key: expect.not.stringMatching(before.pay_key), correction_key: null });
    expect(await service.publishedEvents(registrationMoved)).toMatchObject([{ payKey: after.pay_key }]);
    expect(await service.publishedEvents(paymentWithdrawn)).toEqual([]);
  });

  it('is refused where the mailbox has entered that name already, and nothing changes', async () => {
    await enter({ email: 'meant@example.com' });
    const id = await enter();
    await expect(correct('tournament', id, { email: 'meant@example.com' }, { email: GUEST })).rejects.toMatchObject({
      code: 'registration_exists',
      fields: { email: expect.any(String) },
    });
    expect(await shownTo(GUEST)).toMatchObject([{ id }]);
    expect(await recorded()).toEqual([]);
  });
});

describe('correcting a bootcamp registration', () => {
  it('moves no seat to another mailbox while it is held for a payment', async () => {
    const id = await reserve();
    await expect(correct('bootcamp', id, { email: 'meant@example.com' }, { email: GUEST })).rejects.toMatchObject({
      code: 'in_progress',
    });
  });

  it('is refused for one that was deleted, which is not shown either', async () => {
    const id = await reserve();
    await service.dataSource.query(`UPDATE purchases SET status = 'expired' WHERE reference = $1`, [id]);
    await service.rpc.call(deleteBootcampRegistration, { id, by: BY });
    await expect(correct('bootcamp', id, { firstName: 'John' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await shownTo(GUEST)).toEqual([]);
  });
});

describe('a debate club registration that came with a membership', () => {
  it('keeps the name and division of the account; its phone number can be corrected, and stays after billing’s next event', async () => {
    await service.deliverEvent(accountChanged, accountEvent());
    await service.deliverEvent(membershipChanged, membershipEvent());
    const [{ id } = { id: '' }] = await shownTo('ann@example.com', ANN);
    const seen = { firstName: 'Ann', lastName: 'Lee' };
    await expect(correct('debate_club', id, { ...seen, firstName: 'Anna' }, seen)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { firstName: expect.any(String) },
    });
    await correct('debate_club', id, { ...seen, phone: '+1 555 0100' }, seen);
    await service.deliverEvent(membershipChanged, membershipEvent({ version: 2, plan: 'annual' }));
    expect(await shownTo('ann@example.com', ANN)).toMatchObject([
      { ...seen, phone: '+1 555 0100', isOfMembership: true },
    ]);
  });
});

describe('a name that staff correct in an account', () => {
  const CORRECTED = { email: GUEST, firstName: 'John', lastName: 'Doe' };
  const named = (differences: Partial<Parameters<typeof accountEvent>[0]>) =>
    service.deliverEvent(accountChanged, accountEvent({ ...CORRECTED, firstName: 'Jon', ...differences }));
  const shown = async () => (await shownTo(GUEST, ANN)).map(({ list, firstName }) => `${list} ${firstName}`).toSorted();

  it('is corrected in registrations that were made with its email and the former name without logging in, in every list', async () => {
    await named({});
    for (const make of Object.values(makers)) await make();
    await enter({ firstName: 'Joan' });
    await named({ version: 2, firstName: 'John', isCorrectedByStaff: true });
    expect(await shown()).toEqual(['bootcamp John', 'debate_club John', 'tournament Joan', 'tournament John']);
    const [grantedTo] = await service.dataSource.query<[object]>(
      `SELECT DISTINCT user_id FROM tournament_registrations`,
    );
    expect(grantedTo).toEqual({ user_id: null });
  });

  it('stays in them where the account alone changed its name, whose email may be another person’s', async () => {
    await named({});
    await enter();
    await named({ version: 2, firstName: 'John' });
    expect(await shown()).toEqual(['tournament Jon']);
    await named({ version: 3, emailVerifiedAt: '2026-09-01T07:00:00.000Z' });
    await named({ version: 4, firstName: 'John', emailVerifiedAt: '2026-09-01T07:00:00.000Z' });
    expect(await shown()).toEqual(['tournament John']);
  });
});

describe('a mailbox that staff merge into another', () => {
  const ANNS = 'Ann@Example.com';
  const preview = (newEmail: string, userId: string | null) =>
    service.rpc.call(previewMerge, { oldEmail: GUEST, newEmail, userId, by: BY });
  const merge = (newEmail: string, userId: string | null) =>
    service.deliverEvent(peopleMerged, {
      mergeId: randomUUID(),
      oldEmail: GUEST.toUpperCase(),
      newEmail,
      userId,
      mergedAt: '2026-09-01T12:00:00.000Z',
    });

  it('gives its registrations to the account, once identity grants the claims, and keeps none', async () => {
    const ids = [await enter(), await reserve(), await addToClub()];
    await service.deliverEvent(
      accountChanged,
      accountEvent({ userId: ANN, email: ANNS, firstName: 'Jon', lastName: 'Doe' }),
    );
    expect(await preview(ANNS, ANN)).toEqual({
      moves: ['debate_club', 'entries', 'seats'].map((what) => ({ what, count: 1 })),
      problems: [],
    });
    await emptyTables(service.dataSource, 'outbox');
    await merge(ANNS, ANN);
    const [{ claims } = { claims: [] }] = await service.publishedEvents(personMerged);
    expect(claims.map(({ subjectId, email }) => [subjectId, email])).toEqual(
      expect.arrayContaining(ids.map((id) => [id, ANNS])),
    );
    await service.deliverEvent(claimsGranted, {
      claims: claims.map(({ kind, subjectId }) => ({
        kind,
        subjectId,
        userId: ANN,
      })),
    });
    expect(await shownTo(GUEST)).toEqual([]);
    expect((await shownTo('nobody@example.com', ANN)).map(({ id, email }) => [id, email]).toSorted()).toEqual(
      ids.map((id) => [id, ANNS]).toSorted(),
    );
    // A claim of the old address that arrives late changes nothing.
    await service.deliverEvent(claimsGranted, {
      claims: claims.map(({ kind, subjectId }) => ({ kind, subjectId, userId: randomUUID(), emailKey: GUEST })),
    });
    expect(await shownTo('nobody@example.com', ANN)).toHaveLength(3);
    expect(await service.publishedEvents(personMerged)).toHaveLength(1);
  });

  it('gives an entry in another name the name of the account, ends its payment link, and reports the move to both mailboxes', async () => {
    const id = await enter({ firstName: 'Gus', lastName: 'Guest' });
    const linkOf = async () =>
      (
        await service.dataSource.query<{ pay_key: string; name: string }[]>(
          `SELECT pay_key, first_name || ' ' || last_name AS name FROM tournament_registrations WHERE id = $1`,
          [id],
        )
      )[0]!;
    const before = await linkOf();
    await service.deliverEvent(
      accountChanged,
      accountEvent({ userId: ANN, email: ANNS, firstName: 'Ann', lastName: 'Doe' }),
    );
    await merge(ANNS, ANN);
    const after = await linkOf();
    expect(after.name).toBe('Ann Doe');
    expect(after.pay_key).not.toBe(before.pay_key);
    expect(await service.publishedEvents(registrationMoved)).toMatchObject([
      {
        registrationId: id,
        kind: 'tournament',
        email: ANNS,
        formerEmail: GUEST.toUpperCase(),
        payKey: after.pay_key,
        payBy: expect.any(String),
        competitions: expect.any(Array),
        division: 'development',
      },
    ]);
  });

  it('gives who gets a paid entry the link to its receipt', async () => {
    const id = await enter();
    const paid = { purchaseId: randomUUID(), product: 'tournaments', reference: id, version: 1 } as const;
    await service.deliverEvent(purchaseChanged, purchaseEvent({ ...paid, status: 'paid', amountPaid: 4_000 }));
    await merge('other@example.com', null);
    const [moved] = await service.publishedEvents(registrationMoved);
    expect(moved).toMatchObject({ isPaid: true, payKey: null, receiptToken: expect.any(String) });
    expect(await service.rpc.call(readReceiptLink, { token: moved!.receiptToken! })).toEqual({ reference: id });
  });

  it('gives its registrations to the address that the account has by now', async () => {
    const id = await enter();
    const next = 'ann.doe@example.com';
    await service.deliverEvent(
      accountChanged,
      accountEvent({ userId: ANN, email: next, firstName: 'Ann', lastName: 'Doe' }),
    );
    await merge(ANNS, ANN);
    expect((await shownTo(next)).map((shown) => shown.id)).toEqual([id]);
    expect(await service.publishedEvents(registrationMoved)).toMatchObject([{ registrationId: id, email: next }]);
  });

  it('is refused for an event with both people, and leaves the second registration of one name where it is', async () => {
    const other = 'other@example.com';
    const [mine, theirs] = [await enter(), await enter({ email: other })];
    const { problems } = await preview(other, null);
    expect(problems).toEqual([
      expect.stringMatching(/^Both are registered for .*Remove one of these registrations first/),
    ]);
    await merge(other, null);
    expect((await shownTo(GUEST)).map(({ id }) => id)).toEqual([mine]);
    expect((await shownTo(other)).map(({ id }) => id)).toEqual([theirs]);
  });
});
