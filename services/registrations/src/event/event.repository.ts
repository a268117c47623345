import { Inject, Injectable } from '@nestjs/common';
import { And, DataSource, In, LessThan, MoreThanOrEqual, type Repository, type SelectQueryBuilder } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import type { Page } from '@lectern/contracts/page';
import type { AdminEventFilter } from '@lectern/contracts/registrations/admin-model';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import { withoutAccents } from '@lectern/service-kit/paging/search-pattern';
import { FILLING } from './availability.ts';
import { Event, type PublicProgram } from './event.entity.ts';

export interface EventFilter {
  readonly state: AdminEventFilter | null;
  /** A pattern of `namePattern`. */
  readonly search: string | null;
  readonly now: Date;
}

const SEARCHED = withoutAccents(`' ' || event.title || ' ' || event.location`);

const countOf = (entries: string, places: string, seat: string): string => `CASE event.type
  WHEN 'tournament' THEN (SELECT count(*) FROM tournament_registrations entry WHERE entry.event_id = event.id AND entry.payment_status <> 'refunded' AND ${entries})
  WHEN 'workshop' THEN (SELECT count(*) FROM workshop_registrations kept WHERE kept.event_id = event.id AND kept.seat = '${seat}')
  ELSE (SELECT count(*) FROM bootcamp_registrations kept WHERE kept.event_id = event.id AND kept.seat IN (${places})) END`;
const FILLED = countOf(
  'entry.waitlisted_at IS NULL AND entry.released_at IS NULL',
  FILLING.map((seat) => `'${seat}'`).join(', '),
  'taken',
);
const WAITING = countOf('entry.waitlisted_at IS NOT NULL', `'waiting'`, 'waiting');

const SHOWN = 'event.endsAt > :now AND event.isActive';
const TAKES_NEWCOMERS = `${SHOWN} AND event.closedAt IS NULL AND event.registrationDeadline > :now`;
const SOLD_OUT = `(event.capacity IS NOT NULL AND (event.type <> 'tournament' AND ${WAITING} > 0 OR ${FILLED} >= event.capacity))`;

/** The states of `adminStateOf` as SQL conditions, and all of them that are not over. */
const STATES: Readonly<Record<AdminEventFilter, string>> = {
  coming: 'event.endsAt > :now',
  over: 'event.endsAt <= :now',
  hidden: 'event.endsAt > :now AND NOT event.isActive',
  closed: `${SHOWN} AND (event.closedAt IS NOT NULL OR event.registrationDeadline <= :now)`,
  sold_out: `${TAKES_NEWCOMERS} AND ${SOLD_OUT}`,
  open: `${TAKES_NEWCOMERS} AND NOT ${SOLD_OUT}`,
};

@Injectable()
export class EventRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Active tournaments and bootcamp runs that are not over at `now`, soonest first. */
  async upcoming(now: Date): Promise<PublicProgram[]> {
    return (await this.upcomingOf(['tournament', 'bootcamp'], now)) as PublicProgram[];
  }

  /** As {@link upcoming}, for the workshops of annual members. */
  async upcomingWorkshops(now: Date): Promise<Event[]> {
    return this.upcomingOf(['workshop'], now);
  }

  private async upcomingOf(types: readonly Event['type'][], now: Date): Promise<Event[]> {
    return this.dataSource
      .getRepository(Event)
      .createQueryBuilder('event')
      .where('event.isActive AND event.endsAt > :now AND event.type IN (:...types)', { now, types })
      .orderBy('event.datetime', 'ASC')
      .addOrderBy('event.id', 'ASC')
      .getMany();
  }

  /**
   * The soonest event of a type that takes newcomers at `now` ({@link takesNewcomers}). In a transaction, or by committed rows
   * where there is none.
   */
  async nextOpen(tx: Transaction | null, type: Event['type'], now: Date): Promise<Event | null> {
    return this.rows(tx)
      .createQueryBuilder('event')
      .where('event.isActive AND event.closedAt IS NULL AND event.type = :type AND event.registrationDeadline > :now', {
        type,
        now,
      })
      .orderBy('event.datetime', 'ASC')
      .addOrderBy('event.id', 'ASC')
      .getOne();
  }

  /** The committed events with these ids, by id. */
  async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Event>> {
    const found = ids.length === 0 ? [] : await this.rows(null).findBy({ id: In(ids) });
    return new Map(found.map((event) => [event.id, event]));
  }

  async find(tx: Transaction | null, id: string): Promise<Event | null> {
    return this.rows(tx).findOneBy({ id });
  }

  /** Locks an event for changes of its places, until the transaction ends. Returns its state under the lock. */
  async lock(tx: Transaction, id: string): Promise<Event> {
    return tx.manager.getRepository(Event).findOneOrFail({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** As {@link lock}; null where there is no such event. */
  async lockIfThere(tx: Transaction, id: string): Promise<Event | null> {
    return tx.manager.getRepository(Event).findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** A page of events, latest date first, with the number of matches. */
  async page(filter: EventFilter, request: PageRequest<Event>): Promise<Page<Event>> {
    const [page, total] = await Promise.all([
      readPage(this.matching(filter), request),
      this.matching(filter).getCount(),
    ]);
    return { ...page, total };
  }

  /** The event of this kind and name that begins then. */
  async findTwin({ type, datetime, title }: Pick<Event, 'type' | 'datetime' | 'title'>): Promise<Event | null> {
    return this.dataSource.getRepository(Event).findOneBy({ type, datetime, title });
  }

  /** Adds an event, and fills in the columns that the database decides. */
  async add(tx: Transaction, event: Event): Promise<void> {
    await tx.manager.getRepository(Event).save(event);
  }

  /** Writes changes to a locked event at its current version. Throws `version_conflict`. */
  async change(tx: Transaction, event: Event, changes: Partial<Omit<Event, 'id'>>): Promise<void> {
    const { affected } = await tx.manager
      .getRepository(Event)
      .update({ id: event.id, version: event.version }, changes);
    if (affected !== 1) throw new DomainError('version_conflict');
    Object.assign(event, changes);
  }

  /** Events that begin between two instants, soonest first. */
  async beginningIn(tx: Transaction | null, from: Date, until: Date): Promise<Event[]> {
    return this.rows(tx).find({
      where: { datetime: And(MoreThanOrEqual(from), LessThan(until)) },
      order: { datetime: 'ASC', id: 'ASC' },
    });
  }

  /** The copies of these events. */
  async clonesOf(tx: Transaction | null, ids: readonly string[]): Promise<Event[]> {
    return this.rows(tx).findBy({ clonedFrom: In(ids) });
  }

  /** Lets one transaction at a time copy events, until it ends. */
  async lockCopying(tx: Transaction): Promise<void> {
    await lockKey(tx, 'copied-events');
  }

  private matching({ state, search, now }: EventFilter): SelectQueryBuilder<Event> {
    const rows = this.dataSource.getRepository(Event).createQueryBuilder('event');
    if (state !== null) rows.andWhere(STATES[state], { now });
    if (search !== null) rows.andWhere(`${SEARCHED} LIKE :search`, { search });
    return rows;
  }

  private rows(tx: Transaction | null): Repository<Event> {
    return (tx?.manager ?? this.dataSource).getRepository(Event);
  }
}
