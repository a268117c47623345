import type { StripeAccount } from '../stripe-account.ts';
import { randomText, stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';

type Customer = StripeTables['customers'];

/** A new customer, announced. */
export const createCustomer = (
  account: StripeAccount,
  given: Partial<Pick<Customer, 'email' | 'name' | 'phone' | 'description' | 'metadata' | 'address' | 'balance'>>,
): Customer => {
  const customer: Customer = {
    id: stripeId('cus', 14),
    object: 'customer',
    address: given.address ?? null,
    balance: given.balance ?? 0,
    created: account.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  const added = account.add('customers', customer, 'customer.created');
  if (customer.balance !== 0)
    addBalanceEntry(account, added, { amount: customer.balance, currency: 'usd', type: 'initial' });
  return added;
};

type BalanceTransaction = StripeTables['customerBalanceTransactions'];

interface Movement {
  amount: number;
  currency: string;
  type: BalanceTransaction['type'];
  description?: string | null;
  metadata?: Record<string, string>;
  invoice?: string | null;
}

/**
 * Moves the customer's balance by `amount` cents. A negative balance is credit that the next invoice uses, a positive
 * one is owed. Source: Stripe documentation, "Customer credit balance".
 */
export const moveBalance = (account: StripeAccount, customer: Customer, movement: Movement): BalanceTransaction => {
  const balance = (account.store.get('customers', customer.id) ?? customer).balance + movement.amount;
  account.change(
    'customers',
    customer,
    { balance, currency: customer.currency ?? movement.currency },
    'customer.updated',
  );
  return addBalanceEntry(account, { ...customer, balance }, movement);
};

/** The entry of a movement that the balance of `customer` has already. */
export const addBalanceEntry = (
  account: StripeAccount,
  { id: customer, balance }: Pick<Customer, 'id' | 'balance'>,
  movement: Movement,
): BalanceTransaction => {
  const transaction: BalanceTransaction = {
    id: stripeId('cbtxn'),
    object: 'customer_balance_transaction',
    amount: movement.amount,
    checkout_session: null,
    created: account.now(),
    credit_note: null,
    currency: movement.currency,
    customer,
    customer_account: null,
    description: movement.description ?? null,
    ending_balance: balance,
    invoice: movement.invoice ?? null,
    livemode: false,
    metadata: movement.metadata ?? {},
    type: movement.type,
  };
  return account.add('customerBalanceTransactions', transaction);
};
