import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentReturned, purchaseChanged } from '@lectern/contracts/billing/events';
import * as offline from '@lectern/contracts/billing/offline-payment-rpc';
import * as balance from '@lectern/contracts/billing/payment-rpc';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountDeleted, claimsGranted } from '@lectern/contracts/identity/events';
import { entryWithdrawn, paymentRefused } from '@lectern/contracts/registrations/events';
import type { RpcInput } from '@lectern/contracts/rpc';
import { until } from '@lectern/test-kit/until';
import { admin, allEventsProcessed, codeOf, member, pay, payments, press, purchaseOf } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

type Recording = RpcInput<typeof offline.recordOfflinePayment>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
/** A check for an unpaid entry of a guest. */
const check = (differences: Partial<Recording> = {}, of: Partial<Recording['payable']> = {}): Recording => ({
  ...{ id: randomUUID(), method: 'check', amount: 4_000, reference: '1042', note: 'At the door' },
  receivedAt: ago(2 * HOUR_MS),
  payable: {
    ...{ product: 'tournaments', registrationId: randomUUID(), userId: null },
    ...{ email: `guest+${randomUUID()}@example.com`, firstName: 'Mia', lastName: 'Lund' },
    ...{ title: 'Spring Open', beginsAt: '2027-04-12T17:00:00.000Z', amount: 4_000, problem: null },
    ...of,
  },
  by: admin(),
  ...differences,
});
const record = (recording: Recording) => system.rpc.call(offline.recordOfflinePayment, recording);
const undo = (paymentId: string, id: string = randomUUID(), reason = 'The check bounced.') =>
  system.rpc.call(offline.undoOfflinePayment, { paymentId, id, reason, by: admin() });
const published = (reference: string) => system.publishedEvents(purchaseChanged, { reference });
const lastOf = async (reference: string) => (await published(reference)).at(-1);
const listed = async (q: string) =>
  (await system.rpc.call(balance.listBalance, { q, from: null, before: null, limit: 10 })).items;
const page = ({ payable }: Recording, differences: object = {}) =>
  system.rpc.call(
    billing.openPurchaseCheckout,
    purchaseOf({
      ...{ product: 'tournaments', reference: payable.registrationId, email: payable.email, amount: 4_000 },
      ...differences,
    }),
  );

describe('an offline payment', () => {
  it('makes the registration paid, for a customer who waits for the mailbox, with a receipt', async () => {
    const recording = check();
    const { registrationId: reference, email } = recording.payable;
    const { id } = await record(recording);
    expect(await published(reference)).toMatchObject([
      { status: 'paid', amountPaid: 4_000, sessionId: null, paymentIntentId: null, guestEmail: email },
    ]);
    expect(await system.rpc.call(balance.getGuestReceipt, { reference })).toMatchObject({
      ...{ paid: 4_000, price: 4_000, method: 'check', last4: null, paidAt: recording.receivedAt },
      payer: { name: 'Mia Lund', email },
    });
    const [movement] = await listed(email);
    expect(movement).toMatchObject({
      ...{ id, kind: 'offline', method: 'check', reference: '1042', amount: 4_000, fee: 0, refunded: 0 },
      ...{ title: 'Spring Open', product: 'tournament', isOurs: true, createdAt: recording.receivedAt },
    });
    expect(await system.rpc.call(balance.getReceiptOfMovement, { id })).toMatchObject({ paid: 4_000 });
    const [charged] = await system.database.query<{ customer_id: string }[]>(
      'SELECT customer_id FROM offline_payments WHERE id = $1',
      [id],
    );
    const userId = randomUUID();
    await system.deliverEvent(claimsGranted, {
      claims: [{ kind: 'customer', subjectId: charged!.customer_id, userId }],
    });
    await until('the payment of the account', async () => (await payments(system, { userId }))[0]?.amount === 4_000);
  });

  it('is recorded once, however often it is asked for', async () => {
    const recording = check();
    const answers = await Promise.all([record(recording), record(recording), record(recording)]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await published(recording.payable.registrationId)).toHaveLength(1);
    // Paid by now, which a lost answer must not turn into a refusal.
    const again = { ...recording.payable, problem: 'It is paid already.' };
    expect(await record({ ...recording, payable: again })).toEqual(answers[0]);
    expect(await codeOf(record({ ...recording, amount: 5_000 }))).toBe('idempotency_conflict');
    expect(await codeOf(record({ ...recording, payable: check().payable }))).toBe('idempotency_conflict');
  });

  it('is recorded by one of two treasurers', async () => {
    const recording = check();
    const codes = await Promise.all([recording, { ...recording, id: randomUUID() }].map((one) => codeOf(record(one))));
    expect(codes.toSorted()).toEqual(['answered', 'purchase_exists']);
    expect(await listed(recording.payable.email)).toHaveLength(1);
  });

  it('ends the payment page that is open, with its promo code, and cannot be paid again', async () => {
    const code = `OFF${randomUUID().slice(0, 8).toUpperCase()}`;
    await system.rpc.call(billing.createPromoCode, {
      ...{ code, name: 'Off', description: null, discountType: 'fixed_amount', discountValue: 1_000 },
      ...{ minimumAmount: null, maxUses: 1, validUntil: null, applicableProducts: ['tournaments'], by: admin() },
    });
    const recording = check();
    const { checkoutUrl } = await page(recording, { promoCode: code });
    await record(recording);
    const session = await system.stripe.checkout.sessions.retrieve(checkoutUrl.split('/').at(-1)!);
    expect(session.status).toBe('expired');
    await press(checkoutUrl, 'pay');
    await allEventsProcessed(system);
    const events = await published(recording.payable.registrationId);
    // An event with the version of an earlier one would be taken for it.
    expect(events.map(({ status, version }) => [status, version])).toEqual([
      ['open', 1],
      ['expired', 2],
      ['paid', 3],
    ]);
    expect(await codeOf(page(recording))).toBe('purchase_exists');
    const [uses] = await system.database.query<object[]>(
      'SELECT current_uses, held_uses FROM promo_codes WHERE code = $1',
      [code],
    );
    expect(uses).toEqual({ current_uses: 0, held_uses: 0 });
  });

  it('is not recorded for what was paid by card in the same moment', async () => {
    const recording = check();
    const { checkoutUrl } = await page(recording);
    await press(checkoutUrl, 'pay');
    expect(await codeOf(record(recording))).toBe('purchase_exists');
    expect((await lastOf(recording.payable.registrationId))?.sessionId).not.toBeNull();
    expect((await listed(recording.payable.email)).filter(({ kind }) => kind === 'offline')).toEqual([]);
  });

  it('leaves nothing where the provider does not answer, and is recorded with the same id once it does', async () => {
    const recording = check();
    await system.faults('api', { fail: 1 });
    try {
      expect(await codeOf(record(recording))).toBe('payment_provider_unavailable');
    } finally {
      await system.faults('api', {});
    }
    expect(await published(recording.payable.registrationId)).toEqual([]);
    await record(recording);
    expect(await published(recording.payable.registrationId)).toHaveLength(1);
  });

  it.each([
    ['a day that is to come', { receivedAt: ago(-HOUR_MS) }, 'invalid_request'],
    ['a day more than a year ago', { receivedAt: ago(367 * DAY_MS) }, 'invalid_request'],
    [
      'a registration with a problem',
      { payable: check({}, { problem: 'It is on the waitlist.' }).payable },
      'offline_payment_refused',
    ],
  ])('is refused for %s', async (_, differences, code) => {
    const recording = check(differences);
    expect(await codeOf(record(recording))).toBe(code);
    expect(await published(recording.payable.registrationId)).toEqual([]);
  });

  it('of an account is in its history, and stays as it is when the customer is synced', async () => {
    const who = await member(system);
    const recording = check({ method: 'cash', reference: '', note: '' }, { userId: who.userId, email: who.email });
    const { id } = await record(recording);
    expect(await lastOf(recording.payable.registrationId)).toMatchObject({ status: 'paid', guestEmail: null });
    const ofEntry = async () => (await payments(system, who)).find(({ title }) => title === 'Spring Open');
    const [subscription] = (await system.stripe.subscriptions.list({ customer: who.customerId })).data;
    const sync = async (): Promise<void> => {
      await system.stripe.subscriptions.update(subscription!.id, { metadata: { touched: randomUUID() } });
      await allEventsProcessed(system);
    };
    await sync();
    expect(await ofEntry()).toMatchObject({ amount: 4_000, amountRefunded: 0, status: 'succeeded' });
    await undo(id);
    await sync();
    expect(await ofEntry()).toMatchObject({ amount: 4_000, amountRefunded: 4_000, status: 'refunded' });
  });

  it('is not in the sums of the balance, and in the statement by its name', async () => {
    const from = ago(300 * DAY_MS);
    const before = ago(299 * DAY_MS);
    const state = () => system.rpc.call(balance.stateBalance, { from, before });
    expect((await state()).differences).toEqual([]);
    const recording = check({ receivedAt: ago(299.5 * DAY_MS), amount: 3_500 });
    await record(recording);
    const stated = await state();
    expect(stated.differences).toEqual([{ name: 'recorded', count: 1, amount: 3_500 }]);
    expect([stated.opening, stated.closing, stated.lines]).toEqual([0, 0, []]);
    expect(stated.firstAt).toBe(recording.receivedAt);
    const { totals } = await system.rpc.call(balance.sumBalance, { from, before });
    expect(totals).toEqual({
      ...{ count: 1, charged: 0, refunded: 0, disputed: 0, adjusted: 0, fees: 0, net: 0, offline: 3_500 },
    });
    const file = await system.rpc.call(balance.exportBalance, { from, before, timeZone: 'UTC' });
    const rows = JSON.parse(file.rows) as (string | null)[][];
    const row = Object.fromEntries(file.columns.map((column, index) => [column, rows[0]![index]]));
    expect(rows).toHaveLength(1);
    expect(row).toMatchObject({ Kind: 'Offline payment', Method: 'Check', Reference: '1042', 'Through Stripe': 'no' });
  });

  it('has no words of staff once its person is erased', async () => {
    const who = await member(system);
    const { id } = await record(check({}, { userId: who.userId, email: who.email }));
    await system.deliverEvent(accountDeleted, {
      ...{ leavesPurchases: false, userId: who.userId, email: who.email, verifiedEmail: who.email },
      ...{ firstName: 'Ada', deletedAt: new Date().toISOString() },
    });
    const records = await until('the erasure', async () => {
      const found = await system.rpc.call(offline.listOfflineRecords, { id });
      return found[0]?.note === null ? found : undefined;
    });
    expect(records).toMatchObject([{ amount: 4_000, reference: null, note: null }]);
    expect(await codeOf(record(check({}, { userId: who.userId, email: who.email })))).toBe('offline_payment_refused');
  });
});

describe('an offline payment that is corrected', () => {
  const correct = (paymentId: string, differences: object = {}) =>
    system.rpc.call(offline.correctOfflinePayment, {
      ...{ paymentId, id: randomUUID(), method: 'bank_transfer', amount: 4_500, reference: 'T-7', note: '' },
      ...{ receivedAt: ago(3 * HOUR_MS), reason: 'It was a transfer of $45.', by: admin() },
      ...differences,
    });

  it('stays paid, at the right amount, with every record', async () => {
    const recording = check();
    const reference = recording.payable.registrationId;
    const { id } = await record(recording);
    const correction = { id: randomUUID(), receivedAt: ago(4 * HOUR_MS) };
    const corrected = await correct(id, correction);
    expect(await correct(id, correction)).toEqual(corrected);
    expect(await published(reference)).toMatchObject([
      { status: 'paid', amountPaid: 4_000, version: 1 },
      { status: 'paid', amountPaid: 4_500, amountRefunded: 0, version: 2 },
    ]);
    expect(await system.rpc.call(balance.getGuestReceipt, { reference })).toMatchObject({
      ...{ price: 4_500, paid: 4_500, refunded: 0, method: 'bank_transfer', paidAt: correction.receivedAt },
      isUndone: false,
    });
    expect(await system.rpc.call(offline.listOfflineRecords, { id })).toMatchObject([
      { id, amount: 4_000, method: 'check' },
      { amount: -4_000, note: 'It was a transfer of $45.' },
      { id: corrected.id, amount: 4_500, method: 'bank_transfer', note: null },
    ]);
    expect((await listed(recording.payable.email)).map(({ amount }) => amount).toSorted()).toEqual([
      -4_000, 4_000, 4_500,
    ]);
    await undo(corrected.id);
    expect(await lastOf(reference)).toMatchObject({ status: 'refunded', amountPaid: 4_500, amountRefunded: 4_500 });
    expect(await system.rpc.call(balance.getGuestReceipt, { reference })).toMatchObject({ isUndone: true });
  });

  it('is not corrected once its person withdrew, who is owed what was recorded', async () => {
    const recording = check();
    const { id } = await record(recording);
    await system.deliverAndWait(entryWithdrawn, {
      ...{
        registrationId: recording.payable.registrationId,
        email: 'mia@example.com',
        firstName: 'Mia',
        lastName: 'Lund',
      },
      ...{ userId: null, title: 'Spring Open', beginsAt: ago(0), at: ago(0) },
      ...{ amountPaid: 4_000, amountRefunded: 0, refund: 4_000, way: 'hand' as const },
    });
    expect(await codeOf(correct(id))).toBe('offline_payment_refused');
    await undo(id);
  });

  it('is corrected or undone by one of two treasurers', async () => {
    const recording = check();
    const { id } = await record(recording);
    const codes = await Promise.all([correct(id), correct(id), undo(id)].map(codeOf));
    expect(codes.toSorted()).toEqual(['answered', 'version_conflict', 'version_conflict']);
  });

  it('is not corrected to a day that is to come, with an id that is used, or where there is none', async () => {
    const recording = check();
    const { id } = await record(recording);
    const other = await record(check());
    expect(await codeOf(correct(id, { receivedAt: ago(-HOUR_MS) }))).toBe('invalid_request');
    expect(await codeOf(correct(id, { id: recording.id }))).toBe('idempotency_conflict');
    const { id: undone } = await undo(other.id);
    expect(await codeOf(correct(undone))).toBe('not_found');
    expect(await codeOf(correct(other.id))).toBe('version_conflict');
    expect(await published(recording.payable.registrationId)).toHaveLength(1);
  });
});

describe('an offline payment that is undone', () => {
  it('keeps its record beside the one that undoes it, and ends what it paid for', async () => {
    const recording = check();
    const reference = recording.payable.registrationId;
    const { id } = await record(recording);
    const undoing = randomUUID();
    const undone = await undo(id, undoing);
    expect(await undo(id, undoing)).toEqual(undone);
    expect(await codeOf(undo(id))).toBe('version_conflict');
    expect(await lastOf(reference)).toMatchObject({ status: 'refunded', amountPaid: 4_000, amountRefunded: 4_000 });
    expect(await system.rpc.call(offline.listOfflineRecords, { id: undone.id })).toMatchObject([
      { id, amount: 4_000, note: 'At the door' },
      { id: undone.id, amount: -4_000, note: 'The check bounced.' },
    ]);
    const movements = await listed(recording.payable.email);
    expect(movements.map(({ amount, refunded }) => [amount, refunded])).toEqual([
      [-4_000, 0],
      [4_000, 4_000],
    ]);
    expect((await system.rpc.call(balance.getBalanceMovement, { id })).movements.map((each) => each.amount)).toEqual([
      4_000, -4_000,
    ]);
    expect(await codeOf(undo(undone.id))).toBe('not_found');
    expect(await codeOf(undo(`off_${'0'.repeat(32)}`))).toBe('not_found');
    expect(await codeOf(record({ ...recording, id: randomUUID() }))).toBe('purchase_exists');
  });

  it('is undone by itself where its place is gone, and the person is notified', async () => {
    // Long ago: a payment by card would be too old to be refused.
    const recording = check({ receivedAt: ago(30 * DAY_MS) });
    const { registrationId: reference, email } = recording.payable;
    const { id } = await record(recording);
    const { purchaseId } = (await lastOf(reference))!;
    await system.deliverEvent(paymentRefused, { purchaseId, reason: 'full' });
    await until('the record that undoes it', async () => (await lastOf(reference))?.status === 'refunded');
    expect(await system.rpc.call(offline.listOfflineRecords, { id })).toMatchObject([
      { amount: 4_000 },
      { amount: -4_000, recordedBy: null, note: 'full' },
    ]);
    expect(await system.publishedEvents(paymentReturned, { purchaseId })).toMatchObject([
      { email, isOffline: true, amount: 4_000 },
    ]);
    // The registration may be paid after all.
    await pay(system, (await page(recording)).checkoutUrl);
    expect(await lastOf(reference)).toMatchObject({ status: 'paid' });
  });
});
