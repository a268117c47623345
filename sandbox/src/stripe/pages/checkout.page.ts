import { isEmailAddress } from '../api/email-address.ts';
import type { FastifyInstance } from 'fastify';
import { CARDS, isCardKind } from '../billing/card.ts';
import {
  completeCheckout,
  declineCheckout,
  emailOf,
  expireCheckout,
  setDiscount,
  termsOf,
  type CheckoutSession,
} from '../billing/checkout.ts';
import { findActiveCode } from '../billing/discount.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { StripeError } from '../stripe-error.ts';
import { money } from '../../web/format.ts';
import { html, type Html } from '../../web/html.ts';
import { sendPage } from '../../web/layout.ts';

/** The form's value for a payment whose money arrives days later. */
const DELAYED = 'bank-debit';
/** Its type at Stripe: ACH Direct Debit. */
const DEBIT = 'us_bank_account';

const DECLINED = 'Your card was declined. Nothing was charged. Try again or use another card.';

interface PayForm {
  email?: string;
  card?: string;
  code?: string;
}

/** The hosted checkout page and its forms; each form answers 303. */
export const checkoutPage = async (app: FastifyInstance, { account }: { account: StripeAccount }): Promise<void> => {
  const byItself = { id: null, idempotency_key: null };
  const sessionOf = (id: string): CheckoutSession | undefined => {
    const session = account.store.get('checkoutSessions', id);
    const isDue = session?.status === 'open' && session.expires_at <= account.now();
    // The sandbox expires due sessions every second; this expires one that fell due since.
    return isDue ? account.during(byItself, () => expireCheckout(account, session)) : session;
  };
  type Route = { Params: { id: string }; Querystring: { notice?: string }; Body: string };

  app.get<Route>('/stripe/checkout/:id', async (request, reply) => {
    const session = sessionOf(request.params.id);
    if (session === undefined)
      return sendPage(reply, {
        title: 'Checkout not found',
        narrow: true,
        status: 404,
        body: ended('There is no such checkout', 'The link may be cut off. Go back to the site and start again.', null),
      });
    if (session.status === 'expired')
      return sendPage(reply, {
        title: 'Checkout expired',
        narrow: true,
        body: ended(
          'This checkout has expired',
          'Nothing was charged. Go back to the site and start again.',
          session.cancel_url,
        ),
      });
    if (session.status === 'complete')
      return sendPage(reply, {
        title: 'Paid',
        narrow: true,
        body: ended('This checkout is paid', 'You were charged once. You can close this page.', successUrl(session)),
      });
    return sendPage(reply, { title: 'Checkout', body: openCheckout(account, session, request.query.notice) });
  });

  app.post<Route>('/stripe/checkout/:id/pay', async (request, reply) => {
    const session = sessionOf(request.params.id);
    if (session === undefined || session.status === 'expired')
      return reply.redirect(`/stripe/checkout/${request.params.id}`, 303);
    const form = readForm(request.body);
    const email = form.email?.trim() ?? '';
    const notice = refusalOf(account, session, email, form.card) ?? pay(account, session, email, form.card);
    return reply.redirect(
      notice === null ? successUrl(session) : `/stripe/checkout/${session.id}?notice=${notice}`,
      303,
    );
  });

  app.post<Route>('/stripe/checkout/:id/decline', async (request, reply) => {
    const session = sessionOf(request.params.id);
    if (session !== undefined) account.during(byItself, () => declineCheckout(account, session));
    return reply.redirect(
      `/stripe/checkout/${request.params.id}${session?.status === 'open' ? '?notice=declined' : ''}`,
      303,
    );
  });

  app.post<Route>('/stripe/checkout/:id/cancel', async (request, reply) =>
    reply.redirect(sessionOf(request.params.id)?.cancel_url ?? `/stripe/checkout/${request.params.id}`, 303),
  );

  app.post<Route>('/stripe/checkout/:id/code', async (request, reply) => {
    const session = sessionOf(request.params.id);
    if (session?.status !== 'open' || session.allow_promotion_codes !== true)
      return reply.redirect(`/stripe/checkout/${request.params.id}`, 303);
    const isTaken = applyCode(account, session, readForm(request.body).code ?? '');
    return reply.redirect(`/stripe/checkout/${session.id}${isTaken ? '' : '?notice=code'}`, 303);
  });
};

/** Why the form is not taken, or null. A session that is complete is not paid again, so nothing is asked of it. */
const refusalOf = (
  account: StripeAccount,
  session: CheckoutSession,
  email: string,
  card: string | undefined,
): string | null => {
  if (session.status !== 'open') return null;
  if (emailOf(account, session) === null && !isEmailAddress(email)) return 'email';
  return session.payment_method_types.includes(card === DELAYED ? DEBIT : 'card') ? null : 'method';
};

/** Pays; answers null, or why it could not. */
const pay = (
  account: StripeAccount,
  session: CheckoutSession,
  email: string,
  card: string | undefined,
): string | null => {
  try {
    account.during({ id: null, idempotency_key: null }, () =>
      completeCheckout(account, session, {
        email: email === '' ? null : email,
        card: isCardKind(card) ? card : 'works',
        isDelayed: card === DELAYED,
      }),
    );
    return null;
  } catch (error) {
    if (error instanceof StripeError) return 'discount';
    throw error;
  }
};

const applyCode = (account: StripeAccount, session: CheckoutSession, typed: string): boolean => {
  const code = typed.trim() === '' ? null : findActiveCode(account, typed);
  if (code === undefined) return false;
  try {
    account.during({ id: null, idempotency_key: null }, () =>
      setDiscount(account, session, code === null ? null : { promotion_code: code.id }),
    );
    return true;
  } catch (error) {
    if (error instanceof StripeError) return false;
    throw error;
  }
};

const successUrl = (session: CheckoutSession): string => {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
};

const readForm = (body: string): PayForm => {
  return Object.fromEntries(new URLSearchParams(body));
};

const NOTICES: Record<string, string> = {
  declined: DECLINED,
  email: 'Enter an email address, so that your receipt can reach you.',
  method: 'This payment method is not available for this purchase. Choose another one.',
  code: 'This code is not valid for this purchase.',
  discount: 'The discount is no longer available. Go back to the site and start again.',
};

const openCheckout = (account: StripeAccount, session: CheckoutSession, notice: string | undefined): Html => {
  const currency = session.currency ?? 'usd';
  const customer = session.customer === null ? undefined : account.store.get('customers', session.customer);
  const lines = termsOf(account, session).lines;
  const total = session.amount_total ?? 0;
  const credit = session.mode === 'subscription' ? Math.max(0, Math.min(total, -(customer?.balance ?? 0))) : 0;
  const rhythm = rhythmOf(lines);
  const email = emailOf(account, session);
  const hasCards = session.payment_method_types.includes('card');
  const hasDebit = session.payment_method_types.includes(DEBIT) && total > 0;
  const message = notice === undefined ? undefined : NOTICES[notice];
  return html`
    <div class="sheet">
      <section class="stack" aria-labelledby="summary">
        <div>
          <p class="muted">${session.mode === 'subscription' ? 'Subscribe to Lectern' : 'Pay Lectern'}</p>
          <h1 class="big-money" id="summary">${money(total - credit, currency)}${rhythm !== null && total - credit === rhythm.amount && html` <small>per ${rhythm.interval}</small>`}</h1>
          ${rhythm !== null && total - credit !== rhythm.amount && html`<p class="muted">today, then ${money(rhythm.amount, currency)} per ${rhythm.interval}</p>`}
        </div>
          <table class="lines">
            <caption class="small muted">Items</caption>
            <tbody>
              ${lines.map((line) => html`<tr><td>${line.description}${(line.quantity ?? 1) > 1 && html` <span class="muted">&times; ${line.quantity}</span>`}</td><td class="number">${money(line.amount_subtotal, currency)}</td></tr>`)}
            </tbody>
            <tfoot>
              ${session.total_details !== null && session.total_details.amount_discount > 0 && html`<tr><td>${discountName(account, session)}</td><td class="number">&minus;${money(session.total_details.amount_discount, currency)}</td></tr>`}
              ${credit > 0 && html`<tr><td>Your credit</td><td class="number">&minus;${money(credit, currency)}</td></tr>`}
              <tr class="total"><td>Total due today</td><td class="number">${money(total - credit, currency)}</td></tr>
            </tfoot>
          </table>
        ${
          session.allow_promotion_codes === true &&
          html`<form method="post" action="/stripe/checkout/${session.id}/code" class="stack tight">
          <label for="code">Promotion code</label>
          <div class="pair"><input id="code" name="code" type="text" autocomplete="off"><button>Apply</button></div>
        </form>`
        }
      </section>
      <section class="card stack" aria-label="Payment">
        ${message !== undefined && html`<p class="notice stop" role="alert">${message}</p>`}
        <form method="post" action="/stripe/checkout/${session.id}/pay" class="stack">
          ${
            email === null
              ? html`<div><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email" required></div>`
              : html`<div><div class="small muted">Email</div><div>${email}</div></div>`
          }
          <fieldset>
            <legend>Payment method</legend>
            ${hasCards && Object.entries(CARDS).map(([kind, { label }]) => html`<label class="choice"><input type="radio" name="card" value="${kind}"${kind === 'works' ? html` checked` : ''}><span>${label}</span></label>`)}
            ${hasDebit && html`<label class="choice"><input type="radio" name="card" value="${DELAYED}"${hasCards ? '' : html` checked`}><span>Bank debit, whose money arrives days later</span></label>`}
          </fieldset>
          <button class="primary wide">Pay ${money(total - credit, currency)}</button>
        </form>
        <div class="pair">
          <form method="post" action="/stripe/checkout/${session.id}/decline"><button class="wide">Decline</button></form>
          <form method="post" action="/stripe/checkout/${session.id}/cancel"><button class="wide">Cancel</button></form>
        </div>
        <p class="small muted">Decline plays a bank that refuses the card. Cancel goes back without paying.</p>
      </section>
    </div>`;
};

/** The price of each later period, in cents, before any discount that lasts. */
const rhythmOf = (lines: ReturnType<typeof termsOf>['lines']): { amount: number; interval: string } | null => {
  const recurring = lines.filter((line) => line.price?.recurring != null);
  const interval = recurring[0]?.price?.recurring?.interval;
  return interval === undefined
    ? null
    : { amount: recurring.reduce((sum, line) => sum + line.amount_subtotal, 0), interval };
};

const discountName = (account: StripeAccount, session: CheckoutSession): string => {
  const applied = session.discounts?.[0];
  const code = account.store.get('promotionCodes', applied?.promotion_code ?? '');
  const coupon = account.store.get('coupons', code?.promotion.coupon ?? applied?.coupon ?? '');
  return code?.code ?? coupon?.name ?? 'Discount';
};

const ended = (title: string, message: string, back: string | null): Html => {
  return html`<section class="card stack">
    <h1>${title}</h1>
    <p>${message}</p>
    ${back !== null && html`<p><a class="button" href="${back}">Back to Lectern</a></p>`}
  </section>`;
};
