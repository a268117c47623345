import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not, type SelectQueryBuilder } from 'typeorm';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import type { Page } from '@lectern/contracts/page';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { type ExportColumns, exportSlice } from '@lectern/service-kit/paging/export-slice';
import { type PageRequest, readPage, readSearched, readSlice } from '@lectern/service-kit/paging/list-page';
import { RegistrationCountRepository } from '../registration-count/registration-count.repository.ts';
import { DebateClubRegistration } from './debate-club-registration.entity.ts';
import type { MembershipRegistration } from './membership-registration.ts';

export interface DebateClubFilter {
  readonly status: DebateClubRegistration['status'] | null;
  /** A pattern of `searchPattern`. */
  readonly search: string | null;
}

const ADDING = 1_763_606;

@Injectable()
export class DebateClubRegistrationRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly counts: RegistrationCountRepository,
  ) {}

  /**
   * Adds the registration of a subscription or brings it up to date. A hidden one stays hidden, and so is one of somebody who is gone.
   * Answers whether it was added. Idempotent. */
  async put(tx: Transaction, registration: MembershipRegistration): Promise<boolean> {
    const [row] = await tx.manager.query<{ is_new: boolean }[]>(
      `INSERT INTO debate_club_registrations AS registration
         (user_id, email, email_key, first_name, last_name, division, billing_cycle, status,
          billing_start_date, stripe_customer_id, stripe_subscription_id, registered_at, referral_code, hidden_at)
       VALUES ($1, $2, $3, $4, $5, COALESCE($6, 'development'), $7, $8, $9, $10, $11, $12, $13, CASE WHEN $2 = '' THEN now() END)
       ON CONFLICT (stripe_subscription_id) DO UPDATE SET
         user_id = COALESCE(excluded.user_id, registration.user_id), email = excluded.email, email_key = excluded.email_key,
         first_name = excluded.first_name, last_name = excluded.last_name, division = COALESCE($6, registration.division),
         billing_cycle = excluded.billing_cycle, status = excluded.status,
         billing_start_date = excluded.billing_start_date, stripe_customer_id = excluded.stripe_customer_id,
         referral_code = excluded.referral_code,
         hidden_at = COALESCE(registration.hidden_at, excluded.hidden_at)
       RETURNING xmax = 0 AS is_new`,
      [
        registration.userId,
        registration.email,
        registration.emailKey,
        registration.firstName,
        registration.lastName,
        registration.division,
        registration.billingCycle,
        registration.status,
        registration.billingStartDate,
        registration.stripeCustomerId,
        registration.stripeSubscriptionId,
        registration.registeredAt,
        registration.referralCode,
      ],
    );
    // Only a row that nobody ever updated has no deleting transaction.
    return row?.is_new === true;
  }

  /** Shows the hidden registration of a subscription again, unless its person is gone. Answers whether it was hidden. */
  async bringBack(tx: Transaction, stripeSubscriptionId: string): Promise<boolean> {
    const { affected } = await tx.manager
      .getRepository(DebateClubRegistration)
      .update({ stripeSubscriptionId, hiddenAt: Not(IsNull()), email: Not('') }, { hiddenAt: null });
    return affected === 1;
  }

  /** One that is shown, for this transaction alone to change; null where there is none. */
  async lockShown(tx: Transaction, id: string): Promise<DebateClubRegistration | null> {
    return tx.manager.getRepository(DebateClubRegistration).findOne({ where: { id, hiddenAt: IsNull() }, lock: { mode: 'pessimistic_write' } });
  }

  /** Whether an address has a registration that is shown and has not been cancelled. */
  async isLive(tx: Transaction, emailKey: string): Promise<boolean> {
    return tx.manager.getRepository(DebateClubRegistration).existsBy({ emailKey, hiddenAt: IsNull(), status: Not('cancelled') });
  }

  /** Those of these addresses for which {@link isLive} holds. */
  async liveAmong(tx: Transaction, emailKeys: readonly string[]): Promise<string[]> {
    const rows = await tx.manager.query<{ email_key: string }[]>(
      `SELECT DISTINCT email_key FROM debate_club_registrations WHERE email_key = ANY($1) AND hidden_at IS NULL AND status <> 'cancelled'`,
      [[...emailKeys]],
    );
    return rows.map(({ email_key }) => email_key);
  }

  /**
   * Lets one transaction at a time add what no subscription brought, so that {@link isLive} still holds when it does. Taken before
   * the locks of addresses.
   */
  async lockAdding(tx: Transaction): Promise<void> {
    await tx.manager.query('SELECT pg_advisory_xact_lock($1)', [ADDING]);
  }

  /** Adds many at once. */
  async insert(tx: Transaction, registrations: readonly Omit<DebateClubRegistration, 'id'>[]): Promise<void> {
    await tx.manager.createQueryBuilder().insert().into(DebateClubRegistration).values([...registrations]).updateEntity(false).execute();
  }

  /** Adds a registration, or writes what was changed of it. Fills in what the database decides. */
  async save(tx: Transaction, registration: DebateClubRegistration): Promise<void> {
    await tx.manager.getRepository(DebateClubRegistration).save(registration);
  }

  /** A page of those that are shown, with how many the filter matches (a search counts up to a limit). */
  async page(filter: DebateClubFilter, request: PageRequest<DebateClubRegistration>): Promise<Page<DebateClubRegistration>> {
    const rows = this.inState(filter);
    if (filter.search !== null) return readSearched(rows, { by: 'searched', pattern: filter.search }, request);
    const [page, total] = await Promise.all([readPage(rows, request), this.counts.count('debate_club', filter.status ?? undefined)]);
    return { ...page, total };
  }

  /** The addresses of a slice of those that are shown. */
  async emails(filter: DebateClubFilter, request: PageRequest<DebateClubRegistration>): Promise<{ emails: string[]; nextCursor: string | null }> {
    const { rows, nextCursor } = await readSlice<DebateClubRegistration, { email: string }>(this.matching(filter), request, { email: 'registration.email' });
    return { emails: rows.map(({ email }) => email), nextCursor };
  }

  async export(filter: DebateClubFilter, request: ExportRequest, columns: ExportColumns): Promise<ExportSlice> {
    return exportSlice(this.matching(filter), request, 'registeredAt', columns);
  }

  /**
   * Between bounds: how many active rows no subscription of billing's brought were added, how many rows were deleted, and how many more or
   * fewer the list has at each end than there are memberships that open the member area.
   */
  async moves(bounds: readonly string[]): Promise<{ joined: number; left: number; active: number }[]> {
    const rows = await this.dataSource.query<{ month: number; joined: number; gone: number }[]>(
      `WITH by_hand AS (
         SELECT registered_at, hidden_at FROM debate_club_registrations registration
         WHERE status = 'active' AND NOT EXISTS (SELECT 1 FROM memberships WHERE subscription_id = registration.stripe_subscription_id)
       ), moves AS (
         SELECT registered_at AS at, 1 AS difference FROM by_hand
         UNION ALL SELECT hidden_at, -1 FROM by_hand WHERE hidden_at IS NOT NULL
         UNION ALL SELECT hidden_at, -1 FROM debate_club_registrations JOIN memberships ON subscription_id = stripe_subscription_id WHERE access AND hidden_at IS NOT NULL
       )
       SELECT width_bucket(at, $1::timestamptz[]) AS month, count(*) FILTER (WHERE difference > 0)::int AS joined, count(*) FILTER (WHERE difference < 0)::int AS gone
       FROM moves GROUP BY 1`,
      [bounds],
    );
    const of = new Map(rows.map((row) => [row.month, row]));
    // The first bucket is what came before the first bound.
    let active = (of.get(0)?.joined ?? 0) - (of.get(0)?.gone ?? 0);
    return bounds.slice(1).map((_bound, index) => {
      const { joined = 0, gone: left = 0 } = of.get(index + 1) ?? {};
      active += joined - left;
      return { joined, left, active };
    });
  }

  private matching(filter: DebateClubFilter): SelectQueryBuilder<DebateClubRegistration> {
    const rows = this.inState(filter);
    if (filter.search !== null) rows.andWhere('registration.searched LIKE :search', { search: filter.search });
    return rows;
  }

  private inState(filter: Pick<DebateClubFilter, 'status'>): SelectQueryBuilder<DebateClubRegistration> {
    const rows = this.dataSource.getRepository(DebateClubRegistration).createQueryBuilder('registration').where('registration.hiddenAt IS NULL');
    if (filter.status !== null) rows.andWhere('registration.status = :status', { status: filter.status });
    return rows;
  }
}
