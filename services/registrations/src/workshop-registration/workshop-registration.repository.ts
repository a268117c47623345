import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, LessThanOrEqual, Not, type Repository, type SelectQueryBuilder } from 'typeorm';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import type { Page } from '@lectern/contracts/page';
import type { WorkshopStatus } from '@lectern/contracts/registrations/admin-model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { type ExportColumns, exportSlice } from '@lectern/service-kit/paging/export-slice';
import { countUpToLimit, type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import type { EventOccupancy } from '../event/availability.ts';
import type { Account } from '../member/account.entity.ts';
import { limitRegistered, type RegisteredBetween } from '../registered-between/registered-between.ts';
import { WorkshopRegistration } from './workshop-registration.entity.ts';

export interface WorkshopFilter {
  readonly status: WorkshopStatus | null;
  readonly eventId: string | null;
  readonly registered: RegisteredBetween;
  /** A pattern of `namePattern`. */
  readonly search: string | null;
}

/** A seat or a position on the waitlist. */
const ACTIVE = In(['taken', 'waiting']);

/** Those of a workshop that has not begun, of which the plan or the account may end. */
const ENDABLE = `registration.seat IN ('taken', 'waiting') AND event.datetime > :now`;
const HAS_ANNUAL_PLAN = `EXISTS (SELECT 1 FROM memberships WHERE memberships.user_id = registration.user_id AND memberships.plan = 'annual' AND memberships.access)`;

/** Callers that write hold the lock of the workshop ({@link EventRepository.lock}), so their reads stay valid until the commit. */
@Injectable()
export class WorkshopRegistrationRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** In a transaction, or the committed row where there is none. */
  async find(tx: Transaction | null, id: string): Promise<WorkshopRegistration | null> {
    return this.rows(tx).findOneBy({ id });
  }

  /** An account's seat in a workshop, or position on its waitlist. */
  async findActive(tx: Transaction, eventId: string, userId: string): Promise<WorkshopRegistration | null> {
    return this.rows(tx).findOneBy({ eventId, userId, seat: ACTIVE });
  }

  /** An account's seats in these workshops, and its positions on their waitlists. */
  async ofUser(userId: string, eventIds: readonly string[]): Promise<WorkshopRegistration[]> {
    return this.rows(null).findBy({ userId, eventId: In(eventIds), seat: ACTIVE });
  }

  async add(
    tx: Transaction,
    registration: Omit<WorkshopRegistration, 'id' | 'endedAt' | 'searched' | 'event'>,
  ): Promise<WorkshopRegistration> {
    return this.rows(tx).save(Object.assign(new WorkshopRegistration(), registration, { endedAt: null }));
  }

  /** Changes the state of a registration. Leaves its person alone, who may be moving to another address. */
  async setSeat(
    tx: Transaction,
    registration: WorkshopRegistration,
    state: Pick<WorkshopRegistration, 'seat' | 'endedAt'>,
  ): Promise<void> {
    const change = { ...state, waitlistedAt: null };
    await this.rows(tx).update({ id: registration.id }, change);
    Object.assign(registration, change);
  }

  /** The seats of a workshop, in the order of the sign-ups. */
  async active(tx: Transaction, eventId: string): Promise<WorkshopRegistration[]> {
    return this.rows(tx).find({ where: { eventId, seat: ACTIVE }, order: { registeredAt: 'ASC', id: 'ASC' } });
  }

  async firstWaiting(tx: Transaction, eventId: string, limit: number): Promise<WorkshopRegistration[]> {
    return this.rows(tx).find({
      where: { eventId, seat: 'waiting' },
      order: { waitlistedAt: 'ASC', id: 'ASC' },
      take: limit,
    });
  }

  /** When the last member on the waitlist joined it; null when it is empty. */
  async lastWaitlistedAt(tx: Transaction, eventId: string): Promise<Date | null> {
    const last = await this.rows(tx).findOne({ where: { eventId, seat: 'waiting' }, order: { waitlistedAt: 'DESC' } });
    return last?.waitlistedAt ?? null;
  }

  /** From 1. In a transaction, or by committed rows where there is none. */
  async position(
    tx: Transaction | null,
    { eventId, waitlistedAt }: Pick<WorkshopRegistration, 'eventId' | 'waitlistedAt'>,
  ): Promise<number> {
    return this.rows(tx).countBy({ eventId, seat: 'waiting', waitlistedAt: LessThanOrEqual(waitlistedAt!) });
  }

  /** The seats and the waitlist's length of each of these workshops that has any. */
  async occupancyOf(tx: Transaction | null, eventIds: readonly string[]): Promise<EventOccupancy[]> {
    if (eventIds.length === 0) return [];
    return (tx?.manager ?? this.dataSource).query<EventOccupancy[]>(
      `SELECT event_id AS "eventId", count(*) FILTER (WHERE seat = 'taken')::int AS filled, count(*) FILTER (WHERE seat = 'waiting')::int AS waiting, 0 AS paid
       FROM workshop_registrations WHERE event_id = ANY($1) AND seat IN ('taken', 'waiting') GROUP BY event_id`,
      [eventIds],
    );
  }

  /**
   * An account's seats in workshops that have not begun, in the order in which their workshops are locked; `registeredBy`: only
   * those of that time or earlier.
   */
  async endableOf(
    tx: Transaction,
    userId: string,
    now: Date,
    registeredBy?: Date,
  ): Promise<Pick<WorkshopRegistration, 'id' | 'eventId'>[]> {
    const rows = this.endable(tx, now).andWhere('registration.userId = :userId', { userId });
    if (registeredBy !== undefined) rows.andWhere('registration.registeredAt <= :registeredBy', { registeredBy });
    return rows.getMany();
  }

  /** As {@link endableOf}, of every account without an annual plan: a membership may have left its account as well. */
  async withoutPlan(tx: Transaction, now: Date): Promise<Pick<WorkshopRegistration, 'id' | 'eventId'>[]> {
    return this.endable(tx, now).andWhere(`NOT ${HAS_ANNUAL_PLAN}`).getMany();
  }

  private endable(tx: Transaction, now: Date): SelectQueryBuilder<WorkshopRegistration> {
    return this.rows(tx)
      .createQueryBuilder('registration')
      .select(['registration.id', 'registration.eventId'])
      .innerJoin('registration.event', 'event')
      .where(ENDABLE, { now })
      .orderBy('registration.eventId')
      .addOrderBy('registration.id');
  }

  /** Gives an account's seats in workshops that are not over at `now` its current name and email. Idempotent. */
  async followAccount(tx: Transaction, { userId, email, firstName, lastName }: Account, now: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE workshop_registrations registration SET email = $2, first_name = $3, last_name = $4 FROM events
       WHERE events.id = registration.event_id AND events.ends_at > $5 AND registration.user_id = $1 AND seat IN ('taken', 'waiting')
         AND (email, first_name, last_name) IS DISTINCT FROM ($2, $3, $4)`,
      [userId, email, firstName, lastName, now],
    );
  }

  /** A page of sign-ups that are not deleted, each with its workshop as `event`, and the number of matches. */
  async page(filter: WorkshopFilter, request: PageRequest<WorkshopRegistration>): Promise<Page<WorkshopRegistration>> {
    const page = await readPage(this.matching(filter).innerJoinAndSelect('registration.event', 'event'), request);
    const rows = this.matching(filter);
    return { ...page, total: filter.search === null ? await rows.getCount() : await countUpToLimit(rows) };
  }

  /** With the workshop as `event`. */
  async export(filter: WorkshopFilter, request: ExportRequest, columns: ExportColumns): Promise<ExportSlice> {
    const rows = this.matching(filter).innerJoin('registration.event', 'event');
    return exportSlice(rows, request, 'registeredAt', columns);
  }

  private matching({ status, eventId, registered, search }: WorkshopFilter): SelectQueryBuilder<WorkshopRegistration> {
    const rows = this.rows(null)
      .createQueryBuilder('registration')
      .where({ seat: status ?? Not('removed') });
    if (eventId !== null) rows.andWhere('registration.eventId = :eventId', { eventId });
    if (search !== null) rows.andWhere('registration.searched LIKE :search', { search });
    limitRegistered(rows, registered);
    return rows;
  }

  private rows(tx: Transaction | null): Repository<WorkshopRegistration> {
    return (tx?.manager ?? this.dataSource).getRepository(WorkshopRegistration);
  }
}
