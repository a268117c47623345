import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsMade, paymentReturned, purchaseChanged } from '@lectern/contracts/billing/events';
import * as billing from '@lectern/contracts/billing/rpc';
import type { EventPayload } from '@lectern/contracts/event';
import { guestCorrected, paymentRefused } from '@lectern/contracts/registrations/events';
import { until } from '@lectern/test-kit/until';
import { settleDueCheckouts } from '../jobs.ts';
import { admin, codeOf, member, payments, press, purchaseOf } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
let system: TestBilling;

const sells = ({ rpc }: TestBilling): Promise<unknown> =>
  until('the prices to be created', async () =>
    (await rpc.call(billing.listPrograms, {})).every(
      (program) => program.stripePriceIdMonthly ?? program.stripePriceIdOnce,
    ),
  );

beforeAll(async () => {
  system = await startBilling();
  await sells(system);
});

afterAll(() => system.close());

type Purchase = ReturnType<typeof purchaseOf>;

const open = async (purchase: Purchase): Promise<string> =>
  (await system.rpc.call(billing.openPurchaseCheckout, purchase)).checkoutUrl;
const purchaseEvents = ({ reference }: Purchase) => system.publishedEvents(purchaseChanged, { reference });
const statuses = async (purchase: Purchase): Promise<string[]> =>
  (await purchaseEvents(purchase)).map(({ status }) => status);

describe('a single payment', () => {
  it('costs the program’s price, and is published when it is paid, by the webhook alone', async () => {
    const purchase = purchaseOf();
    const url = await open(purchase);
    await press(url, 'pay');
    await until('the payment to be published', async () => (await statuses(purchase)).includes('paid'));
    const events = await purchaseEvents(purchase);
    expect(events).toEqual([
      expect.objectContaining({ version: 1, status: 'open', amountPaid: 0 }),
      expect.objectContaining({
        version: 2,
        status: 'paid',
        amountPaid: 15_500,
        paymentIntentId: expect.stringMatching(/^pi_/),
      }),
    ]);
    expect(await codeOf(open(purchase))).toBe('purchase_exists');
  });

  it('is charged with the requested amount, also when that is more than the program’s price', async () => {
    const cheap = purchaseOf({ product: 'tournaments', amount: 3_000 });
    await press(await open(cheap), 'pay');
    await until('the payment to be published', async () => (await purchaseEvents(cheap)).at(-1)?.amountPaid === 3_000);
    const dear = purchaseOf({ product: 'tournaments', amount: 6_000 });
    await press(await open(dear), 'pay');
    await until('the payment to be published', async () => (await purchaseEvents(dear)).at(-1)?.amountPaid === 6_000);
  });

  it('has one page however many concurrent requests ask for it', async () => {
    const purchase = purchaseOf();
    const urls = await Promise.all(Array.from({ length: 20 }, () => open(purchase)));
    expect(new Set(urls).size).toBe(1);
  });

  it('has a page for each payer, so that no other payer gets the page of an account', async () => {
    const guest = purchaseOf();
    const account = { ...guest, userId: randomUUID() };
    const accountPage = (await system.rpc.call(billing.openPurchaseCheckout, account)).checkoutUrl;
    const others = (await system.rpc.call(billing.openPurchaseCheckout, guest)).checkoutUrl;
    expect(others).not.toBe(accountPage);
    expect(await system.stripe.checkout.sessions.retrieve(accountPage.split('/').at(-1)!)).toMatchObject({
      status: 'expired',
    });
    expect(await system.stripe.checkout.sessions.retrieve(others.split('/').at(-1)!)).toMatchObject({
      status: 'open',
      customer: null,
    });
    expect((await system.rpc.call(billing.openPurchaseCheckout, guest)).checkoutUrl).toBe(others);
  });

  it('has no other page while its holder has one open, or opens one, but does once that was given up', async () => {
    const guest = purchaseOf();
    const holderId = randomUUID();
    await system.rpc.call(billing.openPurchaseCheckout, { ...guest, userId: holderId });
    const byOther = () => codeOf(system.rpc.call(billing.openPurchaseCheckout, { ...guest, holderId }));
    expect(await byOther()).toBe('in_progress');
    await system.database.query(
      `UPDATE purchases SET status = 'opening', session_id = NULL, url = NULL WHERE reference = $1`,
      [guest.reference],
    );
    expect(await byOther()).toBe('in_progress');
    // Nobody goes on with it: the process that opened it died.
    await system.database.query(
      `UPDATE purchases SET created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day' WHERE reference = $1`,
      [guest.reference],
    );
    expect(await byOther()).toBe('answered');
  });

  it('whose page expired is published as expired, and gets a new page on the next request', async () => {
    const purchase = purchaseOf();
    const first = await open(purchase);
    await system.advance(40 * 60);
    await until('the end to be published', async () => (await statuses(purchase)).at(-1) === 'expired');
    const second = await open(purchase);
    expect(second).not.toBe(first);
    await press(second, 'pay');
    await until('the payment to be published', async () => (await statuses(purchase)).at(-1) === 'paid');
    expect((await purchaseEvents(purchase)).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  it('whose page expired is published as expired even when the provider’s message is lost', async () => {
    const purchase = purchaseOf();
    await system.faults('delivery', { drop: 1, retry: false });
    try {
      await open(purchase);
      await system.advance(40 * 60);
      await system.wake(settleDueCheckouts);
      await until('the end to be published', async () => (await statuses(purchase)).at(-1) === 'expired');
    } finally {
      await system.faults('delivery', {});
    }
  });

  it('is published as refunded after a full refund; a partial one changes the amount alone', async () => {
    const purchase = purchaseOf();
    await press(await open(purchase), 'pay');
    await until('the payment to be published', async () => (await statuses(purchase)).at(-1) === 'paid');
    const intent = (await purchaseEvents(purchase)).at(-1)?.paymentIntentId ?? '';
    await system.stripe.refunds.create({ payment_intent: intent, amount: 5_500 });
    await until(
      'the partial refund to be published',
      async () => (await purchaseEvents(purchase)).at(-1)?.amountRefunded === 5_500,
    );
    expect((await statuses(purchase)).at(-1)).toBe('paid');
    await system.stripe.refunds.create({ payment_intent: intent });
    await until('the full refund to be published', async () => (await statuses(purchase)).at(-1) === 'refunded');
    expect((await purchaseEvents(purchase)).at(-1)).toMatchObject({ amountPaid: 15_500, amountRefunded: 15_500 });
  });

  it('of a member is listed in the payment history beside the membership', async () => {
    const who = await member(system);
    const purchase = purchaseOf({ userId: who.userId, email: who.email });
    await press(await open(purchase), 'pay');
    await until('the payment to be listed', async () => (await payments(system, who)).length === 2);
    expect((await payments(system, who)).find(({ interval }) => interval === null)).toMatchObject({
      amount: 15_500,
      status: 'succeeded',
    });
  });

  it('is taken by card only', async () => {
    const url = await open(purchaseOf());
    expect(await system.stripe.checkout.sessions.retrieve(url.split('/').at(-1)!)).toMatchObject({
      payment_method_types: ['card'],
    });
  });

  it('whose page took a delayed payment is paid when the money arrives, and not before', async () => {
    const purchase = purchaseOf();
    await open(purchase);
    // A page that was opened when single payments could be made by any method.
    const { id: sessionId, url } = await system.stripe.checkout.sessions.create({
      mode: 'payment',
      customer_email: purchase.email,
      customer_creation: 'always',
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 15_500, product_data: { name: purchase.title } }, quantity: 1 },
      ],
      success_url: purchase.successUrl,
    });
    await system.database.query('UPDATE purchases SET session_id = $1, url = $2 WHERE reference = $3', [
      sessionId,
      url,
      purchase.reference,
    ]);
    await fetch(`${url}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ card: 'bank-debit' }),
    });
    expect(await system.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });
    expect(await system.rpc.call(billing.settleCheckout, { sessionId })).toMatchObject({ status: 'open' });
    expect(await statuses(purchase)).toEqual(['open']);
    const answer = JSON.stringify({ session: sessionId, arrived: true });
    expect(
      (await fetch(`${system.sandbox.url}/stripe/test_helpers/delayed_payment`, { method: 'POST', body: answer }))
        .status,
    ).toBe(200);
    expect(await system.rpc.call(billing.settleCheckout, { sessionId })).toMatchObject({ status: 'complete' });
    expect((await purchaseEvents(purchase)).at(-1)).toMatchObject({ status: 'paid', amountPaid: 15_500 });
  });

  it('that is free is paid without a card', async () => {
    const code = `FREE${randomUUID().slice(0, 8)}`.toUpperCase();
    await system.rpc.call(billing.createPromoCode, {
      code,
      name: 'Free',
      description: null,
      discountType: 'fixed_amount',
      discountValue: 100_000,
      minimumAmount: null,
      maxUses: null,
      validUntil: null,
      applicableProducts: ['bootcamps'],
      by: admin(),
    });
    const purchase = purchaseOf({ promoCode: code });
    await press(await open(purchase), 'pay');
    await until('the payment to be published', async () => (await statuses(purchase)).at(-1) === 'paid');
    expect((await purchaseEvents(purchase)).at(-1)).toMatchObject({ amountPaid: 0, amountRefunded: 0, status: 'paid' });
  });

  describe('that registrations refuses', () => {
    const codeFor = async (discountValue: number): Promise<{ code: string; uses: () => Promise<unknown> }> => {
      const code = `OFF${randomUUID().slice(0, 8)}`.toUpperCase();
      const terms = { name: 'Off', description: null, discountType: 'fixed_amount' as const, discountValue };
      const bounds = { minimumAmount: null, maxUses: 1, validUntil: null, applicableProducts: ['bootcamps' as const] };
      await system.rpc.call(billing.createPromoCode, { code, ...terms, ...bounds, by: admin() });
      const uses = async () => {
        const [row] = await system.database.query<object[]>(
          'SELECT current_uses, held_uses FROM promo_codes WHERE code = $1',
          [code],
        );
        return row;
      };
      return { code, uses };
    };
    const paidAndRefused = async (purchase: Purchase): Promise<{ purchaseId: string; sessionId: string }> => {
      await press(await open(purchase), 'pay');
      await until('the payment to be published', async () => (await statuses(purchase)).at(-1) === 'paid');
      const { purchaseId, sessionId } = (await purchaseEvents(purchase)).at(-1)!;
      await system.deliverEvent(paymentRefused, { purchaseId, reason: 'full' });
      return { purchaseId, sessionId: sessionId! };
    };

    it('is followed by another one where it is to be paid after all, and stays in the history', async () => {
      const who = await member(system);
      const purchase = purchaseOf({ userId: who.userId, email: who.email });
      const { purchaseId } = await paidAndRefused(purchase);
      await until('the refund to be published', async () => (await statuses(purchase)).at(-1) === 'refunded');
      const [first, again] = [await open(purchase), await open(purchase)];
      expect(again).toBe(first);
      await press(again, 'pay');
      await until('the second payment to be published', async () => (await statuses(purchase)).at(-1) === 'paid');
      const second = (await purchaseEvents(purchase)).at(-1)!;
      expect(second).toMatchObject({ version: 2, amountPaid: 15_500, amountRefunded: 0 });
      expect(second.purchaseId).not.toBe(purchaseId);
      expect(await codeOf(open(purchase))).toBe('purchase_exists');
      expect(
        (await payments(system, who))
          .filter(({ title }) => title !== null)
          .map(({ status, amount }) => [status, amount]),
      ).toEqual([
        ['succeeded', 15_500],
        ['refunded', 15_500],
      ]);
    });

    it('is refunded days after it was made, and neither weeks after nor before it was made', async () => {
      const [recent, old, unpaid] = [purchaseOf(), purchaseOf(), purchaseOf()];
      for (const purchase of [recent, old]) await press(await open(purchase), 'pay');
      await open(unpaid);
      const paid = async (purchase: Purchase) => (await statuses(purchase)).at(-1) === 'paid';
      await until('the payments to be published', async () => (await paid(recent)) && (await paid(old)));
      const age = (purchase: Purchase, days: number) =>
        system.database.query(
          `UPDATE purchases SET paid_at = paid_at - make_interval(days => $2) WHERE reference = $1`,
          [purchase.reference, days],
        );
      await Promise.all([age(recent, 13), age(old, 15)]);
      const received = async (): Promise<number> =>
        (await system.database.query<unknown[]>('SELECT 1 FROM inbox WHERE name = $1', [paymentRefused.name])).length;
      const before = await received();
      for (const purchase of [old, unpaid, recent])
        await system.deliverEvent(paymentRefused, {
          purchaseId: (await purchaseEvents(purchase)).at(-1)!.purchaseId,
          reason: 'full',
        });
      await until('the refusals to be received', async () => (await received()) === before + 3);
      await until('the refund to be published', async () => (await statuses(recent)).at(-1) === 'refunded');
      const refused = await system.database.query<{ refusal: string | null }[]>(
        'SELECT refusal FROM purchases WHERE reference = ANY($1)',
        [[old.reference, unpaid.reference]],
      );
      expect(refused).toEqual([{ refusal: null }, { refusal: null }]);
      await press(await open(unpaid), 'pay');
      await until('the payment to be published', async () => (await statuses(unpaid)).at(-1) === 'paid');
    });

    it('has used no promo code', async () => {
      const { code, uses } = await codeFor(5_500);
      const purchase = purchaseOf({ promoCode: code });
      await paidAndRefused(purchase);
      await until('the refund to be published', async () => (await statuses(purchase)).at(-1) === 'refunded');
      expect(await uses()).toEqual({ current_uses: 0, held_uses: 0 });
    });

    it('leaves no trace when it cost nothing', async () => {
      const { code, uses } = await codeFor(100_000);
      const purchase = purchaseOf({ promoCode: code });
      const { purchaseId, sessionId } = await paidAndRefused(purchase);
      await until('the end to be published', async () => (await statuses(purchase)).at(-1) === 'expired');
      expect(await uses()).toEqual({ current_uses: 0, held_uses: 0 });
      expect(await system.rpc.call(billing.settleCheckout, { sessionId })).toMatchObject({ status: 'expired' });
      expect(await system.publishedEvents(paymentReturned, { purchaseId })).toEqual([]);
      await press(await open(purchase), 'pay');
      await until('the second payment to be published', async () => (await statuses(purchase)).at(-1) === 'paid');
      expect(await uses()).toEqual({ current_uses: 1, held_uses: 0 });
    });
  });
});

describe('a guest’s payment whose registration staff corrected', () => {
  const corrected = (
    { reference, email }: Purchase,
    differences: Partial<EventPayload<typeof guestCorrected>> = {},
  ): EventPayload<typeof guestCorrected> => ({
    registrationId: reference,
    formerEmail: email,
    email: `right.${randomUUID()}@example.com`,
    firstName: 'Grace',
    lastName: 'Hopper',
    ...differences,
  });
  const customerOf = async ({ reference }: Purchase): Promise<Record<string, unknown>> => {
    const [customer] = await system.database.query(
      'SELECT customers.* FROM customers JOIN purchases ON purchases.customer_id = customers.id WHERE reference = $1',
      [reference],
    );
    return customer as Record<string, unknown>;
  };
  const paid = async (): Promise<Purchase> => {
    const purchase = purchaseOf();
    await press(await open(purchase), 'pay');
    await until('the payment to be published', async () => (await statuses(purchase)).includes('paid'));
    return purchase;
  };
  const claimsOf = async (id: unknown) =>
    (await system.publishedEvents(claimsMade, {})).flatMap(({ claims }) =>
      claims.filter(({ subjectId }) => subjectId === id).map(({ email }) => email),
    );

  const deliver = (event: EventPayload<typeof guestCorrected>) => system.deliverAndWait(guestCorrected, event);

  it('is the corrected person’s, here and at the provider, and is claimed for their mailbox', async () => {
    const purchase = await paid();
    const { firstName, lastName } = purchase;
    expect(await customerOf(purchase)).toMatchObject({ first_name: firstName, last_name: lastName });
    const event = corrected(purchase);
    await deliver(event);
    await deliver(event);
    const customer = await customerOf(purchase);
    expect(customer).toMatchObject({
      email: event.email,
      first_name: 'Grace',
      last_name: 'Hopper',
      account_version: 1,
    });
    expect(await claimsOf(customer['id'])).toEqual([purchase.email, event.email]);
    await until('the provider to know', async () => {
      const remote = await system.stripe.customers.retrieve(customer['id'] as string);
      return remote.deleted !== true && remote.email === event.email && remote.name === 'Grace Hopper';
    });
  });

  it('stays where another registration is corrected, paid or not', async () => {
    const customers = () => system.database.query('SELECT id, email, first_name, user_id FROM customers ORDER BY id');
    const purchase = await paid();
    const unpaid = purchaseOf();
    await open(unpaid);
    const before: unknown = await customers();
    for (const registrationId of [unpaid.reference, randomUUID()])
      await deliver(corrected(purchase, { registrationId }));
    expect(await customers()).toEqual(before);
  });

  it('stays where its mailbox is another one by now, or where an account has it', async () => {
    const purchase = await paid();
    await deliver(corrected(purchase, { formerEmail: 'another@example.com' }));
    expect(await customerOf(purchase)).toMatchObject({ email: purchase.email, user_id: null });
    const userId = randomUUID();
    await system.database.query('UPDATE customers SET user_id = $1 WHERE email = $2', [userId, purchase.email]);
    await deliver(corrected(purchase));
    expect(await customerOf(purchase)).toMatchObject({ email: purchase.email, user_id: userId });
  });
});

it('is temporarily unavailable, rather than broken, where the provider’s clock and ours disagree about when its page ends', async () => {
  const apart = await startBilling({ ownClock: true });
  try {
    await sells(apart);
    await apart.advance(31 * 86_400);
    const asked = apart.rpc.call(billing.openPurchaseCheckout, purchaseOf({ product: 'tournaments', amount: 6_000 }));
    expect(await codeOf(asked)).toBe('payment_provider_unavailable');
  } finally {
    await apart.close();
  }
});
