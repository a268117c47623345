import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { adminActed, creditChanged, purchaseChanged, staffRefunded } from '@lectern/contracts/billing/events';
import * as balance from '@lectern/contracts/billing/payment-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import * as billing from '@lectern/contracts/billing/rpc';
import { entryWithdrawn } from '@lectern/contracts/registrations/events';
import type { EventPayload } from '@lectern/contracts/event';
import { until } from '@lectern/test-kit/until';
import { makeCreditChanges, makeRefunds } from '../jobs.ts';
import {
  admin,
  allEventsProcessed,
  codeOf,
  DAY,
  details,
  endRenewals,
  member,
  pay,
  purchaseOf,
} from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

const REFUNDS = 'POST /v1/refunds';

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await until('the prices to be created', async () =>
    (await system.rpc.call(billing.listPrograms, {})).every(
      (program) => program.stripePriceIdMonthly ?? program.stripePriceIdOnce,
    ),
  );
});
afterAll(() => system.close());

type Movement = RpcOutput<typeof balance.getBalanceMovement>;
const show = (id: string): Promise<Movement> => system.rpc.call(balance.getBalanceMovement, { id });
/** The charge of a customer in the list, once the ledger has it. */
const chargeOf = async (customerId: string): Promise<string> => {
  const found = await until('the charge to be listed', async () => {
    const query = { q: customerId, kind: 'charge', from: null, before: null, limit: 10 } as const;
    const { items } = await system.rpc.call(balance.listBalance, query);
    return items[0]?.isOurs === true ? items[0] : undefined;
  });
  return found.id;
};
type Request = RpcInput<typeof balance.refundCharge>;
const request = (movementId: string, differences: Partial<Request>): Request => ({
  ...{ id: randomUUID(), movementId, amount: 1_000, left: 9_500, reason: 'A session was cancelled.', by: admin() },
  ...differences,
});
const refund = (input: Request) => system.rpc.call(balance.refundCharge, input);
const atProvider = async (customer: string): Promise<number[]> => {
  const [charge] = (await system.stripe.charges.list({ customer })).data;
  return (await system.stripe.refunds.list({ charge: charge!.id })).data.map(({ amount }) => amount);
};
const published = async (name: string, refundId: string): Promise<number> =>
  (
    await system.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM outbox WHERE name = $1 AND payload::text LIKE '%' || $2 || '%'`,
      [name, refundId],
    )
  )[0]!.n;

const publishedRefunds = (refundId: string): Promise<number> => published(staffRefunded.name, refundId);

/** A guest who paid for an event. */
const guest = async (): Promise<{ customerId: string; reference: string }> => {
  const what = purchaseOf({ title: 'Spring Open', product: 'tournaments', amount: 4_000 });
  const customerId = await pay(system, (await system.rpc.call(billing.openPurchaseCheckout, what)).checkoutUrl);
  return { customerId, reference: what.reference };
};

const withdrawn = (reference: string, differences: Partial<EventPayload<typeof entryWithdrawn>> = {}) =>
  system.deliverAndWait(entryWithdrawn, {
    ...{ registrationId: reference, email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee', userId: null },
    ...{ title: 'Spring Open', beginsAt: new Date().toISOString(), at: new Date().toISOString() },
    ...{ amountPaid: 4_000, amountRefunded: 0, refund: 2_000, way: 'card' as const },
    ...differences,
  });

describe('a refund by staff', () => {
  it('of a part is made once, emailed, recorded with its reason, and ends nothing', async () => {
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    expect(await show(id)).toMatchObject({ refundable: { left: 9_500, ends: 'membership' }, refunds: [] });
    const asked = request(id, {});
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(asked)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['made']));
    expect(await atProvider(who.customerId)).toEqual([1_000]);
    expect(await details(system, who)).toMatchObject({ status: 'active' });
    expect(await published(staffRefunded.name, asked.id)).toBe(1);
    expect(await published(adminActed.name, asked.id)).toBe(1);
    const left = await until('the ledger to have the refund', async () => {
      const { refundable, movements, refunds } = await show(id);
      return movements.length === 2 ? { refundable, refunds } : undefined;
    });
    expect(left).toMatchObject({
      refundable: { left: 8_500 },
      refunds: [{ id: asked.id, amount: 1_000, reason: asked.reason, status: 'made', askedBy: asked.by.adminId }],
    });
    await expect(refund({ ...asked, amount: 2_000 })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it('of all that is left ends the membership of the running period, which has its own email', async () => {
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    await refund(request(id, { amount: 500 }));
    const rest = request(id, { amount: 9_000, left: 9_000 });
    expect(await refund(rest)).toMatchObject({ status: 'made', ends: 'membership' });
    expect(await details(system, who)).toMatchObject({ status: 'cancelled' });
    expect(await published(staffRefunded.name, rest.id)).toBe(0);
    expect((await show(id)).refundable).toBeNull();
  });

  it('of a payment of an earlier month ends nothing', async () => {
    endRenewals(system);
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    await system.advance(32 * DAY);
    await until('the renewal', async () => {
      const { refundable } = await show(id);
      return refundable?.ends === null;
    });
    const asked = request(id, { amount: 9_500 });
    expect(await refund(asked)).toMatchObject({ status: 'made', ends: null });
    expect(await details(system, who)).toMatchObject({ status: 'active' });
    expect(await published(staffRefunded.name, asked.id)).toBe(1);
  });

  it('of a period that is over at the provider, and not yet here, is emailed, as it ends nothing', async () => {
    endRenewals(system);
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    await allEventsProcessed(system);
    // The messages about the renewal are late.
    await system.faults('delivery', { delaySeconds: 3_600 });
    await system.advance(32 * DAY);
    const asked = request(id, { amount: 9_500 });
    expect((await show(id)).refundable).toEqual({
      left: 9_500,
      ends: 'membership',
      credited: 0,
      withdrawable: 0,
      asCredit: true,
    });
    expect(await refund(asked)).toMatchObject({ status: 'made', ends: null });
    await system.faults('delivery', {});
    expect(await details(system, who)).toMatchObject({ status: 'active' });
    expect(await published(staffRefunded.name, asked.id)).toBe(1);
  });

  it('of an event ends the registration when it is complete, and not before', async () => {
    const { customerId, reference } = await guest();
    const id = await chargeOf(customerId);
    const statusOf = async (): Promise<string> =>
      (
        await system.database.query<{ status: string }[]>('SELECT status FROM purchases WHERE reference = $1', [
          reference,
        ])
      )[0]!.status;
    await refund(request(id, { amount: 1_500, left: 4_000 }));
    expect(await statusOf()).toBe('paid');
    expect(await refund(request(id, { amount: 2_500, left: 2_500 }))).toMatchObject({ ends: 'registration' });
    expect(await statusOf()).toBe('refunded');
  });

  it('is refused above what is left, after a refund in the meantime, of what is no charge, and of a disputed one', async () => {
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    await expect(refund(request(id, { amount: 9_501 }))).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { amount: 'Enter at most $95.00' },
    });
    const races = await Promise.all([5_000, 6_000, 7_000].map((amount) => codeOf(refund(request(id, { amount })))));
    expect(races.toSorted()).toEqual(['answered', 'version_conflict', 'version_conflict']);
    expect(await atProvider(who.customerId)).toHaveLength(1);
    expect(await codeOf(refund(request('txn_none', {})))).toBe('not_found');
    const of = await until('the refund in the ledger', async () =>
      (await show(id)).movements.find(({ kind }) => kind === 'refund'),
    );
    expect(await codeOf(refund(request(of.id, {})))).toBe('not_found');
  });

  it('that the provider refuses refunds nothing, says why, and another one can be made', async () => {
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    // Staff refunded it at the provider a moment ago, which the ledger here does not have.
    await system.faults('api', { fail: 1, route: 'GET /v1/balance_transactions' });
    const [charge] = (await system.stripe.charges.list({ customer: who.customerId })).data;
    await system.stripe.refunds.create({ charge: charge!.id });
    const asked = request(id, {});
    const refused = { code: 'refund_refused', message: expect.stringContaining('refunded') };
    await expect(refund(asked)).rejects.toMatchObject(refused);
    await expect(refund(asked)).rejects.toMatchObject(refused);
    await system.faults('api', {});
    expect((await show(id)).refunds).toMatchObject([{ id: asked.id, status: 'refused' }]);
    expect(await atProvider(who.customerId)).toEqual([9_500]);
  });

  it('waits for a provider that is down, and is made once', async () => {
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    await system.faults('api', { fail: 1, route: REFUNDS });
    const asked = request(id, {});
    expect(await refund(asked)).toMatchObject({ status: 'asked' });
    expect(await show(id)).toMatchObject({ refundable: { left: 8_500 }, refunds: [{ status: 'asked' }] });
    await system.faults('api', {});
    await system.database.query(`UPDATE staff_refunds SET asked_at = asked_at - interval '2 minutes' WHERE id = $1`, [
      asked.id,
    ]);
    await until('the job to make it', async () => {
      await system.wake(makeRefunds);
      return (await show(id)).refunds[0]?.status === 'made';
    });
    expect(await refund(asked)).toMatchObject({ status: 'made' });
    expect(await atProvider(who.customerId)).toEqual([1_000]);
    expect(await published(staffRefunded.name, asked.id)).toBe(1);
  });

  /** A member who has just switched from annual to monthly, with the annual charge. */
  const switched = async () => {
    const who = await member(system, { plan: 'annual' });
    const id = await chargeOf(who.customerId);
    expect((await show(id)).refundable).toMatchObject({ left: 95_000, ends: 'membership', credited: 0 });
    await system.advance(60);
    const quote = await system.rpc.call(billing.previewPlanSwitch, { userId: who.userId, plan: 'monthly' });
    await system.rpc.call(billing.switchPlan, { userId: who.userId, ...quote });
    return { who, id, quote };
  };
  const balanceOf = async (customerId: string): Promise<number> => {
    const customer = await system.stripe.customers.retrieve(customerId);
    return customer.deleted === true ? 0 : 0 - customer.balance;
  };

  it('shows the credit that a switch of plan gave for the rest of its period, and ends nothing', async () => {
    const { who, id, quote } = await switched();
    const { credit: credited, creditLeft: withdrawable } = quote;
    expect((await show(id)).refundable).toEqual({ left: 95_000, ends: null, credited, withdrawable, asCredit: true });
    expect(credited).toBeGreaterThan(90_000);
    expect(withdrawable).toBe(await balanceOf(who.customerId));
    expect(await refund(request(id, { amount: 95_000, left: 95_000 }))).toMatchObject({ ends: null });
    expect(await details(system, who)).toMatchObject({ status: 'active' });
  });

  it('withdraws the unspent credit of a switch in the same act, once', async () => {
    const { who, id, quote } = await switched();
    const asked = request(id, { amount: 95_000, left: 95_000, withdraw: quote.creditLeft });
    await expect(refund({ ...asked, withdraw: quote.creditLeft + 1 })).rejects.toMatchObject({
      code: 'version_conflict',
    });
    const answers = await Promise.all([refund(asked), refund(asked)]);
    expect(answers.map(({ status }) => status)).toEqual(['made', 'made']);
    expect(await atProvider(who.customerId)).toEqual([95_000]);
    expect(await balanceOf(who.customerId)).toBe(0);
    expect(await published(creditChanged.name, asked.id)).toBe(1);
  });

  it('that the provider refuses gives the withdrawn credit back', async () => {
    const { who, id, quote } = await switched();
    await system.faults('api', { fail: 1, route: 'GET /v1/balance_transactions' });
    const [charge] = (await system.stripe.charges.list({ customer: who.customerId })).data;
    await system.stripe.refunds.create({ charge: charge!.id });
    const asked = request(id, { amount: 95_000, left: 95_000, withdraw: quote.creditLeft });
    expect(await codeOf(refund(asked))).toBe('refund_refused');
    await system.faults('api', {});
    await system.database.query(`UPDATE credit_changes SET asked_at = asked_at - interval '2 minutes'`);
    await until('the credit to be back', async () => {
      await system.wake(makeCreditChanges);
      return (await balanceOf(who.customerId)) === quote.creditLeft;
    });
  });

  it('is not made where the credit that it withdraws is spent in the same moment', async () => {
    const { who, id, quote } = await switched();
    const { creditLeft: amount } = quote;
    // An invoice uses it before its event is known here.
    await system.stripe.customers.createBalanceTransaction(who.customerId, { amount, currency: 'usd' });
    const asked = request(id, { amount, left: 95_000, withdraw: amount });
    const refused = await refund(asked).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringMatching(/Nothing was refunded|changed meanwhile/) });
    expect(await atProvider(who.customerId)).toEqual([]);
    expect(await balanceOf(who.customerId)).toBe(0);
  });

  it('as credit adds it to the credit of the member, once, and ends nothing', async () => {
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    const asked = request(id, { amount: 9_500, method: 'credit' });
    const answers = await Promise.all([refund(asked), refund(asked)]);
    expect(answers).toMatchObject([
      { status: 'made', ends: null },
      { status: 'made', ends: null },
    ]);
    expect(await atProvider(who.customerId)).toEqual([]);
    expect(await balanceOf(who.customerId)).toBe(9_500);
    expect(await details(system, who)).toMatchObject({ status: 'active' });
    expect(await show(id)).toMatchObject({ refundable: null, refunds: [{ method: 'credit', status: 'made' }] });
    expect(await published(creditChanged.name, asked.id)).toBe(1);
    expect(await published(staffRefunded.name, asked.id)).toBe(0);
    await expect(refund({ ...asked, method: 'card' })).rejects.toMatchObject({ code: 'idempotency_conflict' });
  });

  it('as credit of an entry counts as returned for its registration, and against a withdrawal', async () => {
    const who = await member(system);
    const entry = purchaseOf({
      ...{ title: 'Spring Open', product: 'tournaments', amount: 4_000, userId: who.userId, email: who.email },
    });
    await pay(system, (await system.rpc.call(billing.openPurchaseCheckout, entry)).checkoutUrl);
    const id = await until('the charge of the entry', async () => {
      const query = { q: who.customerId, kind: 'charge', from: null, before: null, limit: 10 } as const;
      const { items } = await system.rpc.call(balance.listBalance, query);
      return items.find(({ title }) => title === 'Spring Open')?.id;
    });
    const { reference } = entry;
    await refund(request(id, { amount: 1_500, left: 4_000, method: 'credit' }));
    expect((await system.publishedEvents(purchaseChanged, { reference })).at(-1)).toMatchObject({
      ...{ status: 'paid', amountPaid: 4_000, amountRefunded: 1_500 },
    });
    await withdrawn(reference, { refund: 500, amountRefunded: 1_500 });
    await until('the rest at the provider', async () => (await show(id)).refunds.length === 2);
    expect((await show(id)).refunds.map(({ method, amount }) => [method, amount]).toSorted()).toEqual([
      ['card', 500],
      ['credit', 1_500],
    ]);
  });

  it('as credit waits for a provider that is down, and is given once', async () => {
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    await system.faults('api', { fail: 1, route: 'POST /v1/customers/:id/balance_transactions' });
    const asked = request(id, { method: 'credit' });
    expect(await refund(asked)).toMatchObject({ status: 'asked' });
    expect((await show(id)).refundable).toMatchObject({ left: 8_500 });
    await system.faults('api', {});
    await system.database.query(`UPDATE staff_refunds SET asked_at = asked_at - interval '2 minutes' WHERE id = $1`, [
      asked.id,
    ]);
    await until('the job to make it', async () => {
      await system.wake(makeRefunds);
      return (await show(id)).refunds[0]?.status === 'made';
    });
    expect(await balanceOf(who.customerId)).toBe(1_000);
    expect(await published(creditChanged.name, asked.id)).toBe(1);
  });

  it('as credit is for members alone', async () => {
    const { customerId } = await guest();
    const id = await chargeOf(customerId);
    expect((await show(id)).refundable).toMatchObject({ asCredit: false });
    await expect(refund(request(id, { left: 4_000, method: 'credit' }))).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { method: expect.stringContaining('guest') },
    });
  });

  it('keeps its amount and loses its reason when the person is erased', async () => {
    const who = await member(system);
    const id = await chargeOf(who.customerId);
    const asked = request(id, { reason: 'Ada asked for it.' });
    await refund(asked);
    await system.deliverEvent(accountDeleted, {
      leavesPurchases: false,
      userId: who.userId,
      email: who.email,
      verifiedEmail: who.email,
      firstName: who.firstName!,
      deletedAt: new Date().toISOString(),
    });
    await until('the reason to be erased', async () => (await show(id)).refunds[0]?.reason === null);
    expect((await show(id)).refunds).toMatchObject([{ amount: 1_000, reason: null }]);
  });
});

describe('the refund of a person who withdrew', () => {
  const refunded = async (customerId: string, amounts: number[]): Promise<void> => {
    await until('the refunds at the provider', async () => (await atProvider(customerId)).length === amounts.length);
    expect((await atProvider(customerId)).toSorted()).toEqual(amounts);
  };

  it('is made once, also before the ledger has read the charge, and ends nothing more', async () => {
    await system.faults('api', { fail: 1, route: 'GET /v1/balance_transactions' });
    const { customerId, reference } = await guest();
    await withdrawn(reference);
    await withdrawn(reference);
    await refunded(customerId, [2_000]);
    await system.faults('api', {});
    const published = await until('the purchase with its refund', async () => {
      const events = await system.publishedEvents(purchaseChanged, { reference });
      return events.at(-1)?.amountRefunded === 2_000 ? events.at(-1) : undefined;
    });
    expect(published).toMatchObject({ status: 'paid', amountPaid: 4_000 });
    const id = await chargeOf(customerId);
    expect(await show(id)).toMatchObject({
      refundable: { left: 2_000, ends: null },
      refunds: [{ id: reference, amount: 2_000, status: 'made', askedBy: null }],
    });
    expect(await publishedRefunds(reference)).toBe(0);
    // Staff give the rest back, which has an email, because it ends nothing.
    const rest = request(id, { amount: 2_000, left: 2_000 });
    expect(await refund(rest)).toMatchObject({ status: 'made', ends: null });
    expect(await publishedRefunds(rest.id)).toBe(1);
  });

  it('counts what staff asked for in the same moment, and waits for a provider that is down', async () => {
    const { customerId, reference } = await guest();
    const id = await chargeOf(customerId);
    await system.faults('api', { fail: 1, route: REFUNDS });
    const asked = request(id, { amount: 500, left: 4_000 });
    expect(await refund(asked)).toMatchObject({ status: 'asked' });
    await withdrawn(reference);
    expect(await show(id)).toMatchObject({ refundable: { left: 2_000 } });
    await system.faults('api', {});
    await system.database.query(`UPDATE staff_refunds SET asked_at = asked_at - interval '2 minutes' WHERE id = $1`, [
      asked.id,
    ]);
    await system.wake(makeRefunds);
    await refunded(customerId, [1_500, 500]);
  });

  it('is not made beside a payment that staff recorded, or a bank has reclaimed', async () => {
    const { customerId, reference } = await guest();
    const id = await chargeOf(customerId);
    await withdrawn(reference, { refund: 0, way: 'disputed' });
    expect(await show(id)).toMatchObject({ refundable: { left: 4_000, ends: null }, refunds: [] });
    expect(await atProvider(customerId)).toEqual([]);
  });
});
