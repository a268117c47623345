import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, LessThanOrEqual, MoreThan, Not, type SelectQueryBuilder } from 'typeorm';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import type { Page } from '@lectern/contracts/page';
import { BOOTCAMP_STATUS_WORDS, type BootcampStatus } from '@lectern/contracts/registrations/admin-model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { type ExportColumns, exportSlice, wordsText } from '@lectern/service-kit/paging/export-slice';
import { countUpToLimit, type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import { FILLING } from '../event/availability.ts';
import type { EventOccupancy } from '../event/availability.ts';
import { nameKey } from '@lectern/service-kit/person/name-key';
import { limitRegistered, type RegisteredBetween } from '../registered-between/registered-between.ts';
import type { UnpaidCounts, UnpaidOf } from '../registration-key/unpaid-limit.ts';
import { BootcampRegistration } from './bootcamp-registration.entity.ts';

/** The fields that identify a person's registration. */
export type NamedPerson = Pick<BootcampRegistration, 'emailKey' | 'firstName' | 'lastName'>;

export interface Occupancy {
  readonly filled: number;
  readonly waiting: number;
  /** Holds and offers among the filled seats whose time is over. */
  readonly lapsed: number;
  /** When the last person on the waitlist joined it; null when it is empty. */
  readonly lastWaitlistedAt: Date | null;
}

export interface BootcampFilter {
  readonly status: BootcampStatus | null;
  readonly eventId: string | null;
  readonly registered: RegisteredBetween;
  /** A pattern of `namePattern`. */
  readonly search: string | null;
}

/** The status of a registration, as `statusOf` computes it. */
export const STATUS = `CASE WHEN registration.paymentStatus = 'refunded' THEN 'refunded' WHEN registration.seat = 'taken' THEN 'paid' ELSE registration.seat END`;

/** The status as staff read it, with the position on the waitlist: "On the waitlist: 2". */
export const STATUS_AND_POSITION = `${wordsText(STATUS, BOOTCAMP_STATUS_WORDS)} || CASE WHEN registration.seat = 'waiting' THEN ': ' || (
  SELECT count(*) FROM bootcamp_registrations waiting
  WHERE waiting.event_id = registration.event_id AND waiting.seat = 'waiting' AND waiting.waitlisted_at <= registration.waitlisted_at
) ELSE '' END`;

const FILLED = `seat IN (${FILLING.map((seat) => `'${seat}'`).join(', ')})`;

/** As `seatOf`: a hold lasts while its checkout is open, even past its own time. */
const lapsed = (now: string): string => `(
  seat = 'offered' AND offered_until <= ${now}
  OR seat = 'held' AND (held_until IS NULL OR held_until <= ${now})
    AND NOT EXISTS (SELECT 1 FROM purchases WHERE purchases.reference = registration.id AND purchases.status = 'open')
)`;

/** Callers that write hold the lock of the run ({@link EventRepository.lock}), so their reads stay valid until the commit. */
@Injectable()
export class BootcampRegistrationRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The run and the person of a registration; neither ever changes. Null when there is no such registration. */
  async locate(tx: Transaction, id: string): Promise<Pick<BootcampRegistration, 'eventId' | 'emailKey'> | null> {
    // On the transaction's own connection: waiting for a second one could deadlock the pool.
    return tx.manager
      .getRepository(BootcampRegistration)
      .findOne({ select: { id: true, eventId: true, emailKey: true }, where: { id } });
  }

  /** In a transaction, or the committed row where there is none. */
  async find(tx: Transaction | null, id: string): Promise<BootcampRegistration | null> {
    return (tx?.manager ?? this.dataSource).getRepository(BootcampRegistration).findOneBy({ id });
  }

  /** The registration of this name and email for a run, other than `exceptId`. A refunded or deleted one does not count. */
  async findOfPerson(
    tx: Transaction | null,
    eventId: string,
    { emailKey, firstName, lastName }: NamedPerson,
    exceptId?: string,
  ): Promise<BootcampRegistration | null> {
    return (tx?.manager ?? this.dataSource)
      .getRepository(BootcampRegistration)
      .createQueryBuilder('registration')
      .where({
        eventId,
        emailKey,
        paymentStatus: Not('refunded'),
        hiddenAt: IsNull(),
        ...(exceptId === undefined ? {} : { id: Not(exceptId) }),
      })
      .andWhere(
        `${nameKey('registration.firstName', 'registration.lastName')} = ${nameKey(':firstName', ':lastName')}`,
        { firstName, lastName },
      )
      .getOne();
  }

  /**
   * Inserts or updates a registration, and fills in the columns that the database decides. Clears its network once it is paid or
   * given up.
   */
  async save(tx: Transaction, registration: BootcampRegistration): Promise<void> {
    if (registration.seat === 'taken' || registration.seat === 'released') registration.networkKey = null;
    await tx.manager.getRepository(BootcampRegistration).save(registration);
  }

  /** The occupancy of a run, in one query: it runs for each registration, while all later ones wait. */
  async occupancy(tx: Transaction, eventId: string, now: Date): Promise<Occupancy> {
    const [row] = await tx.manager.query<
      [{ filled: number; waiting: number; lapsed: number; lastWaitlistedAt: Date | null }]
    >(
      `SELECT count(*) FILTER (WHERE ${FILLED})::int AS filled,
         count(*) FILTER (WHERE seat = 'waiting')::int AS waiting,
         count(*) FILTER (WHERE ${lapsed('$2')})::int AS lapsed,
         max(waitlisted_at) AS "lastWaitlistedAt"
       FROM bootcamp_registrations registration WHERE event_id = $1`,
      [eventId, now],
    );
    return row;
  }

  /** The filled seats, the paid ones and the waitlist's length of each of these runs that has any. */
  async occupancyOf(tx: Transaction | null, eventIds: readonly string[]): Promise<EventOccupancy[]> {
    if (eventIds.length === 0) return [];
    return (tx?.manager ?? this.dataSource).query<EventOccupancy[]>(
      `SELECT event_id AS "eventId", count(*) FILTER (WHERE ${FILLED})::int AS filled, count(*) FILTER (WHERE seat = 'waiting')::int AS waiting,
         count(*) FILTER (WHERE seat = 'taken')::int AS paid
       FROM bootcamp_registrations WHERE event_id = ANY($1) GROUP BY event_id`,
      [eventIds],
    );
  }

  /** Ends the offers of a run at an instant, where they last longer. */
  async endOffersBy(tx: Transaction, eventId: string, until: Date): Promise<void> {
    await tx.manager
      .getRepository(BootcampRegistration)
      .update({ eventId, offeredUntil: MoreThan(until) }, { offeredUntil: until });
  }

  /** Registrations of an account that have a seat or wait for one without payment, in the order in which their runs are locked. */
  async unpaidOfAccount(tx: Transaction, userId: string): Promise<Pick<BootcampRegistration, 'id'>[]> {
    const where = { userId, seat: In(['held', 'offered', 'waiting']) };
    return tx.manager
      .getRepository(BootcampRegistration)
      .find({ select: { id: true }, where, order: { eventId: 'ASC', id: 'ASC' } });
  }

  /** The first people on a run's waitlist. */
  async firstWaiting(tx: Transaction, eventId: string, limit: number): Promise<BootcampRegistration[]> {
    return tx.manager
      .getRepository(BootcampRegistration)
      .find({ where: { eventId, seat: 'waiting' }, order: { waitlistedAt: 'ASC' }, take: limit });
  }

  /**
   * As {@link firstWaiting}, but only the first person of each mailbox, and none of a mailbox with an open offer, which may be
   * held for its payment.
   */
  async nextToOffer(tx: Transaction, eventId: string, limit: number): Promise<BootcampRegistration[]> {
    const rows = await tx.manager.query<{ id: string }[]>(
      `SELECT id FROM (
         SELECT DISTINCT ON (email_key) id, waitlisted_at FROM bootcamp_registrations registration
         WHERE event_id = $1 AND seat = 'waiting' AND NOT EXISTS (
           SELECT 1 FROM bootcamp_registrations offer
           WHERE offer.event_id = $1 AND offer.email_key = registration.email_key AND offer.seat IN ('offered', 'held') AND offer.offered_until IS NOT NULL
         )
         ORDER BY email_key, waitlisted_at
       ) waiting ORDER BY waitlisted_at LIMIT $2`,
      [eventId, limit],
    );
    return tx.manager
      .getRepository(BootcampRegistration)
      .find({ where: { id: In(rows.map(({ id }) => id)) }, order: { waitlistedAt: 'ASC' } });
  }

  /** How many unpaid registrations of a run a mailbox and a network have, with a seat or on the waitlist. */
  async countUnpaid(tx: Transaction, { eventId, emailKey, networkKey }: UnpaidOf): Promise<UnpaidCounts> {
    const [row] = await tx.manager.query<[UnpaidCounts]>(
      `SELECT count(*) FILTER (WHERE email_key = $2)::int AS "ofMailbox", count(*) FILTER (WHERE network_key = $3)::int AS "ofNetwork"
       FROM bootcamp_registrations WHERE event_id = $1 AND seat IN ('held', 'offered', 'waiting')`,
      [eventId, emailKey, networkKey],
    );
    return row;
  }

  /** An account's own registrations for these runs: those made with its token. A refunded or deleted one does not count. */
  async ofUser(userId: string, eventIds: readonly string[]): Promise<BootcampRegistration[]> {
    return this.dataSource.getRepository(BootcampRegistration).find({
      where: { userId, eventId: In(eventIds), paymentStatus: Not('refunded'), hiddenAt: IsNull() },
      order: { registeredAt: 'ASC', id: 'ASC' },
    });
  }

  /** From 1. In a transaction, or by committed rows where there is none. */
  async position(tx: Transaction | null, { eventId, waitlistedAt }: BootcampRegistration): Promise<number> {
    return (tx?.manager ?? this.dataSource)
      .getRepository(BootcampRegistration)
      .countBy({ eventId, seat: 'waiting', waitlistedAt: LessThanOrEqual(waitlistedAt!) });
  }

  /** Holds and offers of a run whose time is over at `now`. */
  async lapsed(tx: Transaction, eventId: string, now: Date): Promise<BootcampRegistration[]> {
    return tx.manager
      .getRepository(BootcampRegistration)
      .createQueryBuilder('registration')
      .where(`registration.eventId = :eventId AND ${lapsed(':now')}`, { eventId, now })
      .orderBy('registration.registeredAt')
      .getMany();
  }

  /** Runs that are not over at `now` and have a hold, an offer or a waitlist to process. */
  async runsToLookAfter(now: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ event_id: string }[]>(
      `SELECT DISTINCT registration.event_id FROM bootcamp_registrations registration
       JOIN events ON events.id = registration.event_id AND events.ends_at > $1
       WHERE seat = 'waiting' OR ${lapsed('$1')}`,
      [now],
    );
    return rows.map((row) => row.event_id);
  }

  /**
   * A page of registrations that are not deleted, each with its run as `event`, and the number of matches (a search counts up to
   * a limit).
   */
  async page(filter: BootcampFilter, request: PageRequest<BootcampRegistration>): Promise<Page<BootcampRegistration>> {
    const page = await readPage(this.matching(filter).innerJoinAndSelect('registration.event', 'event'), request);
    const rows = this.matching(filter);
    return { ...page, total: filter.search === null ? await rows.getCount() : await countUpToLimit(rows) };
  }

  /** With the run as `event`. */
  async export(filter: BootcampFilter, request: ExportRequest, columns: ExportColumns): Promise<ExportSlice> {
    return exportSlice(
      this.matching(filter).innerJoin('registration.event', 'event'),
      request,
      'registeredAt',
      columns,
    );
  }

  /** The waitlist positions in these runs, by registration, from 1. */
  async positions(eventIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (eventIds.length === 0) return new Map();
    const rows = await this.dataSource.query<{ id: string; position: number }[]>(
      `SELECT id, row_number() OVER (PARTITION BY event_id ORDER BY waitlisted_at)::int AS position
       FROM bootcamp_registrations WHERE seat = 'waiting' AND event_id = ANY($1)`,
      [eventIds],
    );
    return new Map(rows.map(({ id, position }) => [id, position]));
  }

  private matching({ status, eventId, registered, search }: BootcampFilter): SelectQueryBuilder<BootcampRegistration> {
    const rows = this.dataSource
      .getRepository(BootcampRegistration)
      .createQueryBuilder('registration')
      .where('registration.hiddenAt IS NULL');
    if (status !== null) rows.andWhere(`${STATUS} = :status`, { status });
    if (eventId !== null) rows.andWhere('registration.eventId = :eventId', { eventId });
    if (search !== null) rows.andWhere('registration.searched LIKE :search', { search });
    limitRegistered(rows, registered);
    return rows;
  }

  /** A paid seat of this account in this name, or in any name where none is given, whose included tournament entry is still unused. */
  async findWithFreeEntry(
    tx: Transaction | null,
    userId: string,
    named: Pick<NamedPerson, 'firstName' | 'lastName'> | null,
  ): Promise<string | null> {
    const [row] = await (tx?.manager ?? this.dataSource).query<{ id: string }[]>(
      `SELECT registration.id FROM bootcamp_registrations registration
       WHERE registration.user_id = $1
         AND ($2::text IS NULL OR ${nameKey('registration.first_name', 'registration.last_name')} = ${nameKey('$2', '$3')})
         AND registration.payment_status = 'paid' AND registration.hidden_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM tournament_registrations entry WHERE entry.bootcamp_registration_id = registration.id)
       ORDER BY registration.registered_at, registration.id LIMIT 1`,
      [userId, named?.firstName ?? null, named?.lastName ?? null],
    );
    return row?.id ?? null;
  }
}
