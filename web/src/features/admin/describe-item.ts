import { formatCents } from '@lectern/contracts/money';
import type { TimelineItem } from '@lectern/contracts/person-timeline';
import type { Tone } from '../../components/ui/badge.tsx';
import { formatDate, formatDateTime, humanize } from '../../lib/format.ts';
import { describeDetails } from './action-details.ts';

/** How an item of a timeline is written: what happened, what else is known of it, and how it stands. */
export interface ItemWords {
  readonly title: string;
  readonly detail: string;
  /** A stored status, shown as a badge. */
  readonly status?: string;
  /** Elsewhere: the provider's page of an invoice. */
  readonly href?: string;
}

const PLACES: Record<string, string> = {
  held: 'place held until it is paid',
  taken: 'place taken',
  waiting: 'on the waiting list',
  offered: 'a place is offered',
  released: 'place given up',
};

const LIST_MAIL: Record<string, string> = {
  unsubscribed: 'Unsubscribed from all list mail',
  bounced: 'Mail bounced: no list mail any more',
  complained: 'Marked mail as spam: no list mail any more',
};

const TONES: Record<string, Tone> = {
  ...Object.fromEntries(
    ['active', 'paid', 'succeeded', 'sent', 'delivered', 'completed', 'complete', 'granted'].map((status) => [
      status,
      'ok',
    ]),
  ),
  ...Object.fromEntries(
    ['pending', 'open', 'opening', 'sending', 'past_due', 'paused', 'uncertain', 'due', 'return_due'].map((status) => [
      status,
      'wait',
    ]),
  ),
  ...Object.fromEntries(['failed', 'bounced', 'cancelled', 'reversed'].map((status) => [status, 'stop'])),
};

/** The colour of a stored status on a timeline. What is over, or was paid back, is neither good nor bad. */
export const toneOf = (status: string): Tone => (Object.hasOwn(TONES, status) ? TONES[status]! : 'plain');

/** Parts of a line; what is missing leaves no trace. */
const line = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');

const money = (cents: number | null): string => (cents === null ? '' : formatCents(cents));
const paidBack = (cents: number | null): string =>
  cents === null || cents === 0 ? '' : `${formatCents(cents)} refunded`;
const code = (promoCode: string | null): string => (promoCode === null ? '' : `promo code ${promoCode}`);

/** The words of an item; amounts are cents, and times where the association is. */
export const describeItem = (item: TimelineItem): ItemWords => {
  switch (item.what) {
    case 'account_opened':
      return { title: 'Opened an account', detail: '' };
    case 'address_proven':
      return { title: 'Showed that the mailbox is theirs', detail: '' };
    case 'admin_acted':
      return {
        title: humanize(item.facts.action),
        detail: line(item.facts.by ?? 'A former administrator', describeDetails(item.facts.details)),
      };
    case 'membership_began':
      return {
        title: 'Membership began',
        detail: line(
          humanize(item.facts.plan),
          `${money(item.facts.amount)} a ${item.facts.plan === 'annual' ? 'year' : 'month'}`,
        ),
        status: item.facts.status,
      };
    case 'renewal_changed':
      return item.facts.change === 'cancelled'
        ? { title: 'Cancelled the membership', detail: `Access until ${formatDate(item.facts.periodEnd)}` }
        : { title: 'Resumed the membership', detail: `Renews on ${formatDate(item.facts.periodEnd)}` };
    case 'membership_ended':
      return { title: 'Membership ended', detail: humanize(item.facts.plan) };
    case 'invited':
      return { title: `Referred ${item.facts.email}`, detail: '', status: item.facts.status };
    case 'was_invited':
      return { title: 'Joined by a referral', detail: `Code ${item.facts.code}`, status: item.facts.status };
    case 'checkout_opened':
      return {
        title: 'Opened a membership checkout',
        detail: line(humanize(item.facts.plan), money(item.facts.amount), code(item.facts.promoCode)),
        status: item.facts.status,
      };
    case 'invoice':
      return {
        title:
          item.facts.status === 'failed'
            ? `Payment of ${money(item.facts.amount)} failed`
            : `Paid ${money(item.facts.amount)}`,
        detail: line(
          item.facts.interval === null ? 'Membership' : `Membership, by the ${item.facts.interval}`,
          paidBack(item.facts.refunded),
        ),
        status: item.facts.status,
        ...(item.facts.invoiceUrl === null ? {} : { href: item.facts.invoiceUrl }),
      };
    case 'purchase':
      return {
        title: ['paid', 'refunded', 'disputed'].includes(item.facts.status)
          ? `Paid ${money(item.facts.amount)}`
          : `Opened a payment of ${money(item.facts.amount)}`,
        detail: line(item.facts.title, code(item.facts.promoCode), paidBack(item.facts.refunded)),
        status: item.facts.status,
      };
    case 'credit':
      return {
        title: `Earned a credit of ${money(item.facts.amount)}`,
        detail: line(
          'Referral',
          item.facts.takenBack === null || item.facts.takenBack === 0
            ? ''
            : `${money(item.facts.takenBack)} taken back`,
        ),
        status: item.facts.status,
      };
    case 'debate_club':
      return {
        title: 'Joined the Debate Club',
        detail: line(
          humanize(item.facts.division),
          humanize(item.facts.billingCycle),
          item.facts.isHidden && 'deleted from the list',
        ),
        status: item.facts.status,
      };
    case 'tournament':
      return {
        title: `Entered ${item.facts.event}`,
        detail: line(
          formatDateTime(item.facts.begins),
          money(item.facts.amount),
          item.facts.isWaiting && PLACES['waiting'],
          item.facts.isGivenUp && PLACES['released'],
        ),
        status: item.facts.status,
      };
    case 'bootcamp':
      return {
        title: `Registered for ${item.facts.event}`,
        detail: line(
          `from ${formatDateTime(item.facts.begins)}`,
          money(item.facts.amount),
          PLACES[item.facts.place] ?? item.facts.place,
          item.facts.isHidden && 'deleted from the list',
        ),
        status: item.facts.status,
      };
    case 'office_hours':
      return {
        title: 'Took an office hour',
        detail: line(formatDateTime(item.facts.starts), item.facts.topic, item.facts.isCancelled && 'given back'),
      };
    case 'office_hours_cancelled':
      return { title: 'Gave an office hour back', detail: formatDateTime(item.facts.starts) };
    case 'calendar_feed':
      return { title: 'Made a calendar address', detail: '' };
    case 'email':
      return {
        title: item.facts.subject ?? humanize(item.facts.template),
        detail: line(
          `Email to ${item.facts.to}`,
          item.facts.outcome === null ? '' : `the provider says: ${humanize(item.facts.outcome).toLowerCase()}`,
        ),
        status: item.facts.status,
      };
    case 'campaign':
      return {
        title: item.facts.subject ?? 'A campaign',
        detail: line('Campaign', item.facts.isOpened && 'opened', item.facts.isClicked && 'a link followed'),
        status: item.facts.status,
      };
    case 'contact_message':
      return { title: 'Wrote to the association', detail: item.facts.message };
    case 'starter_kit':
      return { title: 'Asked for the starter kit', detail: item.facts.isEmailed ? '' : 'One had just been sent' };
    case 'subscribed':
      return {
        title: 'Subscribed to the newsletter',
        detail: line(
          item.facts.source === null ? '' : `Source: ${humanize(item.facts.source).toLowerCase()}`,
          !item.facts.isActive && 'not active any more',
        ),
      };
    case 'unsubscribed':
      return { title: 'Unsubscribed from the newsletter', detail: '' };
    case 'no_list_mail':
      return { title: LIST_MAIL[item.facts.reason] ?? 'No list mail any more', detail: '' };
    case 'left_list':
      return { title: `Wants no emails of this list: ${humanize(item.facts.list).toLowerCase()}`, detail: '' };
  }
};

/** Items of one month where the association is, under its name, in the order that they have. */
export const byMonth = (
  items: readonly TimelineItem[],
  monthOf: (instant: string) => string,
): { month: string; items: TimelineItem[] }[] => {
  const months: { month: string; items: TimelineItem[] }[] = [];
  for (const item of items) {
    const month = monthOf(item.at);
    const last = months.at(-1);
    if (last?.month === month) last.items.push(item);
    else months.push({ month, items: [item] });
  }
  return months;
};
