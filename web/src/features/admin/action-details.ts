import { formatCents } from '@lectern/contracts/money';
import { formatDateTime, humanize } from '../../lib/format.ts';

/** The names of details that do not explain themselves. */
const LABELS: Readonly<Record<string, string>> = {
  added: 'Rows added',
  archived: 'Kept in the records',
  keptPayment: 'Payment not refunded',
  made: 'Created',
  refused: 'Rows refused',
  slug: 'Page address',
  stripeCustomerId: 'Stripe customer',
  stripeSubscriptionId: 'Stripe subscription',
  customerId: 'Stripe customer',
  subscriptionId: 'Stripe subscription',
  titles: 'Events',
  to: 'Sent to',
};

const IDS = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(, [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})*$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)$/;
/** Stored words, such as "past_due". */
const WORDS: readonly string[] = ['paymentStatus', 'seat', 'status', 'type'];

const labelOf = (name: string): string =>
  LABELS[name] ?? humanize(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());

const show = (name: string, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return name === 'keptPayment' ? formatCents(value) : String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (INSTANT.test(value)) return formatDateTime(value);
  return WORDS.includes(name) ? humanize(value).toLowerCase() : value;
};

/**
 * The details of an admin action as one readable line: "Email: ada@example.org, Count: 3". Our own ids are left out where another
 * detail names the target.
 */
export const describeDetails = (details: Record<string, unknown>): string => {
  const given = Object.entries(details).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const named = given.filter(([, value]) => typeof value !== 'string' || !IDS.test(value));
  return (named.length === 0 ? given : named)
    .map(([name, value]) => `${labelOf(name)}: ${show(name, value)}`)
    .join(', ');
};
