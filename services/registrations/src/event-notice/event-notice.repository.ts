import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EventPayload } from '@lectern/contracts/event';
import type { EventNotice as Notice } from '@lectern/contracts/registrations/event-notice-model';
import type { eventNoticeDue } from '@lectern/contracts/registrations/events';
import type { RefundSteps } from '@lectern/contracts/registrations/refund-steps';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Event } from '../event/event.entity.ts';
import { isLimitedSql } from '../event/places.ts';

type Entry = NonNullable<EventPayload<typeof eventNoticeDue>['entry']>;

/** A notice that a registration is due and has not got. */
export interface DueNotice {
  readonly kind: Event['type'];
  readonly registrationId: string;
  readonly userId: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Of emailed links; null for a workshop. */
  readonly payKey: string | null;
  readonly isPaid: boolean;
  readonly payBy: Date | null;
  /** Cents; of an unpaid entry. */
  readonly amount: number | null;
  readonly competitions: Entry['competitions'] | null;
  readonly division: Entry['division'] | null;
  readonly notice: Notice;
  readonly dueAt: Date;
  readonly mailbox: string;
}

/** A place that is paid, or needs no payment. */
export interface PaidPlace {
  readonly eventId: string;
  /** Cents. */
  readonly paymentAmount: number | null;
  /** At its payment. */
  readonly refundSteps: RefundSteps;
}

/** Notices of an event and their people. */
export interface NoticePeople {
  readonly notice: Notice;
  /** Those who are due it, at any time. */
  readonly people: number;
  /** Those who did not get it in time. */
  readonly skipped: number;
}

/** Notices that were published for an event, by the instant when they were due. */
export interface PublishedNotices {
  readonly notice: Notice;
  readonly dueAt: Date;
  readonly published: number;
}

/** Registrations with a place in an event that is on the site and not over. A place that is held while its payment page is opening has got no email. */
const placed = (now: string, where: string): string => `
  SELECT 'tournament' AS kind, entry.id, entry.event_id, entry.user_id, entry.email, entry.first_name, entry.last_name, entry.pay_key,
    entry.payment_status = 'paid' AS is_paid, entry.registered_at, COALESCE(entry.payment_amount, events.price) AS amount, entry.refund_steps, entry.competitions, entry.division,
    CASE WHEN entry.payment_status = 'paid' OR EXISTS (SELECT 1 FROM accounts WHERE accounts.user_id = entry.user_id AND accounts.deactivated_at IS NOT NULL) THEN NULL
      WHEN NOT ${isLimitedSql('events')} THEN events.registration_deadline ELSE LEAST(entry.held_until, events.registration_deadline) END AS pay_by
  FROM tournament_registrations entry JOIN events ON events.id = entry.event_id AND events.is_active AND events.ends_at > ${now}
  WHERE entry.payment_status <> 'refunded' AND entry.waitlisted_at IS NULL AND entry.released_at IS NULL AND entry.email <> '' AND ${where.replaceAll('registration.', 'entry.')}
  UNION ALL
  SELECT 'bootcamp', seat.id, seat.event_id, seat.user_id, seat.email, seat.first_name, seat.last_name, seat.pay_key,
    seat.seat = 'taken', seat.registered_at, seat.payment_amount, seat.refund_steps, NULL, NULL, seat.offered_until
  FROM bootcamp_registrations seat JOIN events ON events.id = seat.event_id AND events.is_active AND events.ends_at > ${now}
  WHERE seat.seat IN ('offered', 'taken') AND seat.payment_status <> 'refunded' AND seat.hidden_at IS NULL AND seat.email <> '' AND ${where.replaceAll('registration.', 'seat.')}
  UNION ALL
  SELECT 'workshop', kept.id, kept.event_id, kept.user_id, kept.email, kept.first_name, kept.last_name, NULL, true, kept.registered_at, NULL, NULL, NULL, NULL, NULL
  FROM workshop_registrations kept JOIN events ON events.id = kept.event_id AND events.is_active AND events.ends_at > ${now}
  WHERE kept.seat = 'taken' AND kept.email <> '' AND ${where.replaceAll('registration.', 'kept.')}`;

/** When staff changed what this place's emails said; unpaid ones had no link to the meeting. */
const CHANGED_AT =
  'CASE WHEN place.is_paid THEN GREATEST(event.moved_at, event.link_changed_at) ELSE event.moved_at END';
/**
 * Every notice of a `place` in an `event`: when it is due, until when it may be late, and whether this place gets it. Computed from
 * the event's present dates. A person who entered after a week before needs no reminder of that.
 */
const NOTICES = `(VALUES
  ('seven_days', event.datetime - interval '168 hours', event.datetime - interval '144 hours', place.is_paid AND place.registered_at <= event.datetime - interval '168 hours'),
  ('one_day', event.datetime - interval '24 hours', event.datetime - interval '1 hour', place.is_paid),
  ('one_hour', event.datetime - interval '1 hour', event.datetime, place.is_paid),
  ('payment_reminder', place.pay_by - interval '24 hours', place.pay_by - interval '21 hours',
    place.kind = 'tournament' AND NOT place.is_paid AND place.registered_at <= place.pay_by - interval '24 hours'),
  ('changed', ${CHANGED_AT}, LEAST(event.ends_at, ${CHANGED_AT} + interval '7 days'), place.registered_at <= ${CHANGED_AT})
) AS notice (notice, due_at, until, applies)`;

const MAILBOX = `encode(sha256(convert_to(COALESCE(place.pay_key, place.id)::text, 'UTF8')), 'hex')`;

/** The latest due notice of each place: of several, the earlier ones are skipped. */
const latest = (now: string, where: string): string => `
  SELECT DISTINCT ON (place.id) place.*, notice.notice, notice.due_at, event.datetime, ${MAILBOX} AS mailbox
  FROM (${placed(now, where)}) AS place JOIN events event ON event.id = place.event_id CROSS JOIN LATERAL ${NOTICES}
  WHERE notice.applies AND notice.due_at <= ${now} AND notice.until > ${now}
  ORDER BY place.id, notice.due_at DESC`;

const UNPUBLISHED = `NOT EXISTS (
  SELECT 1 FROM event_notices published WHERE published.registration_id = latest.id AND published.notice = latest.notice
    AND published.due_at = latest.due_at AND published.mailbox = latest.mailbox)`;

/** Reads notices from the events' dates, and records those that were published. Callers that write hold the lock of the event. */
@Injectable()
export class EventNoticeRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Events with a notice to publish at `now`. */
  async eventsWithDue(now: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT DISTINCT latest.event_id AS id FROM (${latest('$1', 'true')}) AS latest WHERE ${UNPUBLISHED}`,
      [now],
    );
    return rows.map(({ id }) => id);
  }

  /** Notices of a locked event to publish at `now`. */
  async due(tx: Transaction, eventId: string, now: Date, limit: number): Promise<DueNotice[]> {
    return tx.manager.query<DueNotice[]>(
      `SELECT latest.kind, latest.id AS "registrationId", latest.user_id AS "userId", latest.email, latest.first_name AS "firstName",
         latest.last_name AS "lastName", latest.pay_key AS "payKey", latest.is_paid AS "isPaid", latest.pay_by AS "payBy", latest.amount,
         latest.competitions, latest.division, latest.notice, latest.due_at AS "dueAt", latest.mailbox
       FROM (${latest('$1', 'registration.event_id = $2')}) AS latest WHERE ${UNPUBLISHED} ORDER BY latest.registered_at, latest.id LIMIT $3`,
      [now, eventId, limit],
    );
  }

  /** Records notices as published. Returns the ids by registration; a notice that was recorded before has none. */
  async record(
    tx: Transaction,
    event: Pick<Event, 'id' | 'datetime'>,
    notices: readonly DueNotice[],
    now: Date,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await tx.manager.query<{ id: string; registrationId: string }[]>(
      `INSERT INTO event_notices (event_id, begins_at, published_at, registration_id, kind, notice, due_at, mailbox)
       SELECT $1, $2, $3, * FROM unnest($4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::text[])
       ON CONFLICT DO NOTHING RETURNING id, registration_id AS "registrationId"`,
      [
        event.id,
        event.datetime,
        now,
        notices.map(({ registrationId }) => registrationId),
        notices.map(({ kind }) => kind),
        notices.map(({ notice }) => notice),
        notices.map(({ dueAt }) => dueAt),
        notices.map(({ mailbox }) => mailbox),
      ],
    );
    return new Map(rows.map(({ id, registrationId }) => [registrationId, id]));
  }

  /** A paid place with this key of its links, until its event is over; null where there is none. */
  async paidPlace({ id, payKey }: { id: string; payKey: string }, now: Date): Promise<PaidPlace | null> {
    const [row] = await this.dataSource.query<PaidPlace[]>(
      `SELECT place.event_id AS "eventId", place.amount AS "paymentAmount", place.refund_steps AS "refundSteps" FROM (${placed('$1', 'registration.id = $2')}) AS place WHERE place.is_paid AND place.pay_key = $3`,
      [now, id, payKey],
    );
    return row ?? null;
  }

  /** The people of each notice of an event that is on the site, at `now`. */
  async people(eventId: string, now: Date): Promise<NoticePeople[]> {
    return this.dataSource.query<NoticePeople[]>(
      `SELECT notice.notice, count(*)::int AS people,
         count(*) FILTER (WHERE notice.until <= $1 AND NOT EXISTS (
           SELECT 1 FROM event_notices published WHERE published.registration_id = place.id AND published.notice = notice.notice AND published.due_at = notice.due_at
         ))::int AS skipped
       FROM (${placed(`'-infinity'::timestamptz`, 'registration.event_id = $2')}) AS place JOIN events event ON event.id = place.event_id CROSS JOIN LATERAL ${NOTICES}
       WHERE notice.applies GROUP BY notice.notice`,
      [now, eventId],
    );
  }

  /** The notices of an event that were published, oldest first. A person whose mailbox was corrected counts once. */
  async published(eventId: string): Promise<PublishedNotices[]> {
    return this.dataSource.query<PublishedNotices[]>(
      `SELECT notice, due_at AS "dueAt", count(DISTINCT registration_id)::int AS published
       FROM event_notices WHERE event_id = $1 GROUP BY notice, due_at ORDER BY due_at`,
      [eventId],
    );
  }

  /** Whether a published notice is the latest that its registration is due at `now`. */
  async isCurrent(noticeId: string, now: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT 1 FROM event_notices published CROSS JOIN LATERAL (${latest('$2', 'registration.id = published.registration_id')}) AS latest
       WHERE published.id = $1 AND published.notice = latest.notice AND published.due_at = latest.due_at AND published.mailbox = latest.mailbox`,
      [noticeId, now],
    );
    return rows.length > 0;
  }
}
