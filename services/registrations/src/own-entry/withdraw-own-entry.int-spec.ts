import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { editEvent, getAdminEvent, readEventRoster } from '@lectern/contracts/registrations/admin-rpc';
import {
  entryWithdrawn,
  paymentRefused,
  paymentWithdrawn,
  placeLost,
  tournamentEntered,
} from '@lectern/contracts/registrations/events';
import { openOwnEntry, withdrawOwnEntry } from '@lectern/contracts/registrations/own-entry-rpc';
import {
  enterTournament,
  listMyEvents,
  listTournamentRegistrations,
  previewPaymentLink,
} from '@lectern/contracts/registrations/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { ANN, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';
import { membershipChanged } from '@lectern/contracts/billing/events';

const NOW = new Date('2026-09-01T12:00:00Z');
const DAY_MS = 86_400_000;
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const FALL = SEASON.find(({ type, registrationDeadline }) => type === 'tournament' && registrationDeadline > NOW)!;
const inDays = (days: number): string => new Date(NOW.getTime() + days * DAY_MS).toISOString();
const FULL = { until: inDays(10), percent: 100 };
const HALF = { until: inDays(20), percent: 50 };

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyTables(
    service.dataSource,
    'events, tournament_registrations, bootcamp_registrations, memberships, purchases, outbox, registration_counts CASCADE',
  );
  await service.seed();
});

const edit = async (typed: Partial<AdminEvent>) => {
  const now = await service.rpc.call(getAdminEvent, { id: FALL.id });
  const { closedAt: _closedAt, state: _state, counts: _counts, ...fields } = { ...now, ...typed };
  return service.rpc.call(editEvent, { ...fields, by: BY });
};
const enter = (email: string, member: { id: string; email: string } | null = null) =>
  service.rpc.call(enterTournament, {
    eventId: FALL.id,
    ...{ email, member, firstName: 'Ann', lastName: 'Lee', phone: null },
    ...UNFILLED_ENTRY,
    competitions: ['prepared_speech'],
  });
type Payment = EventPayload<typeof purchaseChanged>;
const payments = new Map<string, Payment>();
const pay = async (reference: string, differences: Partial<Payment> = {}): Promise<Payment> => {
  const before = payments.get(reference) ?? {
    ...purchaseEvent({ purchaseId: randomUUID(), product: 'tournaments', reference }),
    ...{ status: 'paid', amountPaid: 4_001, version: 0 },
  };
  const payment = { ...before, ...differences, version: before.version + 1 };
  payments.set(reference, payment);
  await service.deliverEvent(purchaseChanged, payment);
  return payment;
};
const tokenOf = async (registrationId: string): Promise<string> => {
  const entered = await service.publishedEvents(tournamentEntered);
  return entered.findLast((event) => event.registrationId === registrationId)!.entryToken!;
};
const open = (token: string) => service.rpc.call(openOwnEntry, { token });
const withdraw = (token: string, refund: number) => service.rpc.call(withdrawOwnEntry, { token, refund });
const paidEntry = async (email: string, differences: Partial<Payment> = {}) => {
  const { registrationId } = await enter(email);
  await pay(registrationId, differences);
  return { registrationId, token: await tokenOf(registrationId) };
};
const list = async (place?: 'withdrawn' | 'ended') =>
  (await service.rpc.call(listTournamentRegistrations, { limit: 10, place })).items;

describe('a withdrawal of a paid entry', () => {
  it('shows the refund in cents, gives the place to the waitlist, and is published once', async () => {
    await edit({ capacity: 1, refundSteps: [{ ...FULL, percent: 50 }] });
    const { registrationId, token } = await paidEntry('ann@example.com');
    const waiting = await enter('ben@example.com');
    expect(waiting.position).toBe(1);
    // A part of a cent is the person's.
    expect(await open(token)).toMatchObject({
      ...{ state: 'paid', paid: 4_001, refunded: 0, withdrawn: null },
      withdrawal: { refund: 2_001, way: 'card' },
    });
    await expect(withdraw(token, 4_001)).rejects.toMatchObject({ code: 'refund_changed' });
    expect(await service.publishedEvents(entryWithdrawn)).toEqual([]);
    const answers = await Promise.all([withdraw(token, 2_001), withdraw(token, 2_001), withdraw(token, 2_001)]);
    for (const answer of answers)
      expect(answer).toMatchObject({ state: 'withdrawn', withdrawal: null, withdrawn: { refund: 2_001, way: 'card' } });
    expect(await service.publishedEvents(entryWithdrawn)).toMatchObject([
      { registrationId, email: 'ann@example.com', amountPaid: 4_001, amountRefunded: 0, refund: 2_001, way: 'card' },
    ]);
    expect(await open(await tokenOf(waiting.registrationId))).toMatchObject({ state: 'unpaid', position: null });
    expect((await service.publishedEvents(tournamentEntered)).at(-1)).toMatchObject({
      registrationId: waiting.registrationId,
      occasion: 'moved_up',
    });
    // The refund arrives: there is one email, that of the withdrawal.
    await pay(registrationId, { amountRefunded: 2_001 });
    await pay(registrationId, { amountRefunded: 4_001, status: 'refunded' });
    expect(await service.publishedEvents(placeLost)).toEqual([]);
    expect(await service.publishedEvents(paymentRefused)).toEqual([]);
    expect((await enter('ann@example.com')).registrationId).not.toBe(registrationId);
  });

  it('counts what was refunded before, and is never worse than at its payment', async () => {
    await edit({ refundSteps: [FULL, HALF] });
    const { registrationId, token } = await paidEntry('ann@example.com', { amountPaid: 4_000 });
    await edit({ refundSteps: [] });
    await pay(registrationId, { amountRefunded: 1_500 });
    expect(await open(token)).toMatchObject({ refunded: 1_500, withdrawal: { refund: 2_500, way: 'card' } });
    await pay(registrationId, { amountRefunded: 3_000 });
    await expect(withdraw(token, 2_500)).rejects.toMatchObject({ code: 'refund_changed' });
    expect(await withdraw(token, 1_000)).toMatchObject({ state: 'withdrawn', refunded: 3_000 });
  });

  it('at the instant of a step refunds by the next one, and none once the tournament has begun', async () => {
    await edit({ refundSteps: [FULL, HALF] });
    const { token } = await paidEntry('ann@example.com', { amountPaid: 4_000 });
    const at = async (days: number): Promise<void> => {
      await service.dataSource.query(
        `UPDATE events SET refund_steps = jsonb_build_array(jsonb_build_object('until', $2::text, 'percent', 100), jsonb_build_object('until', $3::text, 'percent', 50)) WHERE id = $1`,
        [FALL.id, inDays(10 - days), inDays(20 - days)],
      );
    };
    await service.dataSource.query(`UPDATE tournament_registrations SET refund_steps = '[]'`);
    await at(10);
    expect(await open(token)).toMatchObject({ withdrawal: { refund: 2_000 } });
    await expect(withdraw(token, 4_000)).rejects.toMatchObject({ code: 'refund_changed' });
    await at(20);
    expect(await open(token)).toMatchObject({ withdrawal: { refund: 0, way: 'none' } });
    await service.dataSource.query('UPDATE events SET registration_deadline = $2, datetime = $2 WHERE id = $1', [
      ...[FALL.id, NOW],
    ]);
    expect(await open(token)).toMatchObject({ state: 'paid', withdrawal: null });
    await expect(withdraw(token, 0)).rejects.toMatchObject({ code: 'withdrawal_refused' });
  });

  it('of an offline payment is owed by the association until staff undo it', async () => {
    await edit({ refundSteps: [FULL] });
    const { registrationId, token } = await paidEntry('ann@example.com', { sessionId: null });
    expect(await open(token)).toMatchObject({ withdrawal: { refund: 4_001, way: 'hand' } });
    expect(await withdraw(token, 4_001)).toMatchObject({ withdrawn: { refund: 4_001, way: 'hand' } });
    expect(await list('withdrawn')).toMatchObject([{ withdrawn: { refund: 4_001, isOwed: true } }]);
    await pay(registrationId, { status: 'refunded', amountRefunded: 4_001 });
    expect(await list('withdrawn')).toMatchObject([{ withdrawn: { refund: 4_001, isOwed: false } }]);
    expect(await service.publishedEvents(placeLost)).toEqual([]);
  });

  it('that a bank has reclaimed refunds nothing beside that', async () => {
    await edit({ refundSteps: [FULL] });
    const { registrationId, token } = await paidEntry('ann@example.com');
    await pay(registrationId, { isDisputed: true });
    expect(await open(token)).toMatchObject({ withdrawal: { refund: 0, way: 'disputed' } });
    expect(await withdraw(token, 0)).toMatchObject({ withdrawn: { refund: 0, way: 'disputed' } });
    await pay(registrationId, { isDisputed: false });
    expect(await service.publishedEvents(paymentRefused)).toEqual([]);
  });

  it('is counted apart from other entries that have ended', async () => {
    const { token } = await paidEntry('ann@example.com');
    const { registrationId } = await paidEntry('ben@example.com');
    await pay(registrationId, { status: 'refunded', amountRefunded: 4_001 });
    await withdraw(token, 0);
    expect(await list('withdrawn')).toMatchObject([
      { email: 'ann@example.com', withdrawn: { refund: 0, isOwed: false } },
    ]);
    expect(await list('ended')).toMatchObject([{ email: 'ben@example.com', withdrawn: null }]);
    const { rows } = await service.rpc.call(readEventRoster, { id: FALL.id });
    expect(rows.at(-1)).toMatchObject({ development: { entered: 0, paid: 0, waiting: 0, withdrawn: 1 } });
    await expect(open(`${token.slice(0, -1)}!`)).rejects.toMatchObject({ code: 'event_link_unknown' });
  });
});

describe('a withdrawal without money', () => {
  it('ends an unpaid entry and its payment page; a payment that arrives after all is refunded', async () => {
    const { registrationId, payToken } = await enter('ann@example.com');
    await pay(registrationId, { status: 'open', amountPaid: 0 });
    const token = await tokenOf(registrationId);
    expect(await open(token)).toMatchObject({ state: 'unpaid', withdrawal: { refund: 0, way: 'none' } });
    expect(await withdraw(token, 0)).toMatchObject({ state: 'withdrawn', paid: 0 });
    expect(await service.publishedEvents(paymentWithdrawn)).toMatchObject([{ reference: registrationId }]);
    expect(await service.rpc.call(previewPaymentLink, { token: payToken! })).toMatchObject({
      state: 'closed',
      message: expect.stringContaining('You withdrew your entry') as string,
    });
    // A bank debit was on its way, or a page was being opened.
    await pay(registrationId, { status: 'paid', amountPaid: 4_000 });
    expect(await service.publishedEvents(paymentRefused)).toMatchObject([{ reason: 'withdrawn' }]);
    expect(await open(token)).toMatchObject({ state: 'withdrawn' });
  });

  it('of a person who waits keeps the order of the others', async () => {
    await edit({ capacity: 1 });
    await paidEntry('ann@example.com');
    const [first, second] = [await enter('ben@example.com'), await enter('cy@example.com')];
    const token = await tokenOf(first.registrationId);
    expect(await open(token)).toMatchObject({ state: 'waiting', position: 1, withdrawal: { refund: 0 } });
    await withdraw(token, 0);
    expect(await open(await tokenOf(second.registrationId))).toMatchObject({ state: 'waiting', position: 1 });
  });

  it('of an annual member’s free entry leaves the membership’s entry for another one, on the member’s own page', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent({ plan: 'annual' }));
    const member = { id: ANN, email: 'ann@example.com' };
    const mine = async () =>
      (await service.rpc.call(listMyEvents, { member })).find(({ eventId }) => eventId === FALL.id)!.entry;
    await enter(member.email, member);
    const token = (await mine())!.entryToken!;
    expect(await open(token)).toMatchObject({ state: 'paid', paid: 0, withdrawal: { refund: 0, way: 'none' } });
    await withdraw(token, 0);
    expect(await mine()).toBeNull();
    expect(await enter(member.email, member)).toMatchObject({ amount: 0 });
  });
});
