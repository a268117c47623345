import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { cloneEvents, editEvent, getAdminEvent } from '@lectern/contracts/registrations/admin-rpc';
import { SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';
import type { LaterPrice } from '@lectern/contracts/registrations/event-setup';
import { tournamentEntered } from '@lectern/contracts/registrations/events';
import {
  deleteTournamentRegistration,
  enterTournament,
  listEvents,
  listMyEvents,
  previewPaymentLink,
  priceTournamentEntry,
  takePaymentLink,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { Event } from '../event/event.entity.ts';
import { SEASON } from '../season/season.ts';
import { ANN, membershipEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';
import { TournamentRegistration } from './tournament-registration.entity.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const FALL = SEASON.find(({ type, registrationDeadline }) => type === 'tournament' && registrationDeadline > NOW)!;
/** $50 since ten days ago, and $60 from next week. */
const LATE: LaterPrice[] = [
  { from: '2026-08-22T04:00:00.000Z', price: 5_000 },
  { from: '2026-09-08T04:00:00.000Z', price: 6_000 },
];
const MEMBER = { id: ANN, email: 'ann@example.com' };

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
  await service.startReplica();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyTables(
    service.dataSource,
    'events, tournament_registrations, memberships, outbox, registration_counts CASCADE',
  );
  await service.seed();
});

const get = (): Promise<AdminEvent> => service.rpc.call(getAdminEvent, { id: FALL.id });
const edit = async (typed: Partial<AdminEvent>) => {
  const { closedAt: _closedAt, state: _state, counts: _counts, ...fields } = { ...(await get()), ...typed };
  return service.rpc.call(editEvent, { ...fields, by: BY });
};
const setPrices = (price: number, laterPrices: LaterPrice[]) =>
  edit({ price, setup: { ...SHIPPED_SETUP, laterPrices } });
const enter = (lastName: string, typed: Partial<RpcInput<typeof enterTournament>> = {}) =>
  service.rpc.call(enterTournament, {
    eventId: FALL.id,
    email: `${lastName}@example.com`,
    member: null,
    firstName: 'Ann',
    phone: null,
    ...UNFILLED_ENTRY,
    lastName,
    competitions: ['prepared_speech'],
    ...typed,
  });
const enterAsMember = (typed: Partial<RpcInput<typeof enterTournament>> = {}) =>
  enter('Lee', { email: MEMBER.email, member: MEMBER, ...typed });
/** Makes the present entries those of a month ago, before the first later price began. */
const aMonthLater = () =>
  service.dataSource.query(`UPDATE tournament_registrations SET priced_at = priced_at - interval '30 days'`);
const release = (id: string) =>
  service.dataSource.query(
    `UPDATE tournament_registrations SET released_at = $2, held_until = NULL, waitlisted_at = NULL WHERE id = $1`,
    [id, NOW],
  );
const amounts = async () => {
  const rows = await service.dataSource.getRepository(TournamentRegistration).find({ order: { lastName: 'ASC' } });
  return Object.fromEntries(rows.map(({ lastName, paymentAmount }) => [lastName, paymentAmount]));
};
const paid = (token: string) => service.rpc.call(takePaymentLink, { token });

describe('a tournament with later prices', () => {
  it('shows visitors the price of now, and members no more than that', async () => {
    await setPrices(4_000, LATE);
    const shown = async () => (await service.rpc.call(listEvents, {})).find(({ id }) => id === FALL.id)!;
    expect(await shown()).toMatchObject({ price: 5_000, memberPrice: 3_000, setup: { laterPrices: LATE } });
    expect((await get()).price).toBe(4_000);
    await setPrices(4_000, [{ from: LATE[0]!.from, price: 2_000 }]);
    expect(await shown()).toMatchObject({ price: 2_000, memberPrice: 2_000 });
  });

  it('charges each entry the price of the time when it was entered, as its email, link and page say', async () => {
    const early = await enter('early');
    await aMonthLater();
    await setPrices(4_000, LATE);
    const late = await enter('late');
    expect([early.amount, late.amount]).toEqual([4_000, 5_000]);
    expect((await service.publishedEvents(tournamentEntered)).map(({ amount }) => amount)).toEqual([4_000, 5_000]);
    for (const [{ payToken }, amount] of [
      [early, 4_000],
      [late, 5_000],
    ] as const) {
      expect(await service.rpc.call(previewPaymentLink, { token: payToken! })).toMatchObject({ amount });
      expect(await paid(payToken!)).toMatchObject({ amount });
    }
  });

  it('gives a released entry its place again at the price of now, which it then keeps', async () => {
    const { registrationId, payToken } = await enterAsMember();
    await aMonthLater();
    await setPrices(4_000, LATE);
    await release(registrationId);
    const [mine] = (await service.rpc.call(listMyEvents, { member: MEMBER })).filter(
      ({ eventId }) => eventId === FALL.id,
    );
    expect(mine).toMatchObject({ price: 5_000, entry: { status: 'pending' } });
    expect(await service.rpc.call(previewPaymentLink, { token: payToken! })).toMatchObject({ amount: 5_000 });
    expect(await paid(payToken!)).toMatchObject({ amount: 5_000 });
    // An event of the account prices its entries again.
    await service.deliverEvent(membershipChanged, membershipEvent());
    await service.deliverEvent(membershipChanged, membershipEvent({ version: 2, status: 'cancelled', access: false }));
    expect(await amounts()).toEqual({ Lee: 5_000 });
  });

  it('replaces a released entry at the price of now where the person enters again', async () => {
    const { registrationId } = await enter('again');
    await aMonthLater();
    await setPrices(4_000, LATE);
    await release(registrationId);
    expect(await enter('again')).toMatchObject({ registrationId, amount: 5_000 });
  });

  it('moves a person up at the price of the time when they joined the waitlist', async () => {
    await edit({ capacity: 1 });
    const { registrationId } = await enter('first');
    await enter('waiting');
    await aMonthLater();
    await setPrices(4_000, LATE);
    await service.rpc.call(deleteTournamentRegistration, { id: registrationId, by: BY });
    expect((await service.publishedEvents(tournamentEntered)).at(-1)).toMatchObject({
      occasion: 'moved_up',
      amount: 4_000,
    });
  });

  it('charges monthly members their price, and by the time of the entry once their membership has ended', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent());
    expect((await enterAsMember()).amount).toBe(3_000);
    await aMonthLater();
    await setPrices(4_000, LATE);
    await service.deliverEvent(membershipChanged, membershipEvent({ version: 2, status: 'cancelled', access: false }));
    expect(await amounts()).toEqual({ Lee: 4_000 });
    await emptyTables(service.dataSource, 'tournament_registrations, memberships CASCADE');
    await service.deliverEvent(membershipChanged, membershipEvent({ subscriptionId: 'sub_two' }));
    expect((await enterAsMember()).amount).toBe(3_000);
    await service.deliverEvent(
      membershipChanged,
      membershipEvent({ subscriptionId: 'sub_two', version: 2, status: 'cancelled', access: false }),
    );
    expect(await amounts()).toEqual({ Lee: 5_000 });
  });

  it('stays free for annual members; their entry costs the price of its time once the membership has ended', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent({ plan: 'annual' }));
    expect((await enterAsMember()).amount).toBe(0);
    await aMonthLater();
    await setPrices(4_000, LATE);
    await service.deliverEvent(
      membershipChanged,
      membershipEvent({ plan: 'annual', version: 2, status: 'cancelled', access: false }),
    );
    expect(await amounts()).toEqual({ Lee: 4_000 });
  });

  it('may be free first: those entries stay free, and a free price is no entitlement', async () => {
    await setPrices(0, []);
    expect((await enter('early')).amount).toBe(0);
    await aMonthLater();
    await setPrices(0, LATE);
    expect((await enter('late')).amount).toBe(5_000);
    await setPrices(4_000, [{ from: LATE[0]!.from, price: 0 }]);
    await edit({ capacity: 100 });
    const network = { address: '203.0.113.9', most: 1 };
    expect((await enter('a', { network })).amount).toBe(0);
    await expect(enter('b', { network })).rejects.toMatchObject({
      code: 'too_many_unpaid',
      message: expect.stringContaining('Try again tomorrow') as string,
    });
    expect((await amounts())['early']).toBe(0);
  });

  it('lowers unpaid entries to a new price of their time, and raises none', async () => {
    await enter('early');
    await aMonthLater();
    await setPrices(4_000, LATE);
    await enter('late');
    await setPrices(4_000, [{ ...LATE[0]!, price: 4_500 }, LATE[1]!]);
    expect(await amounts()).toEqual({ early: 4_000, late: 4_500 });
    await setPrices(3_000, [{ ...LATE[0]!, price: 7_000 }, LATE[1]!]);
    expect(await amounts()).toEqual({ early: 3_000, late: 4_500 });
  });

  it('keeps the price of an entry that its account takes over, and charges another account the price of now', async () => {
    await enter('Lee', { email: MEMBER.email });
    await aMonthLater();
    await setPrices(4_000, LATE);
    const typed = (userId: string) =>
      service.dataSource.query(`UPDATE tournament_registrations SET user_id = $1, claim_made_at = $2`, [userId, NOW]);
    const entrant = { eventId: FALL.id, email: MEMBER.email, firstName: 'Ann', lastName: 'Lee', member: MEMBER };
    await typed(ANN);
    expect(await service.rpc.call(priceTournamentEntry, entrant)).toMatchObject({ amount: 4_000 });
    expect(await enterAsMember({ shownPrice: 5_000 })).toMatchObject({ amount: 4_000 });
    await typed(randomUUID());
    expect(await service.rpc.call(priceTournamentEntry, entrant)).toMatchObject({ amount: 5_000 });
    expect(await enterAsMember()).toMatchObject({ amount: 5_000 });
  });

  it('refuses an entry that costs more than the form showed, and stores nothing of it', async () => {
    await setPrices(4_000, LATE);
    await expect(enter('ada', { shownPrice: 4_000 })).rejects.toMatchObject({
      code: 'price_changed',
      message: 'The price is now $50. Send the form again to enter at this price.',
    });
    expect(await amounts()).toEqual({});
    expect((await enter('ada', { shownPrice: 5_000 })).amount).toBe(5_000);
    // Less than was shown needs no consent.
    await service.deliverEvent(membershipChanged, membershipEvent());
    expect((await enterAsMember({ shownPrice: 4_000 })).amount).toBe(3_000);
  });

  it('charges entries that are made while staff change the prices one of both, as they are shown', async () => {
    const entries = await Promise.all([
      setPrices(4_000, LATE).then(() => []),
      ...Array.from({ length: 8 }, (_, index) => enter(`p${index}`)),
    ]);
    const stored = await amounts();
    const answered = entries.flatMap((entry) => ('amount' in entry ? entry.amount : []));
    expect(answered).toHaveLength(8);
    expect(Object.values(stored)).toEqual(answered);
    for (const amount of answered) expect([4_000, 5_000]).toContain(amount);
  });

  it('is copied with its prices at the same hour of their zone, a quarter later', async () => {
    await setPrices(4_000, LATE);
    await edit({ title: 'Scrimmage' });
    await service.rpc.call(cloneEvents, { what: { eventId: FALL.id }, dryRun: false, by: BY });
    const [copy] = await service.dataSource.getRepository(Event).findBy({ clonedFrom: FALL.id });
    expect(copy!.setup!.laterPrices).toEqual([
      { from: '2026-11-21T05:00:00.000Z', price: 5_000 },
      { from: '2026-12-08T05:00:00.000Z', price: 6_000 },
    ]);
  });
});
