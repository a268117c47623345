import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, LessThanOrEqual, Not, type Repository, type SelectQueryBuilder } from 'typeorm';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import type { EntryPlace } from '@lectern/contracts/registration-list';
import type { Page } from '@lectern/contracts/page';
import type { RosterCounts } from '@lectern/contracts/registrations/admin-model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { type ExportColumns, exportSlice } from '@lectern/service-kit/paging/export-slice';
import { countUpToLimit, type PageRequest, readPage, readSearched } from '@lectern/service-kit/paging/list-page';
import type { EventOccupancy } from '../event/availability.ts';
import type { Event } from '../event/event.entity.ts';
import { ruleBrokenSql } from '../event/event-setup.ts';
import { hasLimitedParts, isLimitedSql, type Taken } from '../event/places.ts';
import { isLimited, limitRegistered, type RegisteredBetween } from '../registered-between/registered-between.ts';
import { RegistrationCountRepository } from '../registration-count/registration-count.repository.ts';
import type { Account } from '../member/account.entity.ts';
import { nameKey } from '@lectern/service-kit/person/name-key';
import type { UnpaidCounts, UnpaidOf } from '../registration-key/unpaid-limit.ts';
import { RemovedEntry } from './removed-entry.entity.ts';
import { TournamentRegistration } from './tournament-registration.entity.ts';

export interface TournamentFilter {
  readonly registered: RegisteredBetween;
  readonly paymentStatus: TournamentRegistration['paymentStatus'] | null;
  readonly division: TournamentRegistration['division'] | null;
  readonly eventId: string | null;
  /** The id of a competition. */
  readonly competition: string | null;
  readonly place: EntryPlace | null;
  /** Whether only entries that break a rule are wanted. */
  readonly isBreaking: boolean;
  /** A pattern of `namePattern`. */
  readonly search: string | null;
}

const hasRosterFilter = ({ competition, place, isBreaking }: TournamentFilter): boolean =>
  competition !== null || place !== null || isBreaking;

const WITH_PLACE = 'registration.waitlisted_at IS NULL AND registration.released_at IS NULL';

/** Each place as a condition on `registration`, of which an entry has one. */
const PLACES: Readonly<Record<EntryPlace, string>> = {
  paid: `registration.payment_status = 'paid' AND ${WITH_PLACE}`,
  held: `registration.payment_status IN ('pending', 'failed') AND ${WITH_PLACE}`,
  waiting: `registration.payment_status <> 'refunded' AND registration.waitlisted_at IS NOT NULL`,
  released: `registration.payment_status <> 'refunded' AND registration.waitlisted_at IS NULL AND registration.released_at IS NOT NULL`,
  withdrawn: `registration.withdrawn_at IS NOT NULL`,
  ended: `registration.payment_status = 'refunded' AND registration.withdrawn_at IS NULL`,
};

/** Each place in words, as the console's table has it, with the position on the waitlist. */
export const PLACE_WORDS = `CASE WHEN ${PLACES.withdrawn} THEN 'Withdrawn' WHEN ${PLACES.ended} THEN 'Ended' WHEN ${PLACES.released} THEN 'Released' WHEN registration.waitlisted_at IS NULL THEN 'Has a place'
  ELSE (SELECT 'Waitlist: ' || count(*) FROM tournament_registrations waiting WHERE waiting.event_id = registration.event_id AND waiting.waitlisted_at <= registration.waitlisted_at) END`;

/** The fields that identify a person's registration. */
export type NamedPerson = Pick<TournamentRegistration, 'emailKey' | 'firstName' | 'lastName'>;

/** The payment status of `registration` as text in SQL, with its waitlist position or that it was released: "pending (on the waitlist: 2)". */
export const PAYMENT_AND_PLACE = `CASE WHEN registration.withdrawn_at IS NOT NULL THEN 'withdrawn' ELSE registration.payment_status END || CASE WHEN registration.payment_status = 'pending' AND registration.released_at IS NOT NULL
  THEN ' (place released)' WHEN registration.waitlisted_at IS NULL THEN '' ELSE (
  SELECT ' (on the waitlist: ' || count(*) || ')' FROM tournament_registrations waiting WHERE waiting.event_id = registration.event_id AND waiting.waitlisted_at <= registration.waitlisted_at
) END`;

/** Entries of a tournament in one division: of a competition, or all of them where it is null. */
export interface RosterPart extends RosterCounts {
  readonly competition: string | null;
  readonly division: TournamentRegistration['division'];
}

export interface Occupancy {
  /** Paid or not. */
  readonly filled: number;
  readonly waiting: number;
  /** When the last person on the waitlist joined it; null when it is empty. */
  readonly lastWaitlistedAt: Date | null;
}

const LAPSED = `${isLimitedSql('events')} AND entry.waitlisted_at IS NULL AND entry.released_at IS NULL AND entry.held_until <= $1
  AND NOT EXISTS (SELECT 1 FROM purchases WHERE purchases.reference = entry.id AND purchases.status = 'open')`;

/** How long a free entry counts for its mailbox and network: it needs no verified mailbox, and its place is never released. */
const FREE_ENTRY_COUNTS_FOR = `interval '1 day'`;

@Injectable()
export class TournamentRegistrationRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly counts: RegistrationCountRepository,
  ) {}

  /** A page of entries, with the number of matches (a search counts up to a limit). */
  async page(
    filter: TournamentFilter,
    request: PageRequest<TournamentRegistration>,
  ): Promise<Page<TournamentRegistration>> {
    const rows = this.inState(filter);
    if (filter.search !== null) return readSearched(rows, { by: 'searched', pattern: filter.search }, request);
    const [page, total] = await Promise.all([
      readPage(rows, request),
      // The counters know no divisions and no events.
      filter.division === null && filter.eventId === null && !hasRosterFilter(filter) && !isLimited(filter.registered)
        ? this.counts.count('tournament', filter.paymentStatus ?? undefined)
        : countUpToLimit(this.inState(filter)),
    ]);
    return { ...page, total };
  }

  /** With the tournament as `event`. */
  async export(filter: TournamentFilter, request: ExportRequest, columns: ExportColumns): Promise<ExportSlice> {
    return exportSlice(
      this.matching(filter).innerJoin('registration.event', 'event'),
      request,
      'registeredAt',
      columns,
    );
  }

  /** In a transaction, or the committed row where there is none. */
  async find(tx: Transaction | null, id: string): Promise<TournamentRegistration | null> {
    return this.rows(tx).findOneBy({ id });
  }

  /** The entry that a bootcamp seat includes. */
  async findIncluded(tx: Transaction, bootcampRegistrationId: string): Promise<TournamentRegistration | null> {
    return this.rows(tx).findOneBy({ bootcampRegistrationId });
  }

  /** Whether a person of this name and email has an entry, other than `exceptId`. A refunded one does not count. */
  async isEntered(
    tx: Transaction | null,
    eventId: string,
    { emailKey, firstName, lastName }: NamedPerson,
    exceptId?: string,
  ): Promise<boolean> {
    return this.rows(tx)
      .createQueryBuilder('entry')
      .where({
        eventId,
        emailKey,
        paymentStatus: Not('refunded'),
        ...(exceptId === undefined ? {} : { id: Not(exceptId) }),
      })
      .andWhere(`${nameKey('entry.firstName', 'entry.lastName')} = ${nameKey(':firstName', ':lastName')}`, {
        firstName,
        lastName,
      })
      .getExists();
  }

  /** The unpaid entry of this name and email, also a released one; null where there is none. */
  async findUnpaid(
    tx: Transaction | null,
    eventId: string,
    { emailKey, firstName, lastName }: NamedPerson,
  ): Promise<TournamentRegistration | null> {
    return this.rows(tx)
      .createQueryBuilder('entry')
      .where({ eventId, emailKey, paymentStatus: 'pending' })
      .andWhere(`${nameKey('entry.firstName', 'entry.lastName')} = ${nameKey(':firstName', ':lastName')}`, {
        firstName,
        lastName,
      })
      .getOne();
  }

  /**
   * How many entries of a tournament a mailbox and a network have without payment, with a place or on the waitlist: unpaid ones,
   * and a day's free ones.
   */
  async countUnpaid(tx: Transaction, { eventId, emailKey, networkKey, at }: UnpaidOf): Promise<UnpaidCounts> {
    const [row] = await tx.manager.query<[UnpaidCounts]>(
      `SELECT count(*) FILTER (WHERE email_key = $2)::int AS "ofMailbox", count(*) FILTER (WHERE network_key = $3)::int AS "ofNetwork"
       FROM tournament_registrations WHERE event_id = $1 AND released_at IS NULL
         AND (payment_status = 'pending' AND (held_until IS NULL OR held_until > $4) OR payment_status = 'paid' AND network_key IS NOT NULL AND registered_at > $4::timestamptz - ${FREE_ENTRY_COUNTS_FOR})`,
      [eventId, emailKey, networkKey, at],
    );
    return row;
  }

  /** Whether another entry of this account to the tournament has its membership's reduction. */
  async hasReduced(
    tx: Transaction | null,
    { id: eventId }: Pick<Event, 'id'>,
    userId: string,
    exceptId: string | null,
  ): Promise<boolean> {
    const isReduced = {
      priceReason: In(['member', 'annual_member']),
      paymentStatus: Not('refunded' as const),
      releasedAt: IsNull(),
    };
    return this.rows(tx).existsBy({
      eventId,
      userId,
      ...isReduced,
      ...(exceptId === null ? {} : { id: Not(exceptId) }),
    });
  }

  /** Clears the networks of free entries after a day. */
  async clearNetworksOfFreeEntries(now: Date): Promise<void> {
    await this.dataSource.query(
      `UPDATE tournament_registrations SET network_key = NULL WHERE payment_status = 'paid' AND network_key IS NOT NULL AND registered_at <= $1::timestamptz - ${FREE_ENTRY_COUNTS_FOR}`,
      [now],
    );
  }

  /**
   * Inserts or updates an entry, and fills in the columns that the database decides. Clears its network once it is paid with
   * money, or released.
   */
  async save(tx: Transaction, entry: TournamentRegistration): Promise<void> {
    const isFree = entry.paymentStatus === 'paid' && entry.paymentAmount === 0;
    if ((entry.paymentStatus !== 'pending' && !isFree) || entry.releasedAt !== null) entry.networkKey = null;
    await this.rows(tx).save(entry);
  }

  async remove(tx: Transaction, { id }: Pick<TournamentRegistration, 'id'>): Promise<void> {
    await this.rows(tx).delete({ id });
  }

  /** As {@link remove}, by an administrator: {@link findRemovedKey} finds it from then on. */
  async removeByStaff(tx: Transaction, { id, payKey }: TournamentRegistration, removedAt: Date): Promise<void> {
    await this.remove(tx, { id });
    await tx.manager.getRepository(RemovedEntry).insert({ registrationId: id, payKey, removedAt });
  }

  /** The key of the payment link of an entry that an administrator removed; null for any other id. */
  async findRemovedKey(id: string): Promise<string | null> {
    return (await this.dataSource.getRepository(RemovedEntry).findOneBy({ registrationId: id }))?.payKey ?? null;
  }

  /** The occupancy of a tournament, in one query: it runs for each entry, while all later ones wait. */
  async occupancy(tx: Transaction, eventId: string): Promise<Occupancy> {
    const [row] = await tx.manager.query<[Occupancy]>(
      `SELECT count(*) FILTER (WHERE waitlisted_at IS NULL AND released_at IS NULL)::int AS filled, count(waitlisted_at)::int AS waiting,
         max(waitlisted_at) AS "lastWaitlistedAt"
       FROM tournament_registrations WHERE event_id = $1 AND payment_status <> 'refunded'`,
      [eventId],
    );
    return row;
  }

  /** The taken places of a tournament with this occupancy. */
  async taken(tx: Transaction, event: Event, { filled }: Pick<Occupancy, 'filled'>): Promise<Taken> {
    const ofParts = hasLimitedParts(event) ? (await this.takenParts(tx, [event.id])).get(event.id) : undefined;
    return new Map([...(ofParts ?? []), ['event', filled]]);
  }

  /** The taken places of divisions and competitions of these tournaments, by tournament. */
  async takenParts(tx: Transaction | null, eventIds: readonly string[]): Promise<ReadonlyMap<string, Taken>> {
    if (eventIds.length === 0) return new Map();
    const rows = await (tx?.manager ?? this.dataSource).query<{ id: string; taken: Record<string, number> }[]>(
      `SELECT event_id AS id, json_object_agg(part, count) AS taken FROM (
         SELECT entry.event_id, needed.part, count(*)::int AS count
         FROM tournament_registrations entry CROSS JOIN LATERAL (
           SELECT 'division:' || entry.division AS part
           UNION ALL SELECT 'competition:' || id FROM jsonb_array_elements_text(entry.competitions) AS chosen (id)) needed
         WHERE entry.event_id = ANY($1) AND entry.payment_status <> 'refunded' AND entry.waitlisted_at IS NULL AND entry.released_at IS NULL
         GROUP BY entry.event_id, needed.part) counted
       GROUP BY event_id`,
      [eventIds],
    );
    return new Map(rows.map(({ id, taken }) => [id, new Map(Object.entries(taken))]));
  }

  /** The number of entries that name each competition of a tournament, also of refunded and released ones. */
  async countByCompetition(tx: Transaction, eventId: string): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.manager.query<{ id: string; count: number }[]>(
      `SELECT chosen.id, count(*)::int AS count
       FROM tournament_registrations entry, jsonb_array_elements_text(entry.competitions) AS chosen (id)
       WHERE entry.event_id = $1 GROUP BY chosen.id`,
      [eventId],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** The number of entries that answered each question of a tournament, also of refunded and released ones. */
  async countByQuestion(tx: Transaction, eventId: string): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.manager.query<{ id: string; count: number }[]>(
      `SELECT answered.id, count(*)::int AS count
       FROM tournament_registrations entry, jsonb_object_keys(entry.answers) AS answered (id)
       WHERE entry.event_id = $1 GROUP BY answered.id`,
      [eventId],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** The entries of a tournament by competition and division, and by division alone. Of those that have ended only the withdrawn ones count, and released ones do not. */
  async rosterOf(eventId: string): Promise<RosterPart[]> {
    return this.dataSource.query<RosterPart[]>(
      `SELECT chosen.competition, entry.division, count(*) FILTER (WHERE entry.waitlisted_at IS NULL AND entry.withdrawn_at IS NULL)::int AS entered,
         count(*) FILTER (WHERE entry.waitlisted_at IS NULL AND entry.payment_status = 'paid')::int AS paid,
         count(entry.waitlisted_at)::int AS waiting, count(entry.withdrawn_at)::int AS withdrawn
       FROM tournament_registrations entry CROSS JOIN LATERAL (
         SELECT NULL AS competition UNION ALL SELECT jsonb_array_elements_text(entry.competitions)) chosen
       WHERE entry.event_id = $1 AND (entry.withdrawn_at IS NOT NULL OR entry.payment_status <> 'refunded' AND entry.released_at IS NULL)
       GROUP BY chosen.competition, entry.division`,
      [eventId],
    );
  }

  /** The occupancy of each of these tournaments that has entries. Refunded ones do not count. */
  async occupancyOf(tx: Transaction | null, eventIds: readonly string[]): Promise<EventOccupancy[]> {
    if (eventIds.length === 0) return [];
    return (tx?.manager ?? this.dataSource).query<EventOccupancy[]>(
      `SELECT event_id AS "eventId", count(*) FILTER (WHERE waitlisted_at IS NULL AND released_at IS NULL)::int AS filled,
         count(*) FILTER (WHERE waitlisted_at IS NOT NULL)::int AS waiting,
         count(*) FILTER (WHERE waitlisted_at IS NULL AND payment_status = 'paid')::int AS paid
       FROM tournament_registrations WHERE event_id = ANY($1) AND payment_status <> 'refunded' GROUP BY event_id`,
      [eventIds],
    );
  }

  /** Unpaid entries of an account that have a place or wait for one, in the order in which their tournaments are locked. */
  async unpaidOfAccount(tx: Transaction, userId: string): Promise<Pick<TournamentRegistration, 'id' | 'eventId'>[]> {
    return this.rows(tx).find({
      select: { id: true, eventId: true },
      where: { userId, paymentStatus: 'pending', releasedAt: IsNull() },
      order: { eventId: 'ASC', id: 'ASC' },
    });
  }

  /** The first people on a tournament's waitlist; all of them without a limit. */
  async firstWaiting(tx: Transaction, eventId: string, limit?: number): Promise<TournamentRegistration[]> {
    return this.rows(tx).find({
      where: { eventId, waitlistedAt: Not(IsNull()) },
      order: { waitlistedAt: 'ASC' },
      take: limit,
    });
  }

  /**
   * Tournaments that are not over at `now` and have unpaid entries of limited places whose time to pay is over, or a waitlist,
   * also of free entries, after the deadline.
   */
  async eventsWithDueWork(now: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ event_id: string }[]>(
      `SELECT DISTINCT entry.event_id FROM tournament_registrations entry JOIN events ON events.id = entry.event_id
       WHERE events.ends_at > $1 AND (entry.waitlisted_at IS NOT NULL AND events.registration_deadline <= $1 OR entry.payment_status = 'pending' AND ${LAPSED})
       ORDER BY entry.event_id`,
      [now],
    );
    return rows.map((row) => row.event_id);
  }

  /** Entries of a tournament whose time to pay is over at `now`, where places are limited; not while a payment page is open. */
  async lapsed(tx: Transaction, eventId: string, now: Date): Promise<TournamentRegistration[]> {
    const rows = await tx.manager.query<{ id: string }[]>(
      `SELECT entry.id FROM tournament_registrations entry JOIN events ON events.id = entry.event_id
       WHERE entry.event_id = $2 AND entry.payment_status = 'pending' AND ${LAPSED}`,
      [now, eventId],
    );
    return this.rows(tx).find({ where: { id: In(rows.map(({ id }) => id)) }, order: { registeredAt: 'ASC' } });
  }

  /** An account's own entries for these tournaments: those made with its token. A refunded one does not count. */
  async ofUser(userId: string, eventIds: readonly string[]): Promise<TournamentRegistration[]> {
    return this.rows(null).find({
      where: { userId, eventId: In(eventIds), paymentStatus: Not('refunded') },
      order: { registeredAt: 'ASC', id: 'ASC' },
    });
  }

  /** An account's unpaid entries, by event. */
  async unpaidOfUser(tx: Transaction, userId: string): Promise<Pick<TournamentRegistration, 'id' | 'eventId'>[]> {
    return this.rows(tx).find({
      select: { id: true, eventId: true },
      where: { userId, paymentStatus: 'pending' },
      order: { eventId: 'ASC', id: 'ASC' },
    });
  }

  /** A tournament's unpaid entries: with a place, on the waitlist or released. */
  async unpaidOfEvent(tx: Transaction, eventId: string): Promise<TournamentRegistration[]> {
    return this.rows(tx).find({
      where: { eventId, paymentStatus: 'pending' },
      order: { registeredAt: 'ASC', id: 'ASC' },
    });
  }

  /** A tournament's entries with a place, paid or not. */
  async withPlace(tx: Transaction, eventId: string): Promise<TournamentRegistration[]> {
    return this.rows(tx).findBy({
      eventId,
      paymentStatus: Not('refunded'),
      waitlistedAt: IsNull(),
      releasedAt: IsNull(),
    });
  }

  /** Lets a tournament's unpaid entries with a place hold it until `until`. */
  async holdUnpaid(tx: Transaction, eventId: string, until: Date): Promise<void> {
    await this.rows(tx).update(
      { eventId, paymentStatus: 'pending', waitlistedAt: IsNull(), releasedAt: IsNull() },
      { heldUntil: until },
    );
  }

  /** Entries that a membership includes, of any account or none, by event. */
  async freeBy(tx: Transaction, freeSubscriptionId: string): Promise<Pick<TournamentRegistration, 'id' | 'eventId'>[]> {
    return this.rows(tx).find({
      select: { id: true, eventId: true },
      where: { freeSubscriptionId, paymentStatus: 'paid' },
      order: { eventId: 'ASC', id: 'ASC' },
    });
  }

  /** An account's entries that a membership includes, registered by then in another name than the account's, by event. */
  async freeInOtherNames(
    tx: Transaction,
    { userId, firstName, lastName }: Pick<Account, 'userId' | 'firstName' | 'lastName'>,
    until: Date,
  ): Promise<Pick<TournamentRegistration, 'id' | 'eventId'>[]> {
    return this.rows(tx)
      .createQueryBuilder('entry')
      .where('entry.userId = :userId AND entry.freeSubscriptionId IS NOT NULL AND entry.registeredAt <= :until', {
        userId,
        until,
      })
      .andWhere(`${nameKey('entry.firstName', 'entry.lastName')} <> ${nameKey(':firstName', ':lastName')}`, {
        firstName,
        lastName,
      })
      .orderBy('entry.eventId')
      .addOrderBy('entry.id')
      .getMany();
  }

  /**
   * Marks an account's unpaid entries from before `until` as another person's: their links end, and the account may enter again
   * in their place.
   */
  async disown(tx: Transaction, userId: string, until: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE tournament_registrations SET claim_made_at = $2, pay_key = gen_random_uuid(), correction_key = NULL
       WHERE user_id = $1 AND payment_status = 'pending' AND registered_at <= $2 AND claim_made_at IS NULL`,
      [userId, until],
    );
  }

  /** On the waitlist, from 1; null for an entry with a place. */
  async position(
    { eventId, waitlistedAt }: Pick<TournamentRegistration, 'eventId' | 'waitlistedAt'>,
    tx: Transaction | null = null,
  ): Promise<number | null> {
    return waitlistedAt === null
      ? null
      : this.rows(tx).countBy({ eventId, waitlistedAt: LessThanOrEqual(waitlistedAt) });
  }

  /** The waitlist positions in these tournaments, by entry, as {@link position} counts them. */
  async positions(eventIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (eventIds.length === 0) return new Map();
    const rows = await this.dataSource.query<{ id: string; position: number }[]>(
      `SELECT id, rank() OVER (PARTITION BY event_id ORDER BY waitlisted_at)::int AS position
       FROM tournament_registrations WHERE waitlisted_at IS NOT NULL AND event_id = ANY($1)`,
      [eventIds],
    );
    return new Map(rows.map(({ id, position }) => [id, position]));
  }

  private rows(tx: Transaction | null): Repository<TournamentRegistration> {
    return (tx?.manager ?? this.dataSource).getRepository(TournamentRegistration);
  }

  private matching(filter: TournamentFilter): SelectQueryBuilder<TournamentRegistration> {
    const rows = this.inState(filter);
    if (filter.search !== null) rows.andWhere('registration.searched LIKE :search', { search: filter.search });
    return rows;
  }

  private inState(filter: Omit<TournamentFilter, 'search'>): SelectQueryBuilder<TournamentRegistration> {
    const rows = this.dataSource.getRepository(TournamentRegistration).createQueryBuilder('registration');
    if (filter.paymentStatus !== null)
      rows.andWhere('registration.paymentStatus = :status', { status: filter.paymentStatus });
    if (filter.division !== null) rows.andWhere('registration.division = :division', { division: filter.division });
    if (filter.eventId !== null) rows.andWhere('registration.eventId = :eventId', { eventId: filter.eventId });
    if (filter.competition !== null)
      rows.andWhere('registration.competitions @> jsonb_build_array(CAST(:competition AS text))', {
        competition: filter.competition,
      });
    if (filter.place !== null) rows.andWhere(`(${PLACES[filter.place]})`);
    if (filter.isBreaking) rows.andWhere(ruleBrokenSql('registration'));
    limitRegistered(rows, filter.registered);
    return rows;
  }
}
