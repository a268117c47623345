import { isEmailAddress } from '../api/email-address.ts';
import { createCustomer, moveBalance } from '../billing/customer.ts';
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
import { invalidRequest, StripeError } from '../stripe-error.ts';
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

function assertEmail(email: string | null | undefined): void {
  if (email != null && !isEmailAddress(email))
    throw invalidRequest(`Invalid email address: ${email}`, 'email', 'email_invalid');
}

type AddressChange = {
  [Key in 'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state']: string | null | undefined;
};

function wholeAddress(given: AddressChange | null | undefined) {
  if (given == null) return null;
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = given;
  return { city, country, line1, line2, postal_code, state };
}

export const customerRoutes: StripeRoute[] = [
  route('POST', '/v1/customers', SHAPE, (account, params) => {
    assertEmail(params.email);
    const { address: given, metadata: change, email, name, phone, description, balance } = params;
    return createCustomer(account, {
      email: email ?? null,
      name: name ?? null,
      phone: phone ?? null,
      description: description ?? null,
      address: wholeAddress(given),
      metadata: mergeMetadata({}, change),
      ...(balance !== undefined && { balance }),
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
    const { address: given, metadata: change, invoice_settings: settings, ...rest } = params;
    const card = settings?.default_payment_method;
    if (card != null) account.find('paymentMethods', card, 'invoice_settings[default_payment_method]');
    const parts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return account.change(
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
  }),
  route('DELETE', '/v1/customers/:id', {}, (account, _params, { id }) => {
    const customer = account.find('customers', id);
    for (const subscription of account.store.where('subscriptions', 'customer', id)) {
      if (subscription.status !== 'canceled')
        endSubscription(account, subscription, 'cancellation_requested');
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
            isWithin(params.created, each.created) &&
            (params.invoice === undefined || each.invoice === params.invoice),
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
  route('GET', '/v1/payment_methods/:id', {}, (account, _params, { id }) =>
    account.find('paymentMethods', id),
  ),
];
