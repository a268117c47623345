import { instantDetail, type TimelineSource } from '@lectern/service-kit/person/read-timeline';

/** The account's rows, and those of its address that no account has; of an address without an account, all of its rows. */
const THEIRS =
  'kept.user_id = person.user_id OR kept.email_key = person.email_key AND (kept.user_id IS NULL OR person.user_id IS NULL)';
const OF_ACCOUNT = 'kept.user_id = person.user_id';
const EVENT = '(SELECT events.title FROM events WHERE events.id = kept.event_id)';
const BEGINS = instantDetail('SELECT events.datetime FROM events WHERE events.id = kept.event_id');

/** The sources of a person's timeline. Tables that are not here: see {@link NOT_IN_TIMELINE}. */
export const TIMELINE: readonly TimelineSource[] = [
  {
    what: 'debate_club',
    kind: 'registrations',
    table: 'debate_club_registrations',
    // A membership's row replaces the row that staff added; it does not replace an earlier membership's.
    ownerCondition: `(${THEIRS}) AND (kept.replaced_by IS NULL OR EXISTS (SELECT 1 FROM memberships WHERE subscription_id = kept.stripe_subscription_id))`,
    at: 'kept.registered_at',
    id: 'kept.id',
    details: {
      status: 'kept.status',
      division: 'kept.division',
      billingCycle: 'kept.billing_cycle',
      isHidden: 'kept.hidden_at IS NOT NULL AND kept.replaced_by IS NULL',
    },
  },
  {
    what: 'tournament',
    kind: 'registrations',
    table: 'tournament_registrations',
    ownerCondition: THEIRS,
    at: 'kept.registered_at',
    id: 'kept.id',
    details: {
      event: EVENT,
      begins: BEGINS,
      status: 'kept.payment_status',
      amount: 'kept.payment_amount',
      isWaiting: 'kept.waitlisted_at IS NOT NULL',
      isReleased: `kept.payment_status = 'pending' AND kept.released_at IS NOT NULL`,
    },
  },
  {
    what: 'bootcamp',
    kind: 'registrations',
    table: 'bootcamp_registrations',
    ownerCondition: THEIRS,
    at: 'kept.registered_at',
    id: 'kept.id',
    details: {
      event: EVENT,
      begins: BEGINS,
      status: 'kept.payment_status',
      seat: 'kept.seat',
      amount: 'kept.payment_amount',
      isHidden: 'kept.hidden_at IS NOT NULL',
    },
  },
  {
    what: 'office_hours',
    kind: 'registrations',
    table: 'office_hours_requests',
    ownerCondition: OF_ACCOUNT,
    at: 'kept.requested_at',
    id: 'kept.id',
    details: {
      starts: instantDetail('kept.starts_at'),
      topic: 'kept.topic',
      isCancelled: 'kept.cancelled_at IS NOT NULL',
    },
  },
  {
    what: 'office_hours_cancelled',
    kind: 'registrations',
    table: 'office_hours_requests',
    ownerCondition: OF_ACCOUNT,
    at: 'kept.cancelled_at',
    id: 'kept.id',
    details: { starts: instantDetail('kept.starts_at') },
  },
  {
    what: 'calendar_feed',
    kind: 'registrations',
    table: 'calendar_feeds',
    ownerCondition: OF_ACCOUNT,
    at: 'kept.created_at',
    id: 'kept.user_id',
    details: {},
  },
];

/** Tables with personal data that are in no timeline, and why. */
export const NOT_IN_TIMELINE: Readonly<Record<string, string>> = {
  purchases: 'billing’s timeline has payments',
  accounts: 'identity’s timeline has accounts',
  memberships: 'billing’s timeline has memberships',
};
