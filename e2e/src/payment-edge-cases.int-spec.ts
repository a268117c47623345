import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type Stripe from 'stripe';
import { ASSOCIATION } from '@lectern/contracts/association';
import { formatCents } from '@lectern/contracts/money';
import { wakeJob } from './testing/jobs.ts';
import { emailsTo, emailTo, type Mail, tokenTo } from './testing/mailbox.ts';
import {
  adminTokenOf,
  callApi,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  pricesOf,
  registerPerson,
} from './testing/person.ts';
import { atProvider, stripeOf } from './testing/provider.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Unusual cases at the payment provider: changed prices and plans, failed cards, small amounts, promo codes that
 * end, disputes and money that arrives late. Through the whole system.
 */
const DAY = 86_400;

let system: RunningSystem;
let database: pg.Pool;
let stripe: Stripe;

interface Program {
  readonly id: string;
  readonly type: string;
  readonly priceMonthly: number | null;
  readonly priceOnce: number | null;
  readonly stripePriceIdMonthly: string | null;
  readonly stripePriceIdAnnual: string | null;
  readonly stripePriceIdOnce: string | null;
}
const programs = async (): Promise<Program[]> => (await callApi<Program[]>(system, 'GET', '/api/programs')).body;
const clubOf = (found: Program[]): Program => found.find(({ type }) => type === 'debate_club')!;

beforeAll(async () => {
  system = await startSystem({ APP_CLOCK: '2025-01-20T12:00:00Z' });
  const run = await system.run();
  database = new pg.Pool({ connectionString: run.database.adminUrl, max: 2 });
  stripe = stripeOf(system);
  await pricesOf(system);
});

// Faults that one test leaves behind would fail every later one.
afterEach(() => helper('delivery', {}));

afterAll(async () => {
  await database.end();
  await system.stop();
});

interface Person {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}
interface Details {
  readonly status: string;
  readonly interval: string;
  readonly amount: number;
  readonly cancel_at_period_end: boolean;
}

interface Payment {
  readonly status: string;
  readonly interval: string | null;
  readonly amount: number;
  readonly amountRefunded: number;
  readonly title: string | null;
  readonly invoice_url: string | null;
}

/** Signed in again: the clock is moved further than a session lasts. */
const asAdmin = (): Promise<string> => adminTokenOf(system);

const get = <T = Record<string, unknown>>(path: string, { token }: Pick<Person, 'token'>) =>
  callApi<T>(system, 'GET', path, { token });
const post = <T = Record<string, unknown>>(path: string, body?: object, token?: string) =>
  callApi<T>(system, 'POST', path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
const detailsOf = async (person: Person) => (await get<Details | null>('/api/subscription/details', person)).body;
const paymentsOf = async (person: Person) => (await get<Payment[]>('/api/subscription/payment-history', person)).body;

const becomes = (person: Person, status: 'active' | 'inactive') =>
  patiently(`being ${status}`, async () => expect(await membershipOf(system, person.token)).toBe(status));

/** A person with an account and an open checkout page. */
const visitor = async (differences: object = {}): Promise<Person & { checkoutUrl: string }> => {
  const registration = { ...newRegistration(), ...differences };
  const checkoutUrl = await registerPerson(system, registration);
  return {
    email: registration.email,
    password: registration.password,
    token: await logInPerson(system, registration),
    checkoutUrl,
  };
};
const payWith = async (checkoutUrl: string, card: string): Promise<void> => {
  const answer = await fetch(`${checkoutUrl}/pay`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ card }),
  });
  if (answer.status !== 303) throw new Error(`Paying answered ${answer.status}`);
};
const member = async ({
  card = 'works',
  ...differences
}: { card?: string; plan?: string; promoCode?: string } = {}): Promise<Person> => {
  const person = await visitor(differences);
  await payWith(person.checkoutUrl, card);
  await becomes(person, 'active');
  return person;
};
const signedInAgain = async (person: Person): Promise<Person> => ({
  ...person,
  token: await logInPerson(system, person),
});

const helper = (name: string, body: object): Promise<void> => atProvider(system, name, body);
const advance = (seconds: number) => helper('advance', { seconds });
const customerOf = async ({ email }: Person): Promise<string> => (await stripe.customers.list({ email })).data[0]!.id;
const subscriptionOf = async (person: Person): Promise<Stripe.Subscription> =>
  (await stripe.subscriptions.list({ customer: await customerOf(person), status: 'all' })).data[0]!;

/** The provider's clock, in unix seconds. */
const stripeNow = async (): Promise<number> =>
  ((await (await fetch(`${system.sandboxUrl}/stripe/test_helpers/clock`)).json()) as { now: number }).now;

/** The id that a checkout page's address ends with. */
const sessionOf = (checkoutUrl: string): string => checkoutUrl.split('/').at(-1) ?? '';

const mailTo = (email: string, subject: string): Promise<Mail> => emailTo(system, email, subject);

/** A member whose renewal was refused, signed in. */
const pastDue = async (): Promise<Person> => {
  const person = await member({ card: 'later-fails' });
  await advance(31 * DAY + 7_200);
  const again = await signedInAgain(person);
  await patiently('the failed renewal', async () =>
    expect(await detailsOf(again)).toMatchObject({ status: 'past_due' }),
  );
  return again;
};
const latestInvoiceOf = async (person: Person): Promise<Stripe.Invoice> =>
  (await stripe.invoices.list({ customer: await customerOf(person) })).data[0]!;

describe('a changed price', () => {
  it('is for new members, and events of members at the old price are handled as before', async () => {
    const [cancelling, failing, staying] = await Promise.all([member(), member({ card: 'later-fails' }), member()]);
    const before = clubOf(await programs());
    await database.query(`UPDATE billing.programs SET price_monthly = 9900 WHERE type = 'debate_club'`);
    await wakeJob(system, 'billing', 'ensure-catalog');
    await patiently('the new price', async () => {
      const { stripePriceIdMonthly } = clubOf(await programs());
      expect(stripePriceIdMonthly).not.toBe(before.stripePriceIdMonthly);
      expect((await stripe.prices.retrieve(stripePriceIdMonthly!)).unit_amount).toBe(9_900);
    });

    expect(await post('/api/subscription/cancel', undefined, cancelling.token)).toMatchObject({ status: 200 });
    expect(await detailsOf(cancelling)).toMatchObject({
      status: 'cancelled',
      amount: 9_500,
      cancel_at_period_end: true,
    });
    await advance(31 * DAY + 7_200);
    const [ended, overdue] = [await signedInAgain(cancelling), await signedInAgain(failing)];
    await becomes(ended, 'inactive');
    await patiently('the failed card to be known', async () =>
      expect(await detailsOf(overdue)).toMatchObject({ status: 'past_due', amount: 9_500 }),
    );

    const joining = await member();
    expect(await detailsOf(joining)).toMatchObject({ amount: 9_900 });

    // Members at the old price are compared with the provider too.
    await database.query(`UPDATE billing.subscriptions SET cancel_at_period_end = true WHERE customer_id = $1`, [
      await customerOf(staying),
    ]);
    expect(await post('/api/admin/sync-all-missing-registrations', undefined, await asAdmin())).toMatchObject({
      status: 200,
      body: { syncedCount: expect.any(Number) },
    });
    expect(await detailsOf(await signedInAgain(staying))).toMatchObject({ status: 'active', amount: 9_500 });
  });
});

describe('a plan that is changed at the provider', () => {
  it('leaves earlier payments unchanged', async () => {
    const person = await member();
    const { id, items } = await subscriptionOf(person);
    const price = clubOf(await programs()).stripePriceIdAnnual!;
    await stripe.subscriptions.update(id, { items: [{ id: items.data[0]!.id, price }], proration_behavior: 'none' });
    await patiently('the new plan', async () =>
      expect(await detailsOf(person)).toMatchObject({ status: 'active', interval: 'year', amount: 95_000 }),
    );
    const paid = await paymentsOf(person);
    expect(paid.map(({ interval, amount }) => [interval, amount])).toEqual(
      expect.arrayContaining([
        ['year', 95_000],
        ['month', expect.any(Number)],
      ]),
    );
    expect(paid).toHaveLength(2);
    const { text } = await mailTo(person.email, 'Your membership has changed');
    expect(text).toContain('we charged $950.00');
  });
});

describe('the success page of a membership', () => {
  const outcomeOf = async (checkoutUrl: string) =>
    (await callApi(system, 'GET', `/api/checkout-sessions/${sessionOf(checkoutUrl)}`)).body;

  it('says that it has ended, once it was cancelled or its account was deleted', async () => {
    const [cancelled, deleted] = [await visitor(), await visitor()];
    for (const person of [cancelled, deleted]) {
      await payAt(person.checkoutUrl);
      await becomes(person, 'active');
      expect(await outcomeOf(person.checkoutUrl)).toMatchObject({ status: 'complete' });
    }
    await stripe.subscriptions.cancel((await subscriptionOf(cancelled)).id);
    await becomes(cancelled, 'inactive');
    expect((await post('/api/account/delete', { currentPassword: deleted.password }, deleted.token)).status).toBe(200);
    for (const { checkoutUrl } of [cancelled, deleted])
      await patiently('the end', async () => expect(await outcomeOf(checkoutUrl)).toMatchObject({ status: 'ended' }));
  });

  it('names the amount charged, as the welcome email does', async () => {
    const code = { code: `HALF-${Date.now()}`, name: 'Half', discountType: 'percentage', discountValue: 50 };
    const made = await post(
      '/api/admin/promo-codes',
      { ...code, applicableProducts: ['debate_club'] },
      await asAdmin(),
    );
    expect(made.status).toBeLessThan(300);
    const person = await visitor({ promoCode: code.code });
    await payAt(person.checkoutUrl);
    await becomes(person, 'active');
    // Whatever the price is by now.
    const { rows } = await database.query<{ price: number }>(
      `SELECT price_monthly AS price FROM billing.programs WHERE type = 'debate_club'`,
    );
    const { price } = rows[0]!;
    expect(await outcomeOf(person.checkoutUrl)).toMatchObject({ amount: price / 2 });
    const { text } = await mailTo(person.email, 'Welcome to the Debate Club');
    expect(text).toContain(`Charged for the first month: $${(price / 200).toFixed(2)}`);
    expect(text).toContain(`Renewal: $${price / 100} a month`);
  });
});

describe('a membership that is past due', () => {
  it('gives access again with a new card after the grace period, before the provider tries again', async () => {
    const person = await pastDue();
    await advance(7 * DAY);
    const again = await signedInAgain(person);
    await wakeJob(system, 'billing', 'end-grace');
    await becomes(again, 'inactive');
    expect(await latestInvoiceOf(person)).toMatchObject({ status: 'open' });
    expect((await latestInvoiceOf(person)).next_payment_attempt).toBeGreaterThan((await stripeNow()) + 600);
    await helper('card', { customer: await customerOf(person), card: 'works' });
    await becomes(again, 'active');
    expect(await latestInvoiceOf(person)).toMatchObject({ status: 'paid' });
  });
});

describe('the open invoice of a membership that has ended', () => {
  it('is refunded if it is paid nevertheless, and the person is emailed', async () => {
    /** A member who paid the invoice after their membership ended: a late look at the failed renewal may void it first. */
    const paidAfterEnd = async (): Promise<Person> => {
      const person = await pastDue();
      await helper('delivery', { drop: 1, retry: false });
      await stripe.subscriptions.cancel((await subscriptionOf(person)).id);
      await advance(60);
      await fetch(`${(await latestInvoiceOf(person)).hosted_invoice_url}/pay`, { method: 'POST', redirect: 'manual' });
      if ((await latestInvoiceOf(person)).status === 'paid') return person;
      await helper('delivery', {});
      throw new Error('The invoice was voided before it could be paid');
    };
    const person = await patiently('a payment after the end', paidAfterEnd);
    await helper('delivery', {});
    await stripe.customers.update(await customerOf(person), { metadata: { note: 'the next event' } });
    await patiently('the refund', async () =>
      expect((await paymentsOf(person))[0]).toMatchObject({ status: 'refunded' }),
    );
    await becomes(person, 'inactive');
    const { text } = await mailTo(person.email, 'We refunded your payment');
    expect(text).toContain(formatCents((await paymentsOf(person))[0]!.amount));
  });
});

/** A person's bootcamp registration as its service keeps it. */
const seatOf = async (email: string): Promise<Record<string, unknown>> =>
  (
    await database.query<Record<string, unknown>>(
      'SELECT * FROM registrations.bootcamp_registrations WHERE email = $1',
      [email],
    )
  ).rows[0]!;
/** Opens the page on which a guest pays for a seat in the bootcamp. */
const bootcampPage = async (promoCode?: string, person?: Person): Promise<{ email: string; checkoutUrl: string }> => {
  const { email } = person ?? newRegistration();
  const { status, body } = await post<{ checkoutUrl: string }>(
    '/api/bootcamp-checkout',
    {
      email,
      firstName: 'Ada',
      lastName: 'Okafor',
      experienceLevel: 'beginner',
      promoCode,
    },
    person?.token,
  );
  expect([status, body]).toEqual([200, expect.objectContaining({ checkoutUrl: expect.any(String) })]);
  return { email, checkoutUrl: body.checkoutUrl };
};
/** Enters a tournament, as a guest or with an account, and opens the page on which that is paid. */
const tournamentPage = async (terms: { promoCode?: string } = {}, person?: Person): Promise<string> => {
  const form = { firstName: 'Ada', lastName: 'Okafor', events: ['prepared_speech'], waiver: true, ...terms };
  const entryResponse = await post<{ payment: { token: string } }>(
    '/api/tournament/register',
    { ...form, email: person?.email ?? newRegistration().email, division: 'development' },
    person?.token,
  );
  expect([entryResponse.status, entryResponse.body]).toEqual([
    201,
    expect.objectContaining({ payment: expect.anything() }),
  ]);
  const { token } = entryResponse.body.payment;
  return (await post<{ url: string }>('/api/payment-links/checkout', { token }, person?.token)).body.url;
};

describe('a promo code', () => {
  const make = async (code: string, differences: object = {}): Promise<{ id: string; code: string }> => {
    const made = await post<{ id: string; code: string }>(
      '/api/admin/promo-codes',
      { code, name: 'A test', discountType: 'percentage', discountValue: 100, ...differences },
      await asAdmin(),
    );
    expect(made.status).toBeLessThan(300);
    return made.body;
  };
  const remove = async (id: string) =>
    callApi(system, 'DELETE', `/api/admin/promo-codes/${id}`, { token: await asAdmin() });
  const pageStatus = async (checkoutUrl: string) =>
    (await stripe.checkout.sessions.retrieve(sessionOf(checkoutUrl))).status;

  /** Pages of each kind that are open with a promo code. */
  const openWith = async (promoCode: string) => {
    const pages = [
      (await visitor({ promoCode })).checkoutUrl,
      (await bootcampPage(promoCode)).checkoutUrl,
      await tournamentPage({ promoCode }),
    ];
    const are = async (status: string) =>
      expect(await Promise.all(pages.map(pageStatus))).toEqual(pages.map(() => status));
    await are('open');
    return { end: () => patiently('the end of the pages', () => are('expired')) };
  };

  it('that is deleted closes the payment pages that are open with it', async () => {
    const { id, code } = await make('GONE', { discountValue: 50 });
    const pages = await openWith(code);
    expect(await remove(id)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('A payment page was opened with it') },
    });
    await pages.end();
  });

  it('closes its open payment pages when it expires', async () => {
    const validUntil = new Date(((await stripeNow()) + 600) * 1_000).toISOString();
    const { code } = await make('SOON', { discountValue: 50, validUntil });
    const pages = await openWith(code);
    await advance(660);
    await wakeJob(system, 'billing', 'end-promo-pages');
    await pages.end();
  });

  it('has a name that is free again after it was deleted, and stays in the archive', async () => {
    const first = await make('AGAIN', { discountValue: 50 });
    await visitor({ promoCode: first.code });
    expect((await remove(first.id)).status).toBe(200);
    const second = await make('AGAIN', { discountValue: 10 });
    expect(second.id).not.toBe(first.id);
    const token = await asAdmin();
    const listed = await callApi<{ id: string }[]>(system, 'GET', '/api/admin/promo-codes', { token });
    expect(listed.body.map(({ id }) => id)).toEqual(expect.arrayContaining([second.id]));
    expect(listed.body.map(({ id }) => id)).not.toContain(first.id);
    const archived = await callApi<{ id: string; code: string; archivedAt: string }[]>(
      system,
      'GET',
      '/api/admin/promo-codes?archived=1',
      { token },
    );
    expect(archived.body).toContainEqual(
      expect.objectContaining({ id: first.id, code: 'AGAIN', archivedAt: expect.any(String) }),
    );
    expect(archived.body.map(({ id }) => id)).not.toContain(second.id);
  });
});

describe('a disputed payment', () => {
  const dispute = async (customer: string): Promise<string> => {
    const [charge] = (await stripe.charges.list({ customer })).data;
    await helper('dispute', { charge: charge!.id });
    return (await stripe.disputes.list({ charge: charge!.id })).data[0]!.id;
  };

  it('is shown as such, and is paid again when the dispute is won', async () => {
    const person = await member();
    const id = await dispute(await customerOf(person));
    await patiently('the dispute', async () =>
      expect(await paymentsOf(person)).toMatchObject([{ status: 'disputed', amountRefunded: 0 }]),
    );
    expect(await membershipOf(system, person.token)).toBe('active');
    await helper('close_dispute', { dispute: id, status: 'won' });
    await patiently('the end of the dispute', async () =>
      expect(await paymentsOf(person)).toMatchObject([{ status: 'succeeded', amountRefunded: 0 }]),
    );
    expect(await detailsOf(person)).toMatchObject({ status: 'active' });
  });

  it('is reported to the association by one email', async () => {
    const person = await member();
    await dispute(await customerOf(person));
    const reports = async () =>
      (await emailsTo(system, ASSOCIATION.SUPPORT_EMAIL)).filter(({ text }) => text.includes(person.email));
    await patiently('the email', async () =>
      expect(await reports()).toMatchObject([{ subject: 'A payment is disputed' }]),
    );
    await helper('card', { customer: await customerOf(person), card: 'works' });
    await advance(600);
    await patiently('the payment', async () =>
      expect(await paymentsOf(person)).toMatchObject([{ status: 'disputed' }]),
    );
    expect(await reports()).toHaveLength(1);
  });

  it('ends the membership when the dispute is lost', async () => {
    const person = await member();
    await helper('close_dispute', { dispute: await dispute(await customerOf(person)), status: 'lost' });
    await becomes(person, 'inactive');
    expect(await paymentsOf(person)).toMatchObject([{ status: 'refunded' }]);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'canceled' });
    const { text } = await mailTo(person.email, 'Your membership has ended');
    expect(text).toContain('Your bank decided the dispute of the payment');
    expect(text).not.toContain('If you did not ask for this');
  });

  it('ends a seat in the bootcamp when the dispute is lost', async () => {
    const { email, checkoutUrl } = await bootcampPage();
    await payAt(checkoutUrl);
    await patiently('the seat', async () => expect(await seatOf(email)).toMatchObject({ payment_status: 'paid' }));
    const { customer } = await stripe.checkout.sessions.retrieve(sessionOf(checkoutUrl));
    await helper('close_dispute', { dispute: await dispute(customer as string), status: 'lost' });
    await patiently('the end of the seat', async () =>
      expect(await seatOf(email)).toMatchObject({ payment_status: 'refunded' }),
    );
  });
});

describe('a payment whose money arrives later', () => {
  const answer = (checkoutUrl: string, arrived: boolean) =>
    helper('delayed_payment', { session: sessionOf(checkoutUrl), arrived });
  const outcomeOf = async (checkoutUrl: string) =>
    (await callApi<{ status: string }>(system, 'GET', `/api/checkout-sessions/${sessionOf(checkoutUrl)}`)).body;
  const settled = async (checkoutUrl: string) => (await outcomeOf(checkoutUrl)).status;

  it('is confirmed by one email when it starts, and sets up no account before it has arrived', async () => {
    const { email, firstName, lastName, password, confirmPassword } = newRegistration();
    const priceId = clubOf(await programs()).stripePriceIdMonthly;
    const { body: opened } = await post<{ url: string }>('/api/create-subscription', { priceId, customerEmail: email });
    await payWith(opened.url, 'bank-debit');
    const form = {
      email,
      firstName,
      lastName,
      password,
      confirmPassword,
      division: 'development',
      sessionId: sessionOf(opened.url),
    };
    expect(await post('/api/auth/setup-account', form)).toMatchObject({
      status: 409,
      body: {
        code: 'payment_processing',
        message:
          'Your bank is still processing your payment, which can take a few days. We email you a link to set up your account when the money has arrived.',
      },
    });
    expect((await mailTo(email, 'Your bank is processing your payment')).text).toContain(
      'You do not need to pay again.',
    );
    await advance(600);
    expect(await settled(opened.url)).toBe('processing');
    await answer(opened.url, true);
    await mailTo(email, 'Welcome to the Debate Club');
    expect((await emailsTo(system, email)).map(({ subject }) => subject).sort()).toEqual([
      'Welcome to the Debate Club',
      'Your bank is processing your payment',
    ]);
  });

  it('is refunded when it arrives for an account that was deactivated since', async () => {
    const person = await visitor();
    await payWith(person.checkoutUrl, 'bank-debit');
    await patiently('the payment', async () => expect(await paymentsOf(person)).toMatchObject([{ status: 'pending' }]));
    const { id } = (await get<{ id: string }>('/api/auth/user', person)).body;
    expect((await post(`/api/admin/members/${id}/deactivate`, { reason: 'asked to' }, await asAdmin())).status).toBe(
      200,
    );
    await advance(5 * DAY);
    await mailTo(person.email, 'Your payment was refunded');
    expect(await subscriptionOf(person)).toMatchObject({ status: 'canceled' });
    expect((await stripe.charges.list({ customer: await customerOf(person) })).data).toMatchObject([
      { refunded: true },
    ]);
  });

  it('is refunded when it arrives for an account that was just deleted', async () => {
    const person = await visitor();
    await payWith(person.checkoutUrl, 'bank-debit');
    await patiently('the payment', async () => expect(await paymentsOf(person)).toMatchObject([{ status: 'pending' }]));
    const customer = await customerOf(person);
    // The money arrives before the deletion has reached the provider.
    await helper('api', { fail: 1 });
    try {
      expect((await post('/api/account/delete', { currentPassword: person.password }, person.token)).status).toBe(200);
      await patiently('the deletion', async () =>
        expect(
          (await database.query('SELECT erased_at FROM billing.customers WHERE id = $1', [customer])).rows[0],
        ).toEqual({ erased_at: expect.any(Date) }),
      );
      await answer(person.checkoutUrl, true);
    } finally {
      await helper('api', {});
    }
    await patiently('the refund', async () =>
      expect((await stripe.charges.list({ customer })).data).toMatchObject([{ refunded: true }]),
    );
  });

  /** Cents that arrived for a subscription and were not refunded. */
  const keptOf = async (subscription: string): Promise<number> => {
    const { data: invoices } = await stripe.invoices.list({ subscription, expand: ['data.payments'] });
    const intents = invoices.flatMap(({ payments }) =>
      (payments?.data ?? []).flatMap(({ payment }) => payment.payment_intent ?? []),
    );
    const charges = await Promise.all(
      intents.map(async (intent) => (await stripe.charges.list({ payment_intent: intent as string })).data),
    );
    return charges
      .flat()
      .filter(({ paid }) => paid)
      .reduce((sum, { amount, amount_refunded: refunded }) => sum + amount - refunded, 0);
  };

  it.each(['verified', 'unverified'])(
    'by a stranger for a member’s mailbox cancels nothing that its account pays for: %s',
    async (which) => {
      const person = await visitor();
      if (which === 'verified') {
        expect((await post('/api/auth/verify-email', {}, person.token)).status).toBe(200);
        expect(
          (
            await post(
              '/api/auth/confirm-email',
              { token: await tokenTo(system, person.email, '/confirm-email') },
              person.token,
            )
          ).status,
        ).toBe(200);
      }
      const priceId = clubOf(await programs()).stripePriceIdMonthly;
      const { body: opened } = await post<{ url: string }>('/api/create-subscription', {
        priceId,
        customerEmail: person.email,
      });
      await payWith(opened.url, 'bank-debit');
      expect(await settled(opened.url)).toBe('processing');
      if (which === 'verified')
        await patiently('the claim', async () =>
          expect(await paymentsOf(person)).toMatchObject([{ status: 'pending' }]),
        );
      // A page that was opened before can be paid still.
      expect((await post('/api/subscription/checkout', { plan: 'monthly' }, person.token)).status).toBe(
        which === 'verified' ? 409 : 200,
      );
      await payWith(person.checkoutUrl, 'works');
      await becomes(person, 'active');
      const { subscription } = await stripe.checkout.sessions.retrieve(sessionOf(person.checkoutUrl));
      await advance(600);
      await answer(opened.url, true);
      const isKept = async () => {
        expect(await stripe.subscriptions.retrieve(subscription as string)).toMatchObject({ status: 'active' });
        expect(await detailsOf(person)).toMatchObject({ status: 'active' });
      };
      const { subscription: strangers } = await stripe.checkout.sessions.retrieve(sessionOf(opened.url));
      await patiently('the end of the other', async () =>
        expect(await stripe.subscriptions.retrieve(strangers as string)).toMatchObject({ status: 'canceled' }),
      );
      await patiently('nothing kept of the debit', async () => expect(await keptOf(strangers as string)).toBe(0));
      await isKept();
      expect(await membershipOf(system, person.token)).toBe('active');
    },
  );

  it('can be cancelled, to pay another way; when the money arrives nevertheless it is refunded', async () => {
    const person = await visitor();
    await payWith(person.checkoutUrl, 'bank-debit');
    await patiently('the payment', async () => expect(await detailsOf(person)).toMatchObject({ status: 'pending' }));
    expect(await post('/api/subscription/cancel', undefined, person.token)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('bank') },
    });
    expect(await outcomeOf(person.checkoutUrl)).toMatchObject({ status: 'expired', unpaidBecause: 'cancelled' });
    // It never began, so it is not shown as one that has ended.
    expect(await detailsOf(person)).toBeNull();
    // The provider counts in seconds: most often in that of the end.
    await answer(person.checkoutUrl, true);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'canceled' });
    const { status, body: own } = await post<{ checkoutUrl: string }>(
      '/api/subscription/checkout',
      { plan: 'monthly' },
      person.token,
    );
    expect(status).toBe(200);
    await payWith(own.checkoutUrl, 'works');
    await becomes(person, 'active');
    const { subscription } = await stripe.checkout.sessions.retrieve(sessionOf(person.checkoutUrl));
    await patiently('nothing kept of the debit', async () => expect(await keptOf(subscription as string)).toBe(0));
    expect(await membershipOf(system, person.token)).toBe('active');
    const { rows } = await database.query('SELECT has_begun FROM billing.subscriptions WHERE id = $1', [subscription]);
    expect(rows).toEqual([{ has_begun: false }]);
  });

  it('that never arrives is reported to its payer by one email, and listed as failed without a membership', async () => {
    const person = await visitor();
    const { email } = newRegistration();
    const { body: opened } = await post<{ url: string }>('/api/create-subscription', {
      priceId: clubOf(await programs()).stripePriceIdMonthly,
      customerEmail: email,
    });
    for (const url of [person.checkoutUrl, opened.url]) {
      await payWith(url, 'bank-debit');
      expect(await settled(url)).toBe('processing');
      await answer(url, false);
    }
    const [own, guests] = [
      await mailTo(person.email, 'Your payment did not go through'),
      await mailTo(email, 'Your payment did not go through'),
    ];
    for (const { text } of [own, guests])
      expect(text.replaceAll(/\s+/g, ' ')).toContain('Nothing was charged, and no membership has begun.');
    expect([own.text, guests.text]).toEqual([
      expect.stringContaining('/dashboard'),
      expect.stringContaining('/subscribe'),
    ]);
    expect(await detailsOf(person)).toBeNull();
    expect(await paymentsOf(person)).toMatchObject([{ status: 'failed', interval: 'month' }]);
    // Another event makes billing check again.
    await stripe.customers.update(await customerOf(person), { metadata: { note: 'the next event' } });
    expect(await post('/api/subscription/checkout', { plan: 'monthly' }, person.token)).toMatchObject({ status: 200 });
    await payWith(
      (await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, person.token)).body
        .checkoutUrl,
      'works',
    );
    await becomes(person, 'active');
    await mailTo(person.email, 'Welcome to the Debate Club');
    expect(
      (await emailsTo(system, person.email)).filter(({ subject }) => subject === 'Your payment did not go through'),
    ).toHaveLength(1);
    // Both may be of one second of the provider's.
    expect((await paymentsOf(person)).map(({ status }) => status).toSorted()).toEqual(['failed', 'succeeded']);
  });
});

describe('a member who moved to another mailbox', () => {
  it('gets the emails of renewals there, and none of them goes to the former one', async () => {
    const person = await member();
    const confirm = async (email: string) => {
      const token = await tokenTo(system, email, '/confirm-email');
      expect((await post('/api/auth/confirm-email', { token }, person.token)).status).toBe(200);
    };
    await post('/api/auth/verify-email', {}, person.token);
    await confirm(person.email);
    const { email, firstName, lastName } = newRegistration();
    const body = { firstName, lastName, email, currentPassword: person.password };
    expect((await callApi(system, 'PUT', '/api/auth/update-profile', { token: person.token, body })).status).toBe(200);
    await confirm(email);
    await mailTo(person.email, 'The email of your account was changed');
    const subjectsTo = async () => (await emailsTo(system, person.email)).map(({ subject }) => subject);
    const before = await subjectsTo();
    await patiently('the provider’s customer', async () =>
      expect((await stripe.customers.list({ email })).data).toHaveLength(1),
    );
    await advance(31 * DAY + 7_200);
    await mailTo(email, 'Your receipt');
    expect(await subjectsTo()).toEqual(before);
  });
});

describe('a single payment', () => {
  it('has the name of its event and a receipt, for a tournament and for a bootcamp', async () => {
    const person = await member();
    const { body: events } = await callApi<{ title: string; type: string; isNext: boolean }[]>(
      system,
      'GET',
      '/api/events',
    );
    for (const [kind, open] of [
      // First, because the seat would include it.
      ['tournament', () => tournamentPage({}, person)],
      ['bootcamp', async () => (await bootcampPage(undefined, person)).checkoutUrl],
    ] as const) {
      await payAt(await open());
      const { title } = events.find(({ type, isNext }) => type === kind && isNext)!;
      const paid = await patiently('the receipt', async () => {
        const payment = (await paymentsOf(person)).find((candidate) => candidate.title === title);
        expect(payment).toMatchObject({ invoice_url: expect.any(String) });
        return payment!;
      });
      const receipt = await fetch(paid.invoice_url!);
      expect([receipt.status, await receipt.text()]).toEqual([200, expect.stringContaining('Receipt')]);
    }
    expect((await paymentsOf(person)).filter((payment) => payment.title === null)).toHaveLength(1);
  });
});
