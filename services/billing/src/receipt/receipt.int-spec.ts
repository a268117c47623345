import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountChanged, accountDeleted, claimsGranted, peopleMerged } from '@lectern/contracts/identity/events';
import * as balance from '@lectern/contracts/billing/payment-rpc';
import type { Receipt } from '@lectern/contracts/billing/receipt';
import * as billing from '@lectern/contracts/billing/rpc';
import { until } from '@lectern/test-kit/until';
import { admin, codeOf, DAY, member, pay, payments, purchaseOf } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

const BEGINS_AT = '2027-04-12T17:00:00.000Z';

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

const receiptOf = (id: string, userId: string): Promise<Receipt> => system.rpc.call(balance.getReceipt, { id, userId });
const ofGuest = (reference: string): Promise<Receipt> => system.rpc.call(balance.getGuestReceipt, { reference });
const onlyPayment = async (userId: string): Promise<string> => {
  const [payment] = await until('the payment', async () => {
    const found = await payments(system, { userId });
    return found.length > 0 ? found : undefined;
  });
  return payment!.id;
};
/** The charge in the list, once the ledger has it. */
const chargeOf = async (customerId: string): Promise<string> =>
  until('the charge to be listed', async () => {
    const query = { q: customerId, kind: 'charge', from: null, before: null, limit: 10 } as const;
    const { items } = await system.rpc.call(balance.listBalance, query);
    return items[0]?.isOurs === true ? items[0].id : undefined;
  });
const guest = async (differences: Parameters<typeof purchaseOf>[0] = {}) => {
  const what = purchaseOf({ title: 'Spring Open', product: 'tournaments', amount: 4_000, ...differences });
  const customerId = await pay(system, (await system.rpc.call(billing.openPurchaseCheckout, what)).checkoutUrl);
  return { customerId, ...what };
};

describe('a receipt', () => {
  it('of dues has the number and the period of the invoice, the payer and the card', async () => {
    const who = await member(system, { firstName: 'Zoë', lastName: 'Łukasz', plan: 'annual' });
    await chargeOf(who.customerId);
    const [invoice] = (await system.stripe.invoices.list({ customer: who.customerId })).data;
    const { start, end } = invoice!.lines.data[0]!.period;
    expect(await receiptOf(await onlyPayment(who.userId), who.userId)).toEqual({
      number: invoice!.number,
      paidAt: expect.any(String) as string,
      payer: { name: 'Zoë Łukasz', email: who.email },
      product: 'membership_annual',
      title: null,
      beginsAt: null,
      period: { from: new Date(start * 1_000).toISOString(), until: new Date(end * 1_000).toISOString() },
      ...{ price: 95_000, unused: 0, discount: 0, credit: 0, paid: 95_000, refunded: 0 },
      ...{ method: 'visa', last4: '4242', isUndone: false },
    });
  });

  it('of dues adds up with a discount and with credit', async () => {
    const code = `OFF${randomUUID().slice(0, 8).toUpperCase()}`;
    await system.rpc.call(billing.createPromoCode, {
      ...{ code, name: 'Spring', description: null, discountType: 'fixed_amount', discountValue: 2_000 },
      ...{ minimumAmount: null, maxUses: null, validUntil: null, applicableProducts: ['debate_club'], by: admin() },
    });
    const who = await member(system, { plan: 'monthly', promoCode: code });
    expect(await receiptOf(await onlyPayment(who.userId), who.userId)).toMatchObject({
      ...{ price: 9_500, discount: 2_000, credit: 0, paid: 7_500 },
    });
    await system.stripe.customers.createBalanceTransaction(who.customerId, { amount: -3_000, currency: 'usd' });
    await system.advance(32 * DAY);
    const renewal = await until('the renewal', async () => {
      const all = await payments(system, { userId: who.userId });
      return all.length === 2 && all[0]!.status === 'succeeded' ? all[0] : undefined;
    });
    const { price, discount, credit, paid } = await receiptOf(renewal.id, who.userId);
    expect(credit).toBe(3_000);
    expect(price - discount - credit).toBe(paid);
    expect(paid).toBe(renewal.amount);
  });

  it('of an event names it with its date, for its guest', async () => {
    const paid = await guest({ beginsAt: BEGINS_AT });
    await chargeOf(paid.customerId);
    expect(await ofGuest(paid.reference)).toMatchObject({
      number: expect.stringMatching(/^R-[0-9A-F]{8}$/) as string,
      payer: { email: paid.email },
      ...{ product: 'tournament', title: 'Spring Open', beginsAt: BEGINS_AT, period: null },
      ...{ price: 4_000, discount: 0, paid: 4_000, refunded: 0, method: 'visa', last4: '4242' },
    });
  });

  it('shows a refund, and needs no provider', async () => {
    const paid = await guest();
    const movementId = await chargeOf(paid.customerId);
    await system.rpc.call(balance.refundCharge, {
      ...{ id: randomUUID(), movementId, amount: 1_500, left: 4_000, reason: 'A round was cancelled.', by: admin() },
    });
    await until('the refund', async () => (await ofGuest(paid.reference)).refunded === 1_500);
    await system.faults('api', { fail: 1 });
    try {
      expect(await system.rpc.call(balance.getReceiptOfMovement, { id: movementId })).toEqual(
        await ofGuest(paid.reference),
      );
    } finally {
      await system.faults('api', {});
    }
  });

  it('is the account’s alone once that has the payment, with its present email address', async () => {
    const [paid, userId] = [await guest(), randomUUID()];
    await system.deliverEvent(claimsGranted, { claims: [{ kind: 'customer', subjectId: paid.customerId, userId }] });
    await until(
      'the payment to be the account’s',
      async () => (await codeOf(ofGuest(paid.reference))) === 'receipt_link_unknown',
    );
    await system.deliverEvent(accountChanged, {
      ...{ userId, version: 9, email: 'now@example.com', firstName: 'Mia', lastName: 'Lund', division: 'development' },
      createdAt: new Date().toISOString(),
    });
    const id = await onlyPayment(userId);
    await until(
      'the present email address',
      async () => (await receiptOf(id, userId)).payer?.email === 'now@example.com',
    );
  });

  it('of a merged person is that of the mailbox and the account which they have now, and no other’s', async () => {
    const [paid, kept, userId] = [await guest(), `kept+${randomUUID()}@example.com`, randomUUID()];
    await system.deliverEvent(peopleMerged, {
      ...{ mergeId: randomUUID(), oldEmail: paid.email, newEmail: kept, userId: null },
      mergedAt: new Date().toISOString(),
    });
    await until('the kept mailbox', async () => (await ofGuest(paid.reference)).payer?.email === kept);
    await system.deliverEvent(claimsGranted, { claims: [{ kind: 'customer', subjectId: paid.customerId, userId }] });
    const id = await onlyPayment(userId);
    expect((await receiptOf(id, userId)).paid).toBe(4_000);
    expect(await codeOf(receiptOf(id, (await member(system)).userId))).toBe('not_found');
    expect(await codeOf(ofGuest(paid.reference))).toBe('receipt_link_unknown');
  });

  it('of an erased person has no name, and is for staff alone', async () => {
    const who = await member(system);
    const [id, movementId] = [await onlyPayment(who.userId), await chargeOf(who.customerId)];
    await system.deliverEvent(accountDeleted, {
      ...{ leavesPurchases: false, userId: who.userId, email: who.email, verifiedEmail: who.email },
      ...{ firstName: who.firstName!, deletedAt: new Date().toISOString() },
    });
    const erased = await until('the person to be erased', async () => {
      const receipt = await system.rpc.call(balance.getReceiptOfMovement, { id: movementId });
      return receipt.payer === null ? receipt : undefined;
    });
    expect(erased).toMatchObject({ paid: 9_500, payer: null, last4: null });
    expect(JSON.stringify(erased)).not.toContain(who.email);
    expect(await codeOf(receiptOf(id, randomUUID()))).toBe('not_found');
  });

  it('is not for another account, for an unpaid purchase, or for an unknown id', async () => {
    const [who, other] = [await member(system), await member(system)];
    const id = await onlyPayment(who.userId);
    expect(await codeOf(receiptOf(id, other.userId))).toBe('not_found');
    expect(await codeOf(receiptOf(randomUUID(), who.userId))).toBe('not_found');
    const unpaid = purchaseOf({});
    await system.rpc.call(billing.openPurchaseCheckout, unpaid);
    expect(await codeOf(ofGuest(unpaid.reference))).toBe('receipt_link_unknown');
    expect(await codeOf(system.rpc.call(balance.getReceiptOfMovement, { id: 'txn_none' }))).toBe('not_found');
  });
});
