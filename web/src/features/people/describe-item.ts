import { DISCOUNT_MONTHS } from '@lectern/contracts/billing/cancellation-offer';
import { MEMBERSHIP_ACTIONS, type MembershipActionKind } from '@lectern/contracts/billing/membership-action';
import { formatCents } from '@lectern/contracts/money';
import type { TimelineItem } from '@lectern/contracts/person-timeline';
import { describeAction, describeDetails, isOfOperator } from '../../components/console/action-details.ts';
import { EMAIL_STATES } from '../../components/console/email-states.ts';
import type { Tone } from '../../components/ui/badge.tsx';
import { formatDate, formatDateTime, humanize } from '../../lib/format.ts';

/** The texts of a timeline item: its title, its details and its status. */
export interface ItemWords {
  readonly title: string;
  readonly detail: string;
  /** A stored status, shown as a badge. */
  readonly status?: string;
  /** The text of the badge; the status itself by default. */
  readonly label?: string;
  /** A link to another site: the payment provider's page of an invoice. */
  readonly href?: string;
  /** The conversation of the inbox that it opened. */
  readonly conversationId?: string;
  /** The email addresses of an action about two of them, such as a correction. */
  readonly emails?: readonly string[];
}

const SEATS: Record<string, string> = {
  held: 'seat held until it is paid',
  taken: 'seat taken',
  waiting: 'on the waitlist',
  offered: 'a seat is offered',
  released: 'seat released',
  cancelled: 'cancelled',
  removed: 'removed by staff',
};

/** Why a sign-up for a workshop ended. */
const WORKSHOP_ENDS: Record<string, string> = {
  cancelled: 'cancelled by the member',
  released: 'the plan, the account or the workshop ended',
  removed: 'removed by staff',
};

const LIST_MAIL: Record<string, string> = {
  unsubscribed: 'Unsubscribed from all lists',
  bounced: 'An email bounced: gets no more campaigns',
  complained: 'Marked an email as spam: gets no more campaigns',
};

/** The badges of stored statuses that need more words than their name, by the kind of item. */
const LABELS = {
  invited: {
    pending: 'First payment not made yet',
    completed: 'First payment made',
    reversed: 'First payment refunded',
  },
  credit: {
    due: 'Waiting to be added',
    granted: 'Added in Stripe',
    return_due: 'Waiting to be withdrawn',
    returned: 'Withdrawn',
    dropped: 'Not added',
  },
  checkout: {
    opening: 'Not paid yet',
    open: 'Not paid yet',
    complete: 'Completed',
    expired: 'Expired without a payment',
  },
  invoice: { succeeded: 'Paid', pending: 'The bank is processing it' },
  payment: { pending: 'Payment pending', failed: 'Payment failed' },
} as const satisfies Record<string, Record<string, string>>;

/** A status with the text of its badge. */
const EMAIL_LABELS = Object.fromEntries(Object.entries(EMAIL_STATES).map(([status, { label }]) => [status, label]));

const labeled = (labels: Readonly<Record<string, string>>, status: string): Pick<ItemWords, 'status' | 'label'> => ({
  status,
  ...(Object.hasOwn(labels, status) ? { label: labels[status]! } : {}),
});

/** The status that something has now, beside the time at which it began. */
const nowIs = (status: string): Pick<ItemWords, 'status' | 'label'> => ({
  status,
  label: `Now ${humanize(status).toLowerCase()}`,
});

const TONES: Record<string, Tone> = {
  ...Object.fromEntries(
    ['active', 'paid', 'succeeded', 'sent', 'delivered', 'completed', 'complete', 'granted'].map((status) => [
      status,
      'ok',
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['pending', 'open', 'opening', 'sending', 'past_due', 'paused', 'uncertain', 'due', 'return_due'],
      ...['unpaid', 'held', 'offered', 'waiting'],
    ].map((status) => [status, 'wait']),
  ),
  ...Object.fromEntries(['failed', 'bounced', 'cancelled', 'reversed'].map((status) => [status, 'stop'])),
};

/** The color of a stored status on a timeline. Ended and refunded items are neutral. */
export const toneOf = (status: string): Tone => (Object.hasOwn(TONES, status) ? TONES[status]! : 'plain');

/** Joins the parts of a line and omits the empty ones. */
const line = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');

const money = (cents: number | null): string => (cents === null ? '' : formatCents(cents));
const paidBack = (cents: number | null): string =>
  cents === null || cents === 0 ? '' : `${formatCents(cents)} refunded`;
const code = (promoCode: string | null): string => (promoCode === null ? '' : `promo code ${promoCode}`);

/** As on the Activity page: an operator's commands name no administrator. */
const actorOf = ({ by, details }: { by: string | null; details: Record<string, unknown> }): string =>
  by ?? (isOfOperator(details) ? 'An operator' : 'A former administrator');

const emailsOf = ({ email, otherEmail }: Readonly<Record<string, unknown>>): Pick<ItemWords, 'emails'> =>
  typeof email === 'string' && typeof otherEmail === 'string' ? { emails: [email, otherEmail] } : {};

const REASONS: Record<string, string> = {
  too_expensive: 'Too expensive',
  no_time: 'No time',
  times: 'The times do not suit',
  not_expected: 'Not what they expected',
  break: 'Needs a break',
  other: 'Another reason',
};

const STAFF_ACTIONS: Readonly<Record<MembershipActionKind, string>> = {
  cancel: 'Staff cancelled the membership',
  cancel_now: 'Staff ended the membership',
  resume: 'Staff resumed the membership',
  switch: 'Staff switched the plan',
  pause: 'Staff paused the membership',
  end_pause: 'Staff ended the pause',
  extend: 'Staff extended the membership',
};

const staffAction = (action: unknown): string => {
  const known = MEMBERSHIP_ACTIONS.find((kind) => kind === action);
  return known === undefined ? 'Staff changed the membership' : STAFF_ACTIONS[known];
};

const describeRenewal = ({
  change,
  periodEnd,
  pausedUntil,
  plan,
}: Extract<TimelineItem, { what: 'renewal_changed' }>['details']): ItemWords => {
  const end = formatDate(periodEnd);
  switch (change) {
    case 'cancelled':
      return { title: 'Cancelled the membership', detail: `Access until ${end}` };
    case 'switched':
      return {
        title: plan == null ? 'Switched the plan' : `Switched to the ${plan} plan`,
        detail: `Paid until ${end}`,
      };
    case 'paused':
      return {
        title: 'Paused the membership',
        detail: `Access until ${end}${pausedUntil == null ? '' : `, next charge on ${formatDate(pausedUntil)}`}`,
      };
    case 'pause_ended':
      return { title: 'The pause of the membership ended', detail: `Renews on ${end}` };
    default:
      return { title: 'Resumed the membership', detail: `Renews on ${end}` };
  }
};

/** The texts of a timeline item. Amounts come in cents; times are shown in the association's time zone. */
export const describeItem = (item: TimelineItem): ItemWords => {
  switch (item.what) {
    case 'account_opened':
      return { title: 'Opened an account', detail: '' };
    case 'address_verified':
      return { title: 'Confirmed the email address', detail: '' };
    case 'admin_acted':
      if (item.details.action === 'change_membership') {
        const { change, reason } = item.details.details;
        return {
          title: staffAction(change),
          detail: line(actorOf(item.details), typeof reason === 'string' ? reason : ''),
        };
      }
      return {
        title: describeAction(item.details.action),
        detail: line(actorOf(item.details), describeDetails(item.details.details)),
        ...emailsOf(item.details.details),
      };
    case 'membership_began':
      return {
        title: 'Membership began',
        detail: line(
          humanize(item.details.plan),
          `${money(item.details.amount)} a ${item.details.plan === 'annual' ? 'year' : 'month'}`,
        ),
        ...nowIs(item.details.status),
      };
    case 'renewal_changed':
      return describeRenewal(item.details);
    case 'cancellation_explained':
      return {
        title: 'Said why they cancel',
        detail: line(REASONS[item.details.reason ?? ''] ?? '', item.details.comment ?? ''),
      };
    case 'cancellation_offered': {
      const { offer, percent, accepted, reason, comment } = item.details;
      const what = offer === 'pause' ? 'a pause' : `${percent}% off for ${DISCOUNT_MONTHS} months`;
      return {
        title: accepted ? 'Accepted an offer instead of cancelling' : 'Was made an offer when cancelling',
        detail: line(`Offered ${what}`, REASONS[reason ?? ''] ?? '', comment ?? ''),
      };
    }
    case 'membership_changed':
      return {
        title: staffAction(item.details.action),
        detail: line('the payment provider did not answer: check whether it was done', item.details.reason),
      };
    case 'membership_ended':
      return { title: 'Membership ended', detail: humanize(item.details.plan) };
    case 'invited':
      return { title: `Referred ${item.details.email}`, detail: '', ...labeled(LABELS.invited, item.details.status) };
    case 'was_invited':
      return {
        title: 'Registered with a referral code',
        detail: `Referral code ${item.details.code} of another member`,
        ...labeled(LABELS.invited, item.details.status),
      };
    case 'checkout_opened':
      return {
        title: 'Opened the payment page for a membership',
        detail: line(humanize(item.details.plan), money(item.details.amount), code(item.details.promoCode)),
        ...labeled(LABELS.checkout, item.details.status),
      };
    case 'invoice':
      return {
        title:
          item.details.status === 'failed'
            ? `Payment of ${money(item.details.amount)} failed`
            : item.details.status === 'pending'
              ? `Payment of ${money(item.details.amount)}`
              : `Paid ${money(item.details.amount)}`,
        detail: line(
          item.details.interval === null
            ? 'Membership'
            : `${item.details.interval === 'month' ? 'Monthly' : 'Annual'} membership`,
          paidBack(item.details.refunded),
        ),
        ...labeled(LABELS.invoice, item.details.status),
        ...(item.details.invoiceUrl === null ? {} : { href: item.details.invoiceUrl }),
      };
    case 'purchase':
      return {
        title: ['paid', 'refunded', 'disputed'].includes(item.details.status)
          ? `Paid ${money(item.details.amount)}`
          : `Opened the payment page for ${money(item.details.amount)}`,
        detail: line(item.details.title, code(item.details.promoCode), paidBack(item.details.refunded)),
        ...labeled(LABELS.checkout, item.details.status),
      };
    case 'credit':
      return {
        title: `Earned a referral credit of ${money(item.details.amount)}`,
        detail: line(
          'Stripe takes it off the next payments',
          item.details.withdrawn === null || item.details.withdrawn === 0
            ? ''
            : `${money(item.details.withdrawn)} withdrawn`,
        ),
        ...labeled(LABELS.credit, item.details.status),
      };
    case 'debate_club':
      return {
        title: 'Added to the Debate Club list',
        detail: line(
          `${humanize(item.details.division)} division`,
          `${item.details.billingCycle} billing`,
          item.details.isHidden && 'deleted from the list',
        ),
        ...nowIs(item.details.status),
      };
    case 'tournament':
      return {
        title: `Entered ${item.details.event}`,
        detail: line(
          `begins ${formatDateTime(item.details.begins)}`,
          item.details.competitions ?? '',
          item.details.answers ?? '',
          money(item.details.amount),
          item.details.isWaiting && SEATS['waiting'],
          item.details.isReleased && 'place released',
        ),
        ...labeled(LABELS.payment, item.details.status),
      };
    case 'bootcamp':
      return {
        title: `Registered for ${item.details.event}`,
        detail: line(
          `begins ${formatDateTime(item.details.begins)}`,
          money(item.details.amount),
          SEATS[item.details.seat] ?? item.details.seat,
          item.details.isHidden && 'deleted from the list',
        ),
        ...labeled(LABELS.payment, item.details.status),
      };
    case 'office_hours':
      return {
        title: 'Booked an office-hours session',
        detail: line(formatDateTime(item.details.starts), item.details.topic, item.details.isCancelled && 'cancelled'),
      };
    case 'office_hours_cancelled':
      return { title: 'Cancelled an office-hours session', detail: formatDateTime(item.details.starts) };
    case 'workshop':
      return {
        title: `Signed up for ${item.details.event}`,
        detail: line(`begins ${formatDateTime(item.details.begins)}`, SEATS[item.details.seat] ?? item.details.seat),
      };
    case 'workshop_ended':
      return {
        title: `No longer signed up for ${item.details.event}`,
        detail: WORKSHOP_ENDS[item.details.seat] ?? item.details.seat,
      };
    case 'calendar_feed':
      return { title: 'Created a calendar link', detail: '' };
    case 'email':
      return {
        title: item.details.subject ?? humanize(item.details.template),
        detail: line(
          `Email to ${item.details.to}`,
          item.details.outcome === null || item.details.outcome === 'delivered'
            ? ''
            : `delivery status: ${humanize(item.details.outcome).toLowerCase()}`,
        ),
        ...labeled(EMAIL_LABELS, item.details.outcome === 'delivered' ? 'delivered' : item.details.status),
      };
    case 'campaign':
      return {
        title: item.details.subject ?? 'A campaign',
        detail: line('Campaign', item.details.isOpened && 'opened', item.details.isClicked && 'a link clicked'),
        status: item.details.status,
      };
    case 'contact_message':
      return {
        title: 'Sent a contact message',
        detail: item.details.message ?? '',
        ...(item.details.conversationId != null && { conversationId: item.details.conversationId }),
      };
    case 'starter_kit':
      return {
        title: 'Asked for the starter kit',
        detail: item.details.isEmailed ? '' : 'Not sent again: it had just been emailed',
      };
    case 'subscribed':
      return {
        title: 'Subscribed to the newsletter',
        detail: line(
          item.details.source === null ? '' : `Source: ${humanize(item.details.source).toLowerCase()}`,
          !item.details.isActive && 'no longer subscribed',
        ),
      };
    case 'subscriber_confirmed':
      return { title: 'Confirmed this address for the newsletter', detail: 'Staff had corrected it' };
    case 'unsubscribed':
      return { title: 'Unsubscribed from the newsletter', detail: '' };
    case 'no_list_mail':
      return { title: LIST_MAIL[item.details.reason] ?? 'Gets no more campaigns', detail: '' };
    case 'left_list':
      return { title: `Unsubscribed from the ${humanize(item.details.list).toLowerCase()} emails`, detail: '' };
  }
};

/** Groups items by the name of their month, as `monthOf` returns it, and keeps their order. */
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
