import { isEmailAddress } from '../api/email-address.ts';
import { createCard, testCard } from '../billing/card.ts';
import { addBalanceEntry, createCustomer, moveBalance } from '../billing/customer.ts';
import { endSubscription } from '../billing/subscription.ts';
import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import {
  hash,
  integer,
  isWithin,
  list,
  mergeMetadata,
  metadata,
  notSimulated,
  optional,
  range,
  text,
  unsettable,
  withoutEffect,
} from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import type { StripeTables } from '../tables.ts';
import { currency } from './prices.resource.ts';

const address = hash({
  city: unsettable(text()),
  country: unsettable(text(2)),
  line1: unsettable(text()),
  line2: unsettable(text()),
  postal_code: unsettable(text()),
  state: unsettable(text()),
});

const SHAPE = {
  address: unsettable(address),
  balance: optional(integer()),
  description: unsettable(text()),
  email: unsettable(text(512)),
  invoice_settings: optional(hash({ default_payment_method: unsettable(text()) })),
  metadata: optional(metadata()),
  name: unsettable(text(256)),
  phone: unsettable(text(20)),
  preferred_locales: withoutEffect(),
  shipping: notSimulated(),
  source: notSimulated(),
  tax_exempt: withoutEffect(),
};

const assertEmail = (email: string | null | undefined): void => {
  if (email != null && !isEmailAddress(email))
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid');
};

type AddressChange = {
  [Key in 'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state']: string | null | undefined;
};

const wholeAddress = (given: AddressChange | null | undefined) => {
  if (given == null) return null;
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = given;
  return { city, country, line1, line2, postal_code, state };
};

const notOfCustomer = (card: string, param: string): StripeError => {
  return invalidRequest(
    `The customer does not have a payment method with the ID ${card}. The payment method must be attached to the customer.`,
    param,
    'resource_missing',
  );
};

/** Attaches a card that stands for one of Stripe's test payment methods, or one that is the customer's already. */
const attachCard = (
  account: StripeAccount,
  id: string,
  customer: StripeTables['customers'],
  param: string,
): StripeTables['paymentMethods'] => {
  const kind = testCard(id);
  if (kind !== undefined) return createCard(account, kind, customer.id, customer.email);
  const card = account.find('paymentMethods', id, param);
  if (card.customer !== customer.id)
    throw invalidRequest(
      'The sandbox attaches test payment methods only, such as pm_card_visa.',
      param,
      'not_simulated',
    );
  return card;
};

export const customerRoutes: StripeRoute[] = [
  route('POST', '/v1/customers', { ...SHAPE, payment_method: optional(text()) }, (account, params) => {
    assertEmail(params.email);
    const { address: given, metadata: change, email, name, phone, description, balance } = params;
    const customer = createCustomer(account, {
      email: email ?? null,
      name: name ?? null,
      phone: phone ?? null,
      description: description ?? null,
      address: wholeAddress(given),
      metadata: mergeMetadata({}, change),
      ...(balance !== undefined && { balance }),
    });
    const card =
      params.payment_method === undefined
        ? undefined
        : attachCard(account, params.payment_method, customer, 'payment_method');
    const wanted = params.invoice_settings?.default_payment_method ?? undefined;
    if (wanted === undefined) return customer;
    if (card === undefined || wanted !== params.payment_method)
      throw notOfCustomer(wanted, 'invoice_settings[default_payment_method]');
    return account.change('customers', customer, {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id },
    });
  }),
  route(
    'GET',
    '/v1/customers',
    { ...PAGE_SHAPE, created: optional(range()), email: optional(text(512)) },
    (account, params) => {
      const found =
        params.email === undefined
          ? account.store.all('customers')
          : account.store.where('customers', 'email', params.email);
      return listPage(
        found.filter((each) => isWithin(params.created, each.created)),
        params,
        '/v1/customers',
      );
    },
  ),
  route(
    'GET',
    '/v1/customers/:id',
    {},
    (account, _params, { id }) => account.store.get('deletedCustomers', id) ?? account.find('customers', id),
  ),
  route('POST', '/v1/customers/:id', SHAPE, (account, params, { id }) => {
    assertEmail(params.email);
    const customer = account.find('customers', id);
    const { balance } = customer;
    const { address: given, metadata: change, invoice_settings: settings, ...rest } = params;
    const card = settings?.default_payment_method;
    if (
      card != null &&
      account.find('paymentMethods', card, 'invoice_settings[default_payment_method]').customer !== id
    )
      throw notOfCustomer(card, 'invoice_settings[default_payment_method]');
    const parts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const changed = account.change(
      'customers',
      customer,
      {
        ...parts,
        ...(given !== undefined && { address: wholeAddress(given) }),
        ...(card !== undefined && {
          invoice_settings: { ...customer.invoice_settings, default_payment_method: card },
        }),
        metadata: mergeMetadata(customer.metadata, change),
      },
      'customer.updated',
    );
    const amount = changed.balance - balance;
    if (amount !== 0) addBalanceEntry(account, changed, { amount, currency: 'usd', type: 'adjustment' });
    return changed;
  }),
  route('DELETE', '/v1/customers/:id', {}, (account, _params, { id }) => {
    const customer = account.find('customers', id);
    for (const subscription of account.store.where('subscriptions', 'customer', id)) {
      if (subscription.status !== 'canceled') endSubscription(account, subscription, 'cancellation_requested');
    }
    account.store.delete('customers', id);
    account.emit('customer.deleted', customer);
    return account.add('deletedCustomers', { id, object: 'customer', deleted: true });
  }),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    { ...PAGE_SHAPE, type: optional(text()), allow_redisplay: withoutEffect() },
    (account, params, { id }) => {
      account.find('customers', id);
      return listPage(
        account.store.where('paymentMethods', 'customer', id),
        params,
        `/v1/customers/${id}/payment_methods`,
      );
    },
  ),
  route(
    'POST',
    '/v1/customers/:id/balance_transactions',
    { amount: integer(), currency, description: optional(text(350)), metadata: optional(metadata()) },
    (account, params, { id }) => {
      const customer = account.find('customers', id);
      if (customer.currency != null && customer.currency !== params.currency) {
        throw new StripeError(400, {
          message: `The customer's currency is ${customer.currency}; the transaction cannot be in ${params.currency}.`,
          param: 'currency',
        });
      }
      return moveBalance(account, customer, {
        ...params,
        type: 'adjustment',
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  ),
  route(
    'GET',
    '/v1/customers/:id/balance_transactions',
    { ...PAGE_SHAPE, created: optional(range()), invoice: optional(text()) },
    (account, params, { id }) => {
      account.find('customers', id);
      const found = account.store.where('customerBalanceTransactions', 'customer', id);
      return listPage(
        found.filter(
          (each) =>
            isWithin(params.created, each.created) && (params.invoice === undefined || each.invoice === params.invoice),
        ),
        params,
        `/v1/customers/${id}/balance_transactions`,
      );
    },
  ),
  route('GET', '/v1/customers/:id/balance_transactions/:child', {}, (account, _params, { id, child }) => {
    account.find('customers', id);
    return account.find('customerBalanceTransactions', child);
  }),
  route(
    'POST',
    '/v1/customers/:id/balance_transactions/:child',
    { description: optional(text(350)), metadata: optional(metadata()) },
    (account, params, { child }) => {
      const transaction = account.find('customerBalanceTransactions', child);
      return account.change('customerBalanceTransactions', transaction, {
        description: params.description ?? transaction.description,
        metadata: mergeMetadata(transaction.metadata ?? {}, params.metadata),
      });
    },
  ),
  route(
    'GET',
    '/v1/payment_methods',
    { ...PAGE_SHAPE, customer: optional(text()), type: optional(list(text())) },
    (account, params) =>
      listPage(
        params.customer === undefined
          ? account.store.all('paymentMethods')
          : account.store.where('paymentMethods', 'customer', params.customer),
        params,
        '/v1/payment_methods',
      ),
  ),
  route('POST', '/v1/payment_methods/:id/attach', { customer: text() }, (account, params, { id }) =>
    attachCard(account, id, account.find('customers', params.customer, 'customer'), 'id'),
  ),
  // Source: API reference, "Update a PaymentMethod".
  route(
    'POST',
    '/v1/payment_methods/:id',
    {
      card: optional(hash({ exp_month: optional(integer(1, 12)), exp_year: optional(integer(2000, 2999)) })),
      metadata: optional(metadata()),
      billing_details: notSimulated(),
    },
    (account, params, { id }) => {
      const method = account.find('paymentMethods', id);
      return account.change(
        'paymentMethods',
        method,
        {
          ...(method.card !== undefined && {
            card: {
              ...method.card,
              exp_month: params.card?.exp_month ?? method.card.exp_month,
              exp_year: params.card?.exp_year ?? method.card.exp_year,
            },
          }),
          metadata: mergeMetadata(method.metadata ?? {}, params.metadata),
        },
        'payment_method.updated',
      );
    },
  ),
  route('GET', '/v1/payment_methods/:id', {}, (account, _params, { id }) => account.find('paymentMethods', id)),
];
