import { expect, it } from 'vitest';
import type Stripe from 'stripe';
import { correctionsOf, type LocalState } from './corrections.ts';
import { isPaidLate } from './late-payments.ts';
import type { RemoteCustomer } from './remote-customer.ts';
import { ENDINGS, UNBEGUN_MARK } from './subscription-marks.ts';

const ENDED_AT = 1_800_000_000;

/** A membership that ended, and its first payment, which arrived at an instant. */
const endedAndPaid = (paidAt: number, ended: Partial<Stripe.Subscription> = {}): RemoteCustomer => ({
  subscriptions: [
    {
      id: 'sub',
      status: 'canceled',
      ended_at: ENDED_AT,
      items: { data: [] },
      metadata: {},
      ...ended,
    } as unknown as Stripe.Subscription,
  ],
  invoices: [
    {
      id: 'in',
      status: 'paid',
      amount_paid: 9_500,
      billing_reason: 'subscription_create',
      status_transitions: { paid_at: paidAt },
      parent: { subscription_details: { subscription: 'sub' } },
      payments: { data: [{ payment: { payment_intent: 'pi' } }] },
      starting_balance: 0,
      ending_balance: 0,
    } as unknown as Stripe.Invoice,
  ],
  charges: [{ id: 'ch', paid: true, refunded: false, payment_intent: 'pi' } as unknown as Stripe.Charge],
  disputes: [],
  paymentMethodId: null,
  card: null,
  isDeleted: false,
});
const local = (knownPaid: readonly string[], notBegun: readonly string[] = []): LocalState => ({
  deactivatedAt: null,
  seenAt: new Map(),
  elsewhere: [],
  ofSameMailbox: [],
  knownPaid: new Set(knownPaid),
  notBegun: new Set(notBegun),
});

it.each([
  ['is kept where it came before the end', ENDED_AT - 1, [], []],
  ['is refunded where it came after the end', ENDED_AT + 1, [], ['ch']],
  ['is refunded where it came in the second of the end', ENDED_AT, [], ['ch']],
  ['is kept where it came in the second of the end, and was known here before', ENDED_AT, ['in'], []],
])('the payment of a membership that has ended %s', (_what, paidAt, knownPaid, refunded) => {
  const corrections = correctionsOf(endedAndPaid(paidAt), () => true, local(knownPaid));
  expect(corrections.flatMap((each) => (each.kind === 'refund-late' ? each.chargeIds : []))).toEqual(refunded);
});

it.each([
  ['is marked where it had not begun here', {}, [], ['sub'], [{ kind: 'mark-unbegun', subscriptionId: 'sub' }]],
  ['keeps its payment where that was known here before', {}, ['in'], ['sub'], []],
  ['keeps its payment where it had begun here', {}, ['in'], [], []],
  [
    'is refunded where it is marked, also once the payment is known here',
    { metadata: { [UNBEGUN_MARK]: 'yes' } },
    ['in'],
    [],
    [{ kind: 'refund-late', chargeIds: ['ch'], credits: [] }],
  ],
  [
    'is refunded where we paid it back before it was paid',
    { cancellation_details: { comment: ENDINGS.duplicate, feedback: null, feedback_option: null, reason: null } },
    [],
    [],
    [{ kind: 'refund-late', chargeIds: ['ch'], credits: [] }],
  ],
])('a membership that ended after its payment had arrived %s', (_what, ended, knownPaid, notBegun, corrections) => {
  expect(correctionsOf(endedAndPaid(ENDED_AT - 1, ended as never), () => true, local(knownPaid, notBegun))).toEqual(
    corrections,
  );
});

it.each([
  ['nothing of ours', null, true],
  ['a second membership, ended as it was paid', ENDINGS.duplicate, false],
  ['one that a deactivated account may not have', ENDINGS.refused, false],
])('a payment in the second of the end is late where the end was %s', (_what, comment, isLate) => {
  const { invoices, subscriptions } = endedAndPaid(ENDED_AT, { cancellation_details: { comment } as never });
  expect(isPaidLate(invoices[0]!, subscriptions, new Set())).toBe(isLate);
});

/** A running membership at the price `annual`, and an older invoice that is open, with a line for each of these prices. */
const withOpenInvoice = (prices: readonly (string | null)[], charges: readonly object[] = []): RemoteCustomer => {
  const subscription = {
    id: 'sub',
    status: 'active',
    created: ENDED_AT,
    latest_invoice: 'in_latest',
    cancel_at_period_end: false,
    items: { data: [{ price: { id: 'annual' }, current_period_start: ENDED_AT }] },
    metadata: {},
  };
  const invoice = {
    id: 'in_open',
    status: 'open',
    billing_reason: 'manual',
    parent: { subscription_details: { subscription: 'sub' } },
    lines: {
      data: prices.map((price) => ({ pricing: price === null ? null : { price_details: { price } }, period: {} })),
    },
    payments: { data: [{ payment: { payment_intent: 'pi' } }] },
  };
  return {
    subscriptions: [subscription as unknown as Stripe.Subscription],
    invoices: [invoice as unknown as Stripe.Invoice],
    charges: charges as Stripe.Charge[],
    disputes: [],
    paymentMethodId: null,
    card: null,
    isDeleted: false,
  };
};
const VOIDED = [{ kind: 'void-invoice', invoiceId: 'in_open' }];

it.each([
  ['of a former plan is voided', ['monthly'], [], VOIDED],
  ['of a former plan in two lines is voided', ['monthly', 'monthly'], [], VOIDED],
  ['of the present plan stays', ['annual'], [], []],
  ['of the present plan beside what is left of the former one stays', ['monthly', 'annual'], [], []],
  ['of staff, without a price, stays', [null], [], []],
  ['of staff, without a price, stays beside a line of a former plan', ['monthly', null], [], []],
  ['without a line stays', [], [], []],
  [
    'of a former plan whose payment is on its way stays',
    ['monthly'],
    [{ status: 'pending', payment_intent: 'pi' }],
    [],
  ],
])('an open invoice %s', (_what, prices, charges, corrections) => {
  expect(correctionsOf(withOpenInvoice(prices, charges), () => true, local([]))).toEqual(corrections);
});
