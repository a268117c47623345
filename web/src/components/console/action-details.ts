import { formatCents } from '@lectern/contracts/money';
import { articlePath } from '../../config/paths.ts';
import { formatDateTime, humanize } from '../../lib/format.ts';

/** Actions whose stored name needs an explanation. The stored name stays, because the search finds actions by it. */
const ACTIONS: Readonly<Record<string, string>> = {
  correct_subscriber: 'Correct subscriber (link sent to the other email)',
  clone_events: 'Clone events (copied to the next quarter)',
  keep_people_apart: 'Keep people apart (not the same person)',
  lift_suppression: 'Lift suppression (campaigns may email the address again)',
  test_campaign: 'Test campaign (test email sent)',
};

/** A stored action for reading: "delete_promo_code" → "Delete promo code". */
export const describeAction = (action: string): string =>
  Object.hasOwn(ACTIONS, action) ? ACTIONS[action]! : humanize(action);

/** The names of details that do not explain themselves. */
const LABELS: Readonly<Record<string, string>> = {
  added: 'Rows added',
  archived: 'Kept in the records',
  at: 'Time',
  customerId: 'Stripe customer',
  keptPayment: 'Payment not refunded',
  made: 'Events created',
  otherEmail: 'Other email',
  q: 'Search',
  refused: 'Rows not imported',
  slug: 'Page',
  stripeCustomerId: 'Stripe customer',
  stripeSubscriptionId: 'Stripe subscription',
  subscriptionId: 'Stripe subscription',
  titles: 'Events',
  to: 'Sent to',
};
const AMOUNTS: readonly string[] = ['keptPayment', 'price', 'amount'];
/** Stored words, such as "past_due". */
const WORDS: readonly string[] = ['list', 'paymentStatus', 'seat', 'status', 'type'];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)$/;
const IDS = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(, [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})*$/;

const labelOf = (name: string): string =>
  Object.hasOwn(LABELS, name) ? LABELS[name]! : humanize(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());

const show = (name: string, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return AMOUNTS.includes(name) ? formatCents(value) : String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (INSTANT.test(value)) return formatDateTime(value);
  if (name === 'slug') return articlePath(value);
  return WORDS.includes(name) ? humanize(value).toLowerCase() : value;
};

/** A corrected field, as services record it. */
interface Change {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Whether an operator acted with a command. The actor's name says so, and the details need not. */
export const isOfOperator = (details: Record<string, unknown>): boolean => details['by'] === 'operator';

/**
 * The details of an admin action as one readable line: "Email: ada@example.org, Count: 3". Our own ids are left out if another
 * detail names the target, and so is what a change says with its old value.
 */
export const describeDetails = (details: Record<string, unknown>): string => {
  const given = Object.entries(details).filter(
    ([name, value]) =>
      value !== null && value !== undefined && value !== '' && !(name === 'by' && isOfOperator(details)),
  );
  const named = given.filter(([, value]) => typeof value !== 'string' || !IDS.test(value));
  const changes = Array.isArray(details['changes']) ? (details['changes'] as Change[]) : [];
  return (named.length === 0 ? given : named)
    .filter(([name]) => !changes.some(({ field }) => field === name))
    .flatMap(([name, value]) =>
      name === 'changes' && Array.isArray(value)
        ? changes.map(({ field, from, to }) => `${labelOf(field)}: ${from ?? 'empty'} → ${to ?? 'empty'}`)
        : [`${labelOf(name)}: ${show(name, value)}`],
    )
    .join(', ');
};
