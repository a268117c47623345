import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  adminActed,
  membershipCancelled,
  membershipEnded,
  membershipExtended,
  membershipPaused,
  membershipRenewed,
  membershipResumed,
} from '@lectern/contracts/billing/events';
import type { MembershipAction, MembershipEffects } from '@lectern/contracts/billing/membership-action';
import * as contracts from '@lectern/contracts/billing/membership-action-rpc';
import * as billing from '@lectern/contracts/billing/rpc';
import { until } from '@lectern/test-kit/until';
import { admin, codeOf, DAY, details, endRenewals, member, payments } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await system.startReplica();
  await until(
    'the prices to be created',
    async () => (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual != null,
  );
});
afterEach(async () => {
  await system.faults('api', {});
  endRenewals(system);
});
afterAll(() => system.close());

type Who = { readonly userId: string };
const treasurer = { ...admin(), role: 'treasurer' as const };
const preview = ({ userId }: Who, action: MembershipAction) =>
  system.rpc.call(contracts.previewMembershipAction, { userId, action, by: treasurer });
const change = ({ userId }: Who, action: MembershipAction, effects: MembershipEffects, id: string = randomUUID()) =>
  system.rpc.call(contracts.changeMembership, { userId, id, action, effects, reason: 'Asked by phone', by: treasurer });
const act = async (who: Who, action: MembershipAction): Promise<void> => {
  await change(who, action, await preview(who, action));
};
const messageOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
const chargedTo = async ({ customerId }: { readonly customerId: string }) =>
  (await system.stripe.charges.list({ customer: customerId })).data.map(({ amount }) => amount);
const actionsOf = async (who: Who) =>
  system.database.query<{ kind: string; reason: string | null; done: boolean }[]>(
    `SELECT action.kind, action.reason, action.done_at IS NOT NULL AS done FROM membership_actions action
     JOIN customers customer ON customer.id = action.customer_id WHERE customer.user_id = $1 ORDER BY action.asked_at`,
    [who.userId],
  );

const lastSubscriptionOf = async ({ customerId }: { readonly customerId: string }) =>
  (await system.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data[0]!.id;

describe('staff cancel a membership', () => {
  it('at the end of its period, and revert that', async () => {
    const who = await member(system);
    const effects = await preview(who, { kind: 'cancel' });
    const { current_period_end: end } = (await details(system, who))!;
    expect(effects).toMatchObject({
      endsNow: false,
      paidUntil: end,
      nextCharge: null,
      amountDue: 0,
      email: 'cancelled',
    });
    expect(await details(system, who)).toMatchObject({ cancel_at_period_end: false });
    await change(who, { kind: 'cancel' }, effects);
    expect(await details(system, who)).toMatchObject({ status: 'cancelled', access_until: end });
    expect(await system.publishedEvents(membershipCancelled, { userId: who.userId })).toHaveLength(1);
    expect(await messageOf(preview(who, { kind: 'cancel' }))).toContain('cancelled already');

    const back = await preview(who, { kind: 'resume' });
    expect(back).toMatchObject({ nextCharge: { amount: 9_500, at: end }, email: 'resumed' });
    await change(who, { kind: 'resume' }, back);
    expect(await details(system, who)).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect(await system.publishedEvents(membershipResumed, { userId: who.userId })).toHaveLength(1);
    expect(await codeOf(preview(who, { kind: 'resume' }))).toBe('membership_action_refused');
    expect(await actionsOf(who)).toEqual([
      { kind: 'cancel', reason: 'Asked by phone', done: true },
      { kind: 'resume', reason: 'Asked by phone', done: true },
    ]);
    expect((await system.publishedEvents(adminActed, { action: 'change_membership' })).at(-1)).toMatchObject({
      by: { adminId: treasurer.adminId },
      details: { change: 'resume', email: who.email },
    });
  });

  it('now: it ends without a refund, and the member is emailed', async () => {
    const who = await member(system);
    const effects = await preview(who, { kind: 'cancel_now' });
    expect(effects).toMatchObject({ endsNow: true, nextCharge: null, amountDue: 0, email: 'ended' });
    await change(who, { kind: 'cancel_now' }, effects);
    expect(await details(system, who)).toMatchObject({ status: 'cancelled', access_until: null });
    expect((await system.stripe.refunds.list({ limit: 100 })).data).toEqual([]);
    expect(
      await system.publishedEvents(membershipEnded, { subscriptionId: await lastSubscriptionOf(who) }),
    ).toMatchObject([{ reason: 'cancelled', amountRefunded: 0 }]);
    expect(await codeOf(preview(who, { kind: 'cancel_now' }))).toBe('membership_action_refused');
    expect(await codeOf(preview({ userId: randomUUID() }, { kind: 'cancel_now' }))).toBe('not_found');
  });

  it('once, however often it is requested, also by two tabs', async () => {
    const who = await member(system);
    const effects = await preview(who, { kind: 'cancel_now' });
    const id = randomUUID();
    await Promise.all([1, 2, 3].map(() => change(who, { kind: 'cancel_now' }, effects, id)));
    await change(who, { kind: 'cancel_now' }, effects, id);
    expect(await actionsOf(who)).toHaveLength(1);
    expect(await codeOf(change(who, { kind: 'cancel' }, effects, id))).toBe('idempotency_conflict');
    const other = await member(system);
    expect(await codeOf(change(other, { kind: 'cancel_now' }, effects, id))).toBe('idempotency_conflict');
  });

  it('only as it was shown: nothing is done where the member changed it meanwhile', async () => {
    const who = await member(system);
    const effects = await preview(who, { kind: 'pause', months: 2 });
    await system.rpc.call(billing.pauseMembership, { userId: who.userId, months: 1 });
    expect(await codeOf(change(who, { kind: 'pause', months: 2 }, effects))).toBe('pause_refused');
    const shown = await preview(who, { kind: 'cancel' });
    expect(await codeOf(change(who, { kind: 'cancel' }, { ...shown, paidUntil: null }))).toBe('version_conflict');
    expect(await actionsOf(who)).toEqual([]);
    expect(await details(system, who)).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  it('after an outage of the provider by the repeated request', async () => {
    const who = await member(system);
    const effects = await preview(who, { kind: 'cancel_now' });
    const id = randomUUID();
    await system.faults('api', { fail: 1, route: 'DELETE /v1/subscriptions/:id' });
    expect(await codeOf(change(who, { kind: 'cancel_now' }, effects, id))).toBe('payment_provider_unavailable');
    expect(await actionsOf(who)).toMatchObject([{ kind: 'cancel_now', done: false }]);
    await system.faults('api', {});
    await change(who, { kind: 'cancel_now' }, effects, id);
    expect(await details(system, who)).toMatchObject({ status: 'cancelled' });
    expect(await actionsOf(who)).toMatchObject([{ kind: 'cancel_now', done: true }]);
  });

  it('not at its end where nothing is paid', async () => {
    const who = await member(system, {}, 'later-fails');
    await system.advance(32 * DAY);
    await until('the renewal to fail', async () => (await details(system, who))?.status === 'past_due');
    expect(await messageOf(preview(who, { kind: 'cancel' }))).toContain('End it now');
    await act(who, { kind: 'cancel_now' });
    expect(await details(system, who)).toMatchObject({ status: 'cancelled' });
  });
});

describe('staff switch the plan', () => {
  it('for what was shown, and charge the member', async () => {
    const who = await member(system);
    await system.advance(10 * DAY);
    const effects = await preview(who, { kind: 'switch', plan: 'annual' });
    expect(effects).toMatchObject({ plan: 'annual', price: 95_000, email: 'switched' });
    expect(effects.amountDue).toBe(95_000 - effects.credit);
    await system.advance(60);
    const id = randomUUID();
    await change(who, { kind: 'switch', plan: 'annual' }, effects, id);
    await change(who, { kind: 'switch', plan: 'annual' }, effects, id);
    expect(await chargedTo(who)).toEqual([effects.amountDue, 9_500]);
    const refusal = 'The plan is annual already. Reload the page.';
    expect(await messageOf(preview(who, { kind: 'switch', plan: 'annual' }))).toBe(refusal);
    const [line] = await system.database.query<{ change: string; plan: string }[]>(
      'SELECT change, plan FROM renewal_changes WHERE customer_id = $1',
      [who.customerId],
    );
    expect(line).toEqual({ change: 'switched', plan: 'annual' });
  });

  it('not where the card does not pay it', async () => {
    const who = await member(system, {}, 'later-fails');
    const effects = await preview(who, { kind: 'switch', plan: 'annual' });
    expect(await codeOf(change(who, { kind: 'switch', plan: 'annual' }, effects))).toBe('card_declined');
    expect(await details(system, who)).toMatchObject({ interval: 'month' });
    expect(await actionsOf(who)).toEqual([]);
  });

  it('not for other amounts than those shown', async () => {
    const who = await member(system);
    const effects = await preview(who, { kind: 'switch', plan: 'annual' });
    await system.stripe.customers.createBalanceTransaction(who.customerId, { amount: -2_000, currency: 'usd' });
    expect(await codeOf(change(who, { kind: 'switch', plan: 'annual' }, effects))).toBe('version_conflict');
    expect(await chargedTo(who)).toEqual([9_500]);
  });
});

describe('staff pause a membership', () => {
  it('for one to three months, and end the pause', async () => {
    const who = await member(system);
    const effects = await preview(who, { kind: 'pause', months: 2 });
    const { current_period_end: from } = (await details(system, who))!;
    expect(effects).toMatchObject({ pause: { from }, nextCharge: { amount: 9_500 }, email: 'paused' });
    await change(who, { kind: 'pause', months: 2 }, effects);
    expect((await details(system, who))?.pause).toMatchObject({ until: effects.pause!.until });
    expect(await system.publishedEvents(membershipPaused, { userId: who.userId })).toHaveLength(1);
    await system.advance(Math.round((Date.parse(from) - system.sandbox.clock.nowMs()) / 1_000) + 3_600);
    await until('the pause to begin', async () => (await details(system, who))?.status === 'paused');

    const end = await preview(who, { kind: 'end_pause' });
    expect(end).toMatchObject({ amountDue: 9_500, email: 'pause_ended' });
    await change(who, { kind: 'end_pause' }, end);
    expect(await details(system, who)).toMatchObject({ status: 'active', pause: null });
    expect(await chargedTo(who)).toEqual([9_500, 9_500]);
    expect(await codeOf(preview(who, { kind: 'end_pause' }))).toBe('pause_refused');
  });
});

describe('staff extend a membership', () => {
  it('to a later charge: nothing is charged before, and it is emailed once', async () => {
    const who = await member(system);
    const { current_period_end: end } = (await details(system, who))!;
    const until20 = new Date(Date.parse(end) + 20 * DAY * 1_000).toISOString();
    const action = { kind: 'extend', until: until20 } as const;
    expect(await messageOf(preview(who, { kind: 'extend', until: end }))).toContain('after the next charge');
    const effects = await preview(who, action);
    expect(effects).toMatchObject({ amountDue: 0, paidUntil: until20, nextCharge: { amount: 9_500, at: until20 } });
    const id = randomUUID();
    await system.faults('api', { fail: 1, route: 'POST /v1/subscriptions/:id' });
    expect(await codeOf(change(who, action, effects, id))).toBe('payment_provider_unavailable');
    await system.faults('api', {});
    await change(who, action, effects, id);
    await change(who, action, effects, id);
    expect(Date.parse((await details(system, who))!.current_period_end)).toBe(
      Math.floor(Date.parse(until20) / 1_000) * 1_000,
    );
    expect(await details(system, who)).toMatchObject({ status: 'active', access_until: null });
    expect(await system.publishedEvents(membershipExtended, { userId: who.userId })).toMatchObject([
      { actionId: id, price: 9_500, renewsAt: until20 },
    ]);
    // The provider's invoice of nothing is neither listed nor emailed.
    expect(await payments(system, who)).toHaveLength(1);
    await system.advance(45 * DAY);
    expect(await chargedTo(who)).toEqual([9_500]);
    await system.advance(6 * DAY);
    await until('the later charge', async () => (await payments(system, who)).length === 2);
    expect(await chargedTo(who)).toEqual([9_500, 9_500]);
    expect(await system.publishedEvents(membershipRenewed, { userId: who.userId })).toMatchObject([
      { reason: 'renewed', amount: 9_500 },
    ]);
  });

  it('again, and not one that is cancelled or paused, or by more than a year', async () => {
    const who = await member(system);
    const later = async (days: number) => {
      const { current_period_end: end } = (await details(system, who))!;
      return { kind: 'extend', until: new Date(Date.parse(end) + days * DAY * 1_000).toISOString() } as const;
    };
    await act(who, await later(10));
    await act(who, await later(10));
    expect(await codeOf(preview(who, await later(367)))).toBe('invalid_request');
    await act(who, { kind: 'cancel' });
    expect(await messageOf(preview(who, await later(10)))).toContain('Resume it first');
    await act(who, { kind: 'resume' });
    await act(who, await later(5));
    const paused = await member(system);
    await act(paused, { kind: 'pause', months: 1 });
    expect(await messageOf(preview(paused, await later(60)))).toContain('End the pause first');
  });
});

describe('a request of the member that does nothing', () => {
  it('is refused, unless it repeats the request that did it', async () => {
    const who = await member(system);
    const { userId } = who;
    const quote = await system.rpc.call(billing.previewPlanSwitch, { userId, plan: 'annual' });
    const accept = { userId, plan: quote.plan, amountDue: quote.amountDue, creditLeft: quote.creditLeft };
    await system.rpc.call(billing.switchPlan, { ...accept, quotedAt: quote.quotedAt });
    await system.rpc.call(billing.switchPlan, { ...accept, quotedAt: quote.quotedAt });
    const later = new Date(Date.parse(quote.quotedAt) + 5_000).toISOString();
    expect(await codeOf(system.rpc.call(billing.switchPlan, { ...accept, quotedAt: later }))).toBe('switch_refused');
    expect(await codeOf(system.rpc.call(billing.endPause, { userId, amountDue: 0 }))).toBe('pause_refused');

    const other = await member(system);
    await system.rpc.call(billing.pauseMembership, { userId: other.userId, months: 1 });
    await system.rpc.call(billing.endPause, { userId: other.userId, amountDue: 0 });
    expect(await codeOf(system.rpc.call(billing.endPause, { userId: other.userId, amountDue: 0 }))).toBe('answered');
    expect(await codeOf(system.rpc.call(billing.endPause, { userId: other.userId, amountDue: 9_500 }))).toBe(
      'pause_refused',
    );
  });
});
