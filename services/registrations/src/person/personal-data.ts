import {
  ERASED_ACCOUNTS,
  type PersonalData,
  kept,
  OMITTED,
  PUBLISHED_TEXTS,
} from '@lectern/service-kit/person/person-tables';
import {
  CODE,
  EMAIL,
  EMPTY_OBJECT,
  KEPT,
  NAME,
  NOTHING,
  PHONE,
  PROVIDER_ID,
  TEXT,
  UUID,
} from '@lectern/service-kit/person/anonymize';
import { instantDetail } from '@lectern/service-kit/person/timeline-source';
import { answersText, competitionNamesText, setupText } from '../event/event-setup.ts';
import { SAMPLE_REMOVAL } from '@lectern/service-kit/setup/sample-removal.entity';

/** The account's rows, and those of its address that no account has; of an address without an account, all of its rows. */
const OF_PERSON =
  'kept.user_id = person.user_id OR kept.email_key = person.email_key AND (kept.user_id IS NULL OR person.user_id IS NULL)';
const OF_ACCOUNT = 'kept.user_id = person.user_id';
const idsOfPersonIn = (table: string): string =>
  `SELECT theirs.id FROM ${table} theirs WHERE ${OF_PERSON.replaceAll('kept.', 'theirs.')}`;
const EVENT = '(SELECT events.title FROM events WHERE events.id = kept.event_id)';
const SETUP = '(SELECT events.setup FROM events WHERE events.id = kept.event_id)';
const BEGINS = '(SELECT events.datetime FROM events WHERE events.id = kept.event_id)';
const CLAIMED = 'when identity was asked for the account it belongs to';
const OTHER_NAME =
  'whether a guest entered another name than the account’s, so that the row stays when the account is deleted';
const NETWORK = 'a keyed hash of the visitor’s network, which limits unpaid registrations and is cleared afterwards';
const SUSPENDED =
  'the status of a row that staff added before its account was deactivated; it is restored when the account is reactivated';
/** Of rows that stay to be counted. Their keys stay unique. */
const EMPTY = `''`;
const ERASED_KEY = `'erased:' || id`;
const PAY_KEY = 'opens the payment link of an email';

/** The personal data in this service's tables: who it belongs to, the file that a person downloads, the timeline and copies for testing. */
export const PERSONAL_DATA: PersonalData = {
  tables: {
    // A trigger derives `searched` from the other columns.
    debate_club_registrations: {
      section: 'debateClubRegistrations',
      ownerCondition: OF_PERSON,
      order: 'registered_at',
      columns: {
        email: { copy: EMAIL, erased: EMPTY },
        first_name: { copy: NAME, erased: EMPTY },
        last_name: { copy: NAME, erased: EMPTY },
        phone: { copy: PHONE, erased: 'NULL' },
        division: { copy: KEPT },
        billing_cycle: { copy: KEPT },
        experience_level: { copy: KEPT },
        goals: { copy: TEXT, erased: 'NULL' },
        referral_source: { copy: TEXT, erased: 'NULL' },
        referral_code: { copy: CODE, erased: 'NULL' },
        status: { copy: KEPT },
        billing_start_date: {},
        stripe_customer_id: { copy: PROVIDER_ID },
        stripe_subscription_id: { copy: PROVIDER_ID },
        registered_at: {},
        hidden_at: {},
        id: { omitted: OMITTED.row },
        user_id: { omitted: OMITTED.row, erased: 'NULL' },
        replaced_by: { omitted: OMITTED.row },
        email_key: { omitted: OMITTED.key, copy: EMAIL, erased: ERASED_KEY },
        searched: { omitted: OMITTED.search, copy: KEPT },
        claim_made_at: { omitted: CLAIMED },
        suspended_status: { omitted: SUSPENDED, copy: KEPT },
      },
      timeline: [
        {
          what: 'debate_club',
          kind: 'registrations',
          // A membership's row replaces the row that staff added; it does not replace an earlier membership's.
          where: `kept.replaced_by IS NULL OR EXISTS (SELECT 1 FROM memberships WHERE subscription_id = kept.stripe_subscription_id)`,
          at: 'kept.registered_at',
          id: 'kept.id',
          details: {
            status: 'kept.status',
            division: 'kept.division',
            billingCycle: 'kept.billing_cycle',
            isHidden: 'kept.hidden_at IS NOT NULL AND kept.replaced_by IS NULL',
          },
        },
      ],
    },
    tournament_registrations: {
      section: 'tournamentEntries',
      ownerCondition: OF_PERSON,
      order: 'registered_at',
      columns: {
        email: { copy: EMAIL, erased: EMPTY },
        first_name: { copy: NAME, erased: EMPTY },
        last_name: { copy: NAME, erased: EMPTY },
        phone: { copy: PHONE, erased: 'NULL' },
        division: { copy: KEPT },
        experience_level: { copy: KEPT },
        competitions: { copy: KEPT },
        answers: { omitted: 'exported with the words of the questions', copy: EMPTY_OBJECT, erased: `'{}'` },
        special_requests: { copy: TEXT, erased: 'NULL' },
        waiver_accepted_at: { erased: 'NULL' },
        promo_code: { copy: KEPT, erased: 'NULL' },
        payment_status: { copy: KEPT },
        payment_amount: { as: 'paymentAmountCents' },
        refund_steps: { as: 'refundStepsAtPayment', copy: KEPT },
        priced_at: {},
        price_reason: { copy: KEPT },
        waitlisted_at: {},
        held_until: {},
        released_at: {},
        registered_at: {},
        id: { omitted: OMITTED.row },
        event_id: { omitted: OMITTED.row },
        user_id: { omitted: OMITTED.row, erased: 'NULL' },
        email_key: { omitted: OMITTED.key, copy: EMAIL, erased: ERASED_KEY },
        searched: { omitted: OMITTED.search, copy: KEPT },
        bootcamp_registration_id: { omitted: OMITTED.row },
        pay_key: { omitted: PAY_KEY, copy: UUID, erased: 'gen_random_uuid()' },
        network_key: { omitted: NETWORK, copy: NOTHING, erased: 'NULL' },
        claim_made_at: { omitted: CLAIMED },
        in_other_name: { omitted: OTHER_NAME },
        free_subscription_id: {
          omitted: 'the membership that made it free; memberships are exported themselves',
          copy: PROVIDER_ID,
        },
        correction_key: { omitted: 'corrects a mistyped email address', copy: UUID, erased: 'NULL' },
        email_corrections: { omitted: 'how often the email address was corrected' },
      },
      computed: { event: EVENT, eventBegins: BEGINS, answers: answersText('kept.answers', SETUP) },
      timeline: [
        {
          what: 'tournament',
          kind: 'registrations',
          at: 'kept.registered_at',
          id: 'kept.id',
          details: {
            event: EVENT,
            begins: instantDetail(BEGINS),
            status: 'kept.payment_status',
            amount: 'kept.payment_amount',
            competitions: competitionNamesText('kept.competitions', setupText(SETUP)),
            answers: answersText('kept.answers', SETUP),
            isWaiting: 'kept.waitlisted_at IS NOT NULL',
            isReleased: `kept.payment_status = 'pending' AND kept.released_at IS NOT NULL`,
          },
        },
      ],
    },
    bootcamp_registrations: {
      section: 'bootcampRegistrations',
      ownerCondition: OF_PERSON,
      order: 'registered_at',
      columns: {
        email: { copy: EMAIL, erased: EMPTY },
        first_name: { copy: NAME, erased: EMPTY },
        last_name: { copy: NAME, erased: EMPTY },
        phone: { copy: PHONE, erased: 'NULL' },
        experience_level: { copy: KEPT },
        goals: { copy: TEXT, erased: 'NULL' },
        referral_source: { copy: TEXT, erased: 'NULL' },
        special_requests: { copy: TEXT, erased: 'NULL' },
        promo_code: { copy: KEPT, erased: 'NULL' },
        payment_status: { copy: KEPT },
        payment_amount: { as: 'paymentAmountCents' },
        refund_steps: { as: 'refundStepsAtPayment', copy: KEPT },
        stripe_payment_intent_id: { copy: PROVIDER_ID },
        seat: { copy: KEPT },
        waitlisted_at: {},
        offered_until: {},
        registered_at: {},
        hidden_at: {},
        id: { omitted: OMITTED.row },
        event_id: { omitted: OMITTED.row },
        user_id: { omitted: OMITTED.row, erased: 'NULL' },
        email_key: { omitted: OMITTED.key, copy: EMAIL, erased: ERASED_KEY },
        searched: { omitted: OMITTED.search, copy: KEPT },
        stripe_checkout_session_id: { omitted: OMITTED.provider, copy: PROVIDER_ID },
        held_since: { omitted: 'since when a seat is held for its payment' },
        held_until: { omitted: 'until when a seat is held for its payment' },
        pay_key: { omitted: PAY_KEY, copy: UUID, erased: 'gen_random_uuid()' },
        network_key: { omitted: NETWORK, copy: NOTHING, erased: 'NULL' },
        claim_made_at: { omitted: CLAIMED },
        in_other_name: { omitted: OTHER_NAME },
      },
      computed: { event: EVENT, eventBegins: BEGINS },
      timeline: [
        {
          what: 'bootcamp',
          kind: 'registrations',
          at: 'kept.registered_at',
          id: 'kept.id',
          details: {
            event: EVENT,
            begins: instantDetail(BEGINS),
            status: 'kept.payment_status',
            seat: 'kept.seat',
            amount: 'kept.payment_amount',
            isHidden: 'kept.hidden_at IS NOT NULL',
          },
        },
      ],
    },
    workshop_registrations: {
      section: 'workshops',
      ownerCondition: OF_ACCOUNT,
      order: 'registered_at',
      columns: {
        email: { copy: EMAIL, erased: EMPTY },
        first_name: { copy: NAME, erased: EMPTY },
        last_name: { copy: NAME, erased: EMPTY },
        seat: { copy: KEPT },
        waitlisted_at: {},
        registered_at: {},
        ended_at: {},
        id: { omitted: OMITTED.row },
        event_id: { omitted: OMITTED.row },
        user_id: { omitted: OMITTED.row, erased: 'NULL' },
        searched: { omitted: OMITTED.search, copy: KEPT },
      },
      computed: { event: EVENT, eventBegins: BEGINS },
      timeline: [
        {
          what: 'workshop',
          kind: 'registrations',
          at: 'kept.registered_at',
          id: 'kept.id',
          details: { event: EVENT, begins: instantDetail(BEGINS), seat: 'kept.seat' },
        },
        {
          what: 'workshop_ended',
          kind: 'registrations',
          at: 'kept.ended_at',
          id: 'kept.id',
          details: { event: EVENT, seat: 'kept.seat' },
        },
      ],
    },
    office_hours_requests: {
      section: 'officeHours',
      ownerCondition: OF_ACCOUNT,
      order: 'requested_at',
      columns: {
        email: { copy: EMAIL },
        first_name: { copy: NAME },
        last_name: { copy: NAME },
        topic: { copy: TEXT },
        starts_at: {},
        ends_at: {},
        requested_at: {},
        cancelled_at: {},
        id: { omitted: OMITTED.row },
        user_id: { omitted: OMITTED.row },
      },
      timeline: [
        {
          what: 'office_hours',
          kind: 'registrations',
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
          at: 'kept.cancelled_at',
          id: 'kept.id',
          details: { starts: instantDetail('kept.starts_at') },
        },
      ],
    },
    calendar_feeds: {
      section: 'calendarFeed',
      ownerCondition: OF_ACCOUNT,
      order: 'created_at',
      columns: {
        created_at: {},
        user_id: { omitted: OMITTED.row },
        feed_id: { omitted: 'a part of the address that opens the calendar', copy: UUID },
        session_version: { omitted: 'with which sessions it ends' },
      },
      timeline: [
        {
          what: 'calendar_feed',
          kind: 'registrations',
          at: 'kept.created_at',
          id: 'kept.user_id',
          details: {},
        },
      ],
    },
    purchases: {
      section: 'paymentsOfRegistrations',
      ownerCondition: `kept.reference IN (${idsOfPersonIn('bootcamp_registrations')} UNION ALL ${idsOfPersonIn('tournament_registrations')})`,
      order: 'purchase_id',
      columns: {
        product: { copy: KEPT },
        status: { copy: KEPT },
        amount_paid: { as: 'amountPaidCents' },
        amount_refunded: { as: 'amountRefundedCents' },
        payment_intent_id: { as: 'stripePaymentIntentId', copy: PROVIDER_ID },
        purchase_id: { omitted: OMITTED.row },
        reference: { omitted: OMITTED.row },
        session_id: { omitted: OMITTED.provider, copy: PROVIDER_ID },
        version: { omitted: OMITTED.version },
        refused_at: { omitted: 'billing exports refunds' },
      },
      timeline: 'billing’s timeline has payments',
    },
    accounts: {
      section: 'accountAsKnownHere',
      ownerCondition: OF_ACCOUNT,
      order: 'user_id',
      columns: {
        email: { copy: EMAIL },
        first_name: { copy: NAME },
        last_name: { copy: NAME },
        division: { copy: KEPT },
        email_verified_at: {},
        deactivated_at: {},
        user_id: { omitted: OMITTED.row },
        email_key: { omitted: OMITTED.key, copy: EMAIL },
        session_version: { omitted: 'which sessions have ended' },
        version: { omitted: OMITTED.version },
      },
      timeline: 'identity’s timeline has accounts',
    },
    memberships: {
      section: 'membershipsAsKnownHere',
      ownerCondition: OF_PERSON,
      order: 'started_at',
      columns: {
        subscription_id: { as: 'stripeSubscriptionId', copy: PROVIDER_ID },
        customer_id: { as: 'stripeCustomerId', copy: PROVIDER_ID },
        email: { copy: EMAIL, erased: EMPTY },
        first_name: { copy: NAME, erased: EMPTY },
        last_name: { copy: NAME, erased: EMPTY },
        status: { copy: KEPT },
        access: { as: 'opensTheMemberArea' },
        plan: { copy: KEPT },
        started_at: {},
        ends_at: {},
        referral_code: { copy: CODE, erased: 'NULL' },
        user_id: { omitted: OMITTED.row },
        email_key: { omitted: OMITTED.key, copy: EMAIL, erased: `'erased:' || subscription_id` },
        version: { omitted: OMITTED.version },
      },
      timeline: 'billing’s timeline has memberships',
    },
  },
  otherTables: {
    erased_accounts: ERASED_ACCOUNTS,
    list_imports: {
      reason: 'names of files that were brought into a list, for a day',
      personal: ['name'],
      copy: 'emptied',
    },
    list_import_rows: {
      reason: 'rows of such files, for a day: they are the administrator’s until they are in the list',
      copy: 'emptied',
    },
    published_texts: PUBLISHED_TEXTS,
    events: {
      reason: 'what people can register for',
      copy: {
        zoom_link: NOTHING,
        ...kept(
          'title',
          'description',
          'type',
          'division',
          'timezone',
          'location',
          'field_versions',
          'setup',
          'refund_steps',
        ),
      },
    },
    event_notices: {
      reason: 'which registrations got which notice of their event; the mailbox is a hash of a random key',
      copy: kept('kind', 'notice', 'mailbox'),
    },
    sample_removal: SAMPLE_REMOVAL,
    removed_entries: {
      reason: 'ids and link keys of entries that an administrator removed: their payment links say so',
      copy: { pay_key: UUID },
    },
    // Contacts concern people, and messaging's copy is anonymized by itself.
    contact_changes: { reason: 'which registrations changed, for some seconds', copy: 'emptied' },
    person_record_changes: { reason: 'which registrations changed, for some seconds', copy: 'emptied' },
    registration_counts: { reason: 'how many there are', copy: kept('list', 'status') },
    idempotent_requests: {
      reason: 'answers of the last day, which repeat what the registrations say',
      personal: ['result'],
      copy: 'emptied',
    },
  },
};
