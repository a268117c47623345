import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import {
  boolean,
  hash,
  integer,
  isWithin,
  list,
  mergeMetadata,
  metadata,
  notSimulated,
  oneOf,
  optional,
  range,
  text,
  unsettable,
  withoutEffect,
  type ParamsOf,
} from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import { changePrice, type PriceChange } from '../billing/change-price.ts';
import { redeem, redemptionOf } from '../billing/discount.ts';
import { extendByTrial } from '../billing/extend-by-trial.ts';
import { currentPeriodEnd, endSubscription, type Subscription } from '../billing/subscription.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import { CREATE_SHAPE, createDirectly } from './create-subscription.ts';

const cancellationDetails = hash({
  comment: unsettable(text(500)),
  feedback: unsettable(
    oneOf([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ]),
  ),
});

export const PRORATION = optional(oneOf(['always_invoice', 'create_prorations', 'none']));

export const ITEM = {
  id: text(),
  price: text(),
  quantity: optional(integer(1, 999_999)),
  deleted: notSimulated(),
  discounts: notSimulated(),
  price_data: notSimulated(),
};

/** `unset` by an empty value. Stripe has other behaviors too, which are not simulated. */
const pauseCollection = hash({ behavior: oneOf(['void']), resumes_at: optional(integer(0)) });

export const ANCHOR = optional(hash({ type: oneOf(['now', 'unchanged']) }));

const UPDATE_SHAPE = {
  billing_cycle_anchor: ANCHOR,
  cancel_at_period_end: optional(boolean()),
  cancel_at: unsettable(integer(0)),
  cancellation_details: optional(cancellationDetails),
  default_payment_method: optional(text()),
  description: unsettable(text(500)),
  metadata: optional(metadata()),
  off_session: withoutEffect(),
  payment_behavior: optional(
    oneOf(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete']),
  ),
  proration_behavior: PRORATION,
  proration_date: optional(integer(0)),
  items: optional(list(hash(ITEM), 1)),
  discounts: optional(
    list(hash({ coupon: optional(text()), promotion_code: optional(text()), discount: notSimulated() }), 1),
  ),
  pause_collection: unsettable(pauseCollection),
  trial_end: optional(integer(0)),
};

/** When and why the subscription will end, after this change. Source: API reference, "Update a subscription". */
const plannedEnd = (
  account: StripeAccount,
  subscription: Subscription,
  params: { cancel_at_period_end: boolean | undefined; cancel_at?: number | null | undefined },
): Partial<Subscription> => {
  const { cancel_at_period_end: atPeriodEnd, cancel_at: at } = params;
  if (atPeriodEnd === undefined && at === undefined) return {};
  if (atPeriodEnd === true && at != null)
    throw invalidRequest('You may only specify one of these parameters: cancel_at_period_end, cancel_at.', 'cancel_at');
  const end = atPeriodEnd === true ? currentPeriodEnd(subscription) : (at ?? null);
  if (end !== null && end < account.now())
    throw invalidRequest('The cancel_at timestamp must be in the future.', 'cancel_at');
  return {
    cancel_at_period_end: atPeriodEnd === true,
    cancel_at: end,
    canceled_at: end === null ? null : (subscription.canceled_at ?? account.now()),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason: end === null ? null : 'cancellation_requested',
    },
  };
};

/** Source: Stripe documentation, "Pause payment collection". */
const pausing = (
  account: StripeAccount,
  asked: ParamsOf<typeof UPDATE_SHAPE>['pause_collection'],
): Partial<Subscription> => {
  if (asked === undefined) return {};
  if (asked === null) return { pause_collection: null };
  const { behavior, resumes_at: resumesAt = null } = asked;
  if (resumesAt !== null && resumesAt <= account.now())
    throw invalidRequest('The resumes_at timestamp must be in the future.', 'pause_collection[resumes_at]');
  return { pause_collection: { behavior, resumes_at: resumesAt } };
};

/** The discounts in place of those before; they count from the next invoice on. Source: API reference, "Update a subscription". */
const discounting = (
  account: StripeAccount,
  { id, customer, currency, items }: Subscription,
  [asked]: NonNullable<ParamsOf<typeof UPDATE_SHAPE>['discounts']>,
  bills: boolean,
): Partial<Subscription> => {
  if (asked === undefined || bills)
    throw invalidRequest(
      'The sandbox simulates one discount in a request that bills nothing alone.',
      'discounts',
      'not_simulated',
    );
  const subtotal = items.data.reduce((sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity, 0);
  const redemption = redemptionOf(account, asked, { subtotal, currency, customer }, 'discounts[0]');
  return { discounts: [redeem(account, redemption, { customer, subscription: id, session: null }).id] };
};

const updateSubscription = (
  account: StripeAccount,
  params: ParamsOf<typeof UPDATE_SHAPE>,
  id: string,
): Subscription => {
  const subscription = account.find('subscriptions', id);
  const { cancellation_details: details, default_payment_method: card } = params;
  const isEnded = subscription.status === 'canceled';
  const isOnlyNotes =
    params.items === undefined &&
    params.billing_cycle_anchor?.type !== 'now' &&
    params.pause_collection === undefined &&
    params.cancel_at_period_end === undefined &&
    params.cancel_at === undefined &&
    params.discounts === undefined &&
    params.trial_end === undefined &&
    card === undefined &&
    params.description === undefined;
  if (isEnded && !isOnlyNotes)
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  if (
    card !== undefined &&
    account.find('paymentMethods', card, 'default_payment_method').customer !== subscription.customer
  ) {
    throw invalidRequest(
      'The payment method must be attached to the customer of the subscription.',
      'default_payment_method',
    );
  }
  const planned = plannedEnd(account, subscription, params);
  const notes = planned.cancellation_details ??
    subscription.cancellation_details ?? {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
    };
  const resets = params.billing_cycle_anchor?.type === 'now';
  const [item] = params.items ?? (resets ? itemsToBill(subscription) : []);
  if (params.trial_end !== undefined && (item !== undefined || params.proration_behavior !== 'none'))
    throw invalidRequest(
      'The sandbox simulates trial_end with proration_behavior none, in a request that changes no items alone.',
      'trial_end',
      'not_simulated',
    );
  const extended = params.trial_end === undefined ? {} : extendByTrial(account, subscription, params.trial_end);
  const paused = pausing(account, params.pause_collection);
  const discounted =
    params.discounts === undefined ? {} : discounting(account, subscription, params.discounts, item !== undefined);
  const repriced =
    item === undefined
      ? subscription
      : changePrice(
          account,
          // An invoice of the same request is collected or not as the request asks for.
          account.change('subscriptions', subscription, paused),
          priceChange(account, subscription, item, { ...params, resets }),
          params.payment_behavior === 'error_if_incomplete',
        );
  return account.change(
    'subscriptions',
    repriced,
    {
      ...extended,
      ...planned,
      ...paused,
      ...discounted,
      ...(details !== undefined && {
        cancellation_details: {
          ...notes,
          comment: details.comment ?? notes.comment,
          feedback: details.feedback ?? notes.feedback,
        },
      }),
      ...(card !== undefined && { default_payment_method: card }),
      ...(params.description !== undefined && { description: params.description }),
      metadata: mergeMetadata(subscription.metadata, params.metadata),
    },
    'customer.subscription.updated',
  );
};

/** The one item of a subscription at its price, to bill a new period of it. */
export const itemsToBill = ({ items: { data } }: Subscription): { id: string; price: string; quantity: number }[] => {
  if (data.length !== 1)
    throw invalidRequest(
      'The sandbox simulates a reset of the billing cycle for subscriptions with one item alone.',
      'billing_cycle_anchor',
      'not_simulated',
    );
  return data.map(({ id, price, quantity = 1 }) => ({ id, price: price.id, quantity }));
};

/** A change of the price of one item, as a request asks for it. */
export const priceChange = (
  account: StripeAccount,
  subscription: Subscription,
  item: { id: string; price: string; quantity: number | undefined },
  asked: { proration_behavior: string | undefined; proration_date: number | undefined; resets: boolean },
): PriceChange => {
  const name = 'items[0]';
  if (!subscription.items.data.some(({ id }) => id === item.id))
    throw invalidRequest(`No such subscription item: '${item.id}'`, `${name}[id]`, 'resource_missing');
  if (asked.proration_behavior !== 'none' && asked.proration_behavior !== 'always_invoice')
    throw invalidRequest(
      'The sandbox simulates a change of items with proration_behavior none or always_invoice alone.',
      'proration_behavior',
      'not_simulated',
    );
  const price = account.find('prices', item.price, `${name}[price]`);
  if (price.recurring === null)
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      `${name}[price]`,
    );
  return {
    itemId: item.id,
    price,
    quantity: item.quantity ?? 1,
    resets: asked.resets,
    prorates: asked.proration_behavior === 'always_invoice',
    prorationDate: asked.proration_date,
  };
};

const isOfStatus = (subscription: Subscription, status: string | undefined): boolean => {
  if (status === 'all') return true;
  if (status === 'ended') return subscription.ended_at !== null;
  return status === undefined ? subscription.status !== 'canceled' : subscription.status === status;
};

export const subscriptionRoutes: StripeRoute[] = [
  route('POST', '/v1/subscriptions', CREATE_SHAPE, (account, params) => {
    const subscription = createDirectly(account, params);
    if (params.cancel_at_period_end !== true) return subscription;
    return account.change(
      'subscriptions',
      subscription,
      plannedEnd(account, subscription, params),
      'customer.subscription.updated',
    );
  }),
  route(
    'GET',
    '/v1/subscriptions',
    {
      ...PAGE_SHAPE,
      collection_method: withoutEffect(),
      created: optional(range()),
      current_period_end: optional(range()),
      current_period_start: optional(range()),
      customer: optional(text()),
      price: optional(text()),
      status: optional(
        oneOf([
          'active',
          'all',
          'canceled',
          'ended',
          'incomplete',
          'incomplete_expired',
          'past_due',
          'paused',
          'trialing',
          'unpaid',
        ]),
      ),
    },
    (account, params) => {
      const all =
        params.customer === undefined
          ? account.store.all('subscriptions')
          : account.store.where('subscriptions', 'customer', params.customer);
      const found = all.filter(
        (each) =>
          isOfStatus(each, params.status) &&
          isWithin(params.created, each.created) &&
          (params.price === undefined || each.items.data.some((item) => item.price.id === params.price)) &&
          each.items.data.some(
            (item) =>
              isWithin(params.current_period_end, item.current_period_end) &&
              isWithin(params.current_period_start, item.current_period_start),
          ),
      );
      return listPage(found, params, '/v1/subscriptions');
    },
  ),
  route('GET', '/v1/subscriptions/:id', {}, (account, _params, { id }) => account.find('subscriptions', id)),
  route('POST', '/v1/subscriptions/:id', UPDATE_SHAPE, (account, params, { id }) =>
    updateSubscription(account, params, id),
  ),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    {
      cancellation_details: optional(cancellationDetails),
      invoice_now: notSimulated(),
      prorate: notSimulated(),
    },
    (account, params, { id }) => {
      const subscription = account.find('subscriptions', id);
      if (subscription.status === 'canceled')
        throw new StripeError(404, {
          code: 'resource_missing',
          message: `No such subscription: '${id}'`,
          param: 'id',
        });
      const { comment, feedback } = params.cancellation_details ?? {};
      return endSubscription(account, subscription, 'cancellation_requested', {
        ...(comment !== undefined && { comment }),
        ...(feedback !== undefined && { feedback }),
      });
    },
  ),
];
