import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not, type SelectQueryBuilder } from 'typeorm';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import type { Page } from '@lectern/contracts/page';
import { lockKey, shareKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { type ExportColumns, exportSlice } from '@lectern/service-kit/paging/export-slice';
import {
  countUpToLimit,
  type PageRequest,
  readPage,
  readSearched,
  readSlice,
} from '@lectern/service-kit/paging/list-page';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Account } from '../member/account.entity.ts';
import { isLimited, limitRegistered, type RegisteredBetween } from '../registered-between/registered-between.ts';
import { RegistrationCountRepository } from '../registration-count/registration-count.repository.ts';
import { nameKey } from '@lectern/service-kit/person/name-key';
import { DebateClubRegistration } from './debate-club-registration.entity.ts';
import type { MembershipRegistration } from './membership-registration.ts';

export interface DebateClubFilter {
  readonly status: DebateClubRegistration['status'] | null;
  readonly division: DebateClubRegistration['division'] | null;
  readonly billingCycle: DebateClubRegistration['billingCycle'] | null;
  readonly registered: RegisteredBetween;
  /** A pattern of `namePattern`. */
  readonly search: string | null;
}

const ADDING = 'added-registrations';

/** Whether a row came with a subscription that billing published. */
export const hasSubscription = (row: string): string =>
  `EXISTS (SELECT 1 FROM memberships WHERE memberships.subscription_id = ${row}.stripe_subscription_id)`;
/** Whether a membership has begun and not ended. */
const RUNS = `memberships.status IN ('active', 'past_due', 'paused')`;
/** Whether it is the row of a membership that {@link RUNS}. */
const isRunning = (row: string): string =>
  `EXISTS (SELECT 1 FROM memberships WHERE memberships.subscription_id = ${row}.stripe_subscription_id AND ${RUNS})`;
/** Whether staff added a row (`registration`). */
const BY_STAFF = `NOT ${hasSubscription('registration')}`;

@Injectable()
export class DebateClubRegistrationRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly counts: RegistrationCountRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds or updates the registration of a subscription, and hides rows that staff added for the same person. A hidden
   * registration stays hidden, and so does an erased person's. Returns whether it was added. Idempotent. Under {@link
   * shareAdding} and the locks of the person.
   */
  async put(tx: Transaction, registration: MembershipRegistration): Promise<boolean> {
    const [row] = await tx.manager.query<{ is_new: boolean }[]>(
      `INSERT INTO debate_club_registrations AS registration
         (user_id, email, email_key, first_name, last_name, division, billing_cycle, status,
          billing_start_date, stripe_customer_id, stripe_subscription_id, registered_at, referral_code, hidden_at)
       VALUES ($1, $2, $3, $4, $5, COALESCE($6, 'development'), $7, $8, $9, $10, $11, $12, $13, CASE WHEN $2 = '' THEN now() END)
       ON CONFLICT (stripe_subscription_id) DO UPDATE SET
         user_id = COALESCE(excluded.user_id, registration.user_id), email = excluded.email, email_key = excluded.email_key,
         first_name = CASE WHEN excluded.email = '' OR excluded.first_name <> '' THEN excluded.first_name ELSE registration.first_name END,
         last_name = CASE WHEN excluded.email = '' OR excluded.last_name <> '' THEN excluded.last_name ELSE registration.last_name END,
         division = COALESCE($6, registration.division),
         billing_cycle = excluded.billing_cycle, status = excluded.status, suspended_status = NULL,
         billing_start_date = excluded.billing_start_date, stripe_customer_id = excluded.stripe_customer_id,
         referral_code = excluded.referral_code,
         hidden_at = COALESCE(CASE WHEN registration.replaced_by IS NULL THEN registration.hidden_at END, excluded.hidden_at), replaced_by = NULL
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
    await this.supersede(tx, registration.stripeSubscriptionId);
    await this.release(tx, registration);
    await this.absorb(tx, registration);
    // Only a row that was never updated has no deleting transaction.
    return row?.is_new === true;
  }

  /** Shows the hidden registration of a subscription again, unless its person was erased. Returns whether it was hidden. */
  async bringBack(tx: Transaction, stripeSubscriptionId: string): Promise<boolean> {
    const { affected } = await tx.manager
      .getRepository(DebateClubRegistration)
      .update({ stripeSubscriptionId, hiddenAt: Not(IsNull()), email: Not('') }, { hiddenAt: null });
    return affected === 1;
  }

  /** A shown registration, locked for this transaction; null where there is none. */
  async lockShown(tx: Transaction, id: string): Promise<DebateClubRegistration | null> {
    return tx.manager
      .getRepository(DebateClubRegistration)
      .findOne({ where: { id, hiddenAt: IsNull() }, lock: { mode: 'pessimistic_write' } });
  }

  /** Whether it is the registration of a subscription that billing published. */
  async isOfMembership(tx: Transaction, id: string): Promise<boolean> {
    const rows = await tx.manager.query<unknown[]>(
      `SELECT 1 FROM debate_club_registrations registration WHERE id = $1 AND ${hasSubscription('registration')}`,
      [id],
    );
    return rows.length > 0;
  }

  /**
   * The addresses of those new rows that the list has already: with a registration that is shown and has not been cancelled, or by paying as
   * a member. A cancelled row is there already beside a cancelled one too, so that the same file can be imported again.
   */
  async takenAmong(
    tx: Transaction,
    rows: readonly Pick<DebateClubRegistration, 'emailKey' | 'status'>[],
  ): Promise<string[]> {
    const cancelled = rows.filter(({ status }) => status === 'cancelled');
    const taken = await tx.manager.query<{ email_key: string }[]>(
      `SELECT email_key FROM debate_club_registrations WHERE email_key = ANY($1) AND hidden_at IS NULL AND (status <> 'cancelled' OR email_key = ANY($2))
       UNION SELECT email_key FROM memberships WHERE email_key = ANY($1) AND ${RUNS}
       UNION SELECT accounts.email_key FROM accounts JOIN memberships USING (user_id) WHERE accounts.email_key = ANY($1) AND ${RUNS}`,
      [rows.map(({ emailKey }) => emailKey), cancelled.map(({ emailKey }) => emailKey)],
    );
    return taken.map(({ email_key }) => email_key);
  }

  /**
   * Hides rows that staff added for the person whose membership has a row that is shown and runs, by the email of either row or
   * by the account, so that the person is in the list once. They stay hidden when the membership's row is deleted, and when the
   * membership ends except as {@link release} says. A guest (only the email is known) gets the names and the division of
   * staff's row; its other notes become the account's only as {@link takeNotes} says.
   */
  private async absorb(
    tx: Transaction,
    { stripeSubscriptionId, accountKey, userId }: MembershipRegistration,
  ): Promise<void> {
    await tx.manager.query(
      `UPDATE debate_club_registrations registration SET hidden_at = $3, replaced_by = brought.id
       FROM debate_club_registrations brought
       WHERE brought.stripe_subscription_id = $1 AND brought.hidden_at IS NULL AND brought.status IN ('active', 'paused') AND brought.email <> ''
         AND registration.id <> brought.id AND registration.hidden_at IS NULL AND registration.status <> 'cancelled' AND ${BY_STAFF}
         AND (registration.email_key IN (brought.email_key, $2) OR registration.user_id = brought.user_id)
         AND (registration.user_id IS NULL OR brought.user_id IS NULL OR registration.user_id = brought.user_id)`,
      [stripeSubscriptionId, accountKey, this.clock.now()],
    );
    if (userId !== null) return this.takeNotes(tx, userId);
    await tx.manager.query(
      `UPDATE debate_club_registrations brought SET division = noted.division,
         first_name = COALESCE(NULLIF(brought.first_name, ''), noted.first_name), last_name = COALESCE(NULLIF(brought.last_name, ''), noted.last_name)
       FROM debate_club_registrations noted
       WHERE brought.stripe_subscription_id = $1 AND noted.replaced_by = brought.id AND brought.email <> '' AND brought.first_name = ''`,
      [stripeSubscriptionId],
    );
  }

  /**
   * Shows the rows that staff added again once no membership of their email runs, unless an account has them: the payer of a
   * membership who never verified the email may be a stranger. Rows that staff deleted stay hidden. Under the locks of the
   * person.
   */
  private async release(tx: Transaction, { stripeSubscriptionId, accountKey }: MembershipRegistration): Promise<void> {
    await tx.manager.query(
      `UPDATE debate_club_registrations registration SET hidden_at = NULL, replaced_by = NULL
       FROM debate_club_registrations changed, debate_club_registrations replacing
       WHERE changed.stripe_subscription_id = $1 AND (registration.replaced_by = changed.id OR registration.email_key IN (changed.email_key, $2))
         AND replacing.id = registration.replaced_by AND ${hasSubscription('replacing')}
         AND (replacing.hidden_at IS NULL OR replacing.replaced_by IS NOT NULL OR replacing.email = '')
         AND registration.user_id IS NULL AND registration.email <> '' AND ${BY_STAFF}
         AND NOT EXISTS (SELECT 1 FROM memberships WHERE memberships.email_key = registration.email_key AND ${RUNS})
         AND NOT EXISTS (SELECT 1 FROM accounts JOIN memberships USING (user_id) WHERE accounts.email_key = registration.email_key AND ${RUNS})`,
      [stripeSubscriptionId, accountKey],
    );
  }

  /**
   * Hides the rows of ended memberships of a person with a running or a later one, so that the person is in the list once. A
   * guest is identified by the mailbox. The membership of a deactivated account runs on, although its row is cancelled. Under the
   * locks of the person.
   */
  private async supersede(tx: Transaction, stripeSubscriptionId: string): Promise<void> {
    await tx.manager.query(
      `UPDATE debate_club_registrations registration SET hidden_at = $2, replaced_by = other.id
       FROM debate_club_registrations changed, debate_club_registrations other
       WHERE changed.stripe_subscription_id = $1 AND changed.email <> ''
         AND (registration.user_id = changed.user_id OR registration.user_id IS NULL AND changed.user_id IS NULL AND registration.email_key = changed.email_key)
         AND (other.user_id = changed.user_id OR other.user_id IS NULL AND changed.user_id IS NULL AND other.email_key = changed.email_key)
         AND registration.status = 'cancelled' AND registration.hidden_at IS NULL AND ${hasSubscription('registration')} AND NOT ${isRunning('registration')}
         AND other.id <> registration.id AND other.hidden_at IS NULL AND ${hasSubscription('other')}
         AND (${isRunning('other')} OR (other.billing_start_date, other.id) > (registration.billing_start_date, registration.id))`,
      [stripeSubscriptionId, this.clock.now()],
    );
  }

  /** Moves staff's notes from an account's own hidden rows to the rows that replaced them, where those have none. Idempotent. */
  async takeNotes(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.query(
      `UPDATE debate_club_registrations brought SET phone = COALESCE(brought.phone, noted.phone), goals = COALESCE(brought.goals, noted.goals),
         experience_level = COALESCE(brought.experience_level, noted.experience_level), referral_source = COALESCE(brought.referral_source, noted.referral_source)
       FROM (
         SELECT DISTINCT ON (replaced_by) replaced_by, phone, goals, experience_level, referral_source FROM debate_club_registrations
         WHERE user_id = $1 AND replaced_by IS NOT NULL ORDER BY replaced_by, registered_at DESC
       ) noted
       WHERE brought.id = noted.replaced_by AND brought.user_id = $1`,
      [userId],
    );
  }

  /**
   * Gives an account's rows that staff added its email, and its names where they had those of `before`; with `isOfGuests`, also rows of its
   * email that no account has and that have those names. Of several rows that
   * staff added for its verified mailbox the newest stays, and the others are hidden: an email is in the list once. Under {@link
   * shareAdding} and the locks of the person. Idempotent.
   */
  async followAccount(tx: Transaction, account: Account, before: Account, { isOfGuests = false } = {}): Promise<void> {
    const { userId, email, emailKey, firstName, lastName } = account;
    const wasNamed = `${nameKey('registration.first_name', 'registration.last_name')} = ${nameKey('$6', '$7')}`;
    const [first, last] = [
      `CASE WHEN ${wasNamed} THEN $4 ELSE registration.first_name END`,
      `CASE WHEN ${wasNamed} THEN $5 ELSE registration.last_name END`,
    ];
    await tx.manager.query(
      `UPDATE debate_club_registrations registration SET email = $2, email_key = $3, first_name = ${first}, last_name = ${last}
       WHERE (user_id = $1 OR $8 AND user_id IS NULL AND email_key = $3 AND ${wasNamed}) AND email <> '' AND ${BY_STAFF} AND (email, first_name, last_name) IS DISTINCT FROM ($2, ${first}, ${last})`,
      [userId, email, emailKey, firstName, lastName, before.firstName, before.lastName, isOfGuests],
    );
    // A row without an account will be the account's: its claim is for the same mailbox.
    if (account.emailVerifiedAt === null) return;
    const counts = `registration.email_key = $2 AND (registration.user_id = $1 OR registration.user_id IS NULL) AND registration.hidden_at IS NULL
      AND COALESCE(registration.suspended_status, registration.status) <> 'cancelled' AND ${BY_STAFF}`;
    await tx.manager.query(
      `UPDATE debate_club_registrations registration SET hidden_at = $3, replaced_by = newest.id
       FROM (SELECT id FROM debate_club_registrations registration WHERE ${counts} ORDER BY registered_at DESC, id DESC LIMIT 1) newest
       WHERE ${counts} AND registration.id <> newest.id`,
      [userId, emailKey, this.clock.now()],
    );
    await this.takeNotes(tx, userId);
  }

  /**
   * Gives the rows that staff added for a mailbox without an account to another mailbox, and returns them; the newest of its rows without
   * an account is shown, so that an email is in the list once. Under {@link shareAdding} and the locks of both emails. Idempotent.
   */
  async merge(
    tx: Transaction,
    oldKey: string,
    next: { readonly email: string; readonly emailKey: string },
  ): Promise<{ id: string; email: string }[]> {
    const [rows] = await tx.manager.query<[{ id: string; email: string }[], number]>(
      `UPDATE debate_club_registrations registration SET email = $2, email_key = $3
       WHERE user_id IS NULL AND email_key = $1 AND email <> '' AND ${BY_STAFF} RETURNING id, email`,
      [oldKey, next.email, next.emailKey],
    );
    const counts = `registration.email_key = $1 AND registration.user_id IS NULL AND registration.hidden_at IS NULL
      AND COALESCE(registration.suspended_status, registration.status) <> 'cancelled' AND ${BY_STAFF}`;
    if (rows.length > 0)
      await tx.manager.query(
        `UPDATE debate_club_registrations registration SET hidden_at = $2, replaced_by = newest.id
         FROM (SELECT id FROM debate_club_registrations registration WHERE ${counts} ORDER BY registered_at DESC, id DESC LIMIT 1) newest
         WHERE ${counts} AND registration.id <> newest.id`,
        [next.emailKey, this.clock.now()],
      );
    return rows;
  }

  /**
   * Cancels the rows that staff added for an account while it is deactivated, and restores their status afterwards. A
   * membership's row follows {@link put}. Under the lock of the account. Idempotent.
   */
  async followDeactivation(tx: Transaction, userId: string, isDeactivated: boolean): Promise<void> {
    await tx.manager.query(
      isDeactivated
        ? `UPDATE debate_club_registrations registration SET suspended_status = status, status = 'cancelled'
           WHERE user_id = $1 AND status <> 'cancelled' AND ${BY_STAFF}`
        : 'UPDATE debate_club_registrations SET status = suspended_status, suspended_status = NULL WHERE user_id = $1 AND suspended_status IS NOT NULL',
      [userId],
    );
  }

  /**
   * Lets one transaction at a time add rows without a subscription, so that {@link takenAmong} still holds when it does. Taken before
   * the locks of addresses.
   */
  async lockAdding(tx: Transaction): Promise<void> {
    await lockKey(tx, ADDING);
  }

  /** As {@link lockAdding}, for billing's events on memberships: several at a time, but none while staff add a row. */
  async shareAdding(tx: Transaction): Promise<void> {
    await shareKey(tx, ADDING);
  }

  /** Adds several registrations with one statement. */
  async insert(tx: Transaction, registrations: readonly Omit<DebateClubRegistration, 'id'>[]): Promise<void> {
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(DebateClubRegistration)
      .values([...registrations])
      .updateEntity(false)
      .execute();
  }

  /** Inserts or updates a registration, and fills in the columns that the database decides. */
  async save(tx: Transaction, registration: DebateClubRegistration): Promise<void> {
    await tx.manager.getRepository(DebateClubRegistration).save(registration);
  }

  /** A page of shown registrations, with the number of matches (a search counts up to a limit). */
  async page(
    filter: DebateClubFilter,
    request: PageRequest<DebateClubRegistration>,
  ): Promise<Page<DebateClubRegistration>> {
    const rows = this.inState(filter);
    if (filter.search !== null) return readSearched(rows, { by: 'searched', pattern: filter.search }, request);
    const [page, total] = await Promise.all([
      readPage(rows, request),
      // The counters know statuses only.
      filter.division === null && filter.billingCycle === null && !isLimited(filter.registered)
        ? this.counts.count('debate_club', filter.status ?? undefined)
        : countUpToLimit(this.inState(filter)),
    ]);
    return { ...page, total };
  }

  /** The emails of a slice of shown registrations. */
  async emails(
    filter: DebateClubFilter,
    request: PageRequest<DebateClubRegistration>,
  ): Promise<{ emails: string[]; nextCursor: string | null }> {
    const { rows, nextCursor } = await readSlice<DebateClubRegistration, { email: string }>(
      this.matching(filter),
      request,
      { email: 'registration.email' },
    );
    return { emails: rows.map(({ email }) => email), nextCursor };
  }

  async export(filter: DebateClubFilter, request: ExportRequest, columns: ExportColumns): Promise<ExportSlice> {
    return exportSlice(this.matching(filter), request, 'registeredAt', columns);
  }

  /**
   * Between bounds: how many active rows were added without a subscription of billing's, how many rows were deleted, and by how
   * many the list exceeds, at each end, the memberships that open the member area. A deactivated account leaves the list when it
   * is deactivated; its memberships do so in billing's count.
   */
  async moves(bounds: readonly string[]): Promise<{ joined: number; left: number; active: number }[]> {
    const rows = await this.dataSource.query<{ month: number; joined: number; gone: number }[]>(
      `WITH added_manually AS (
         SELECT registered_at, LEAST(hidden_at, CASE WHEN suspended_status IS NOT NULL THEN GREATEST(deactivated_at, registered_at) END) AS left_at
         FROM debate_club_registrations registration LEFT JOIN accounts USING (user_id)
         WHERE COALESCE(suspended_status, status) = 'active' AND replaced_by IS NULL AND ${BY_STAFF}
       ), deleted AS (
         SELECT hidden_at, deactivated_at FROM debate_club_registrations JOIN memberships ON subscription_id = stripe_subscription_id
         LEFT JOIN accounts ON accounts.user_id = memberships.user_id WHERE access AND hidden_at IS NOT NULL
       ), moves AS (
         SELECT registered_at AS at, 1 AS joined, 0 AS gone FROM added_manually
         UNION ALL SELECT left_at, 0, 1 FROM added_manually WHERE left_at IS NOT NULL
         UNION ALL SELECT hidden_at, 0, 1 FROM deleted
         -- Billing counts these as leaving then; here they left with the row.
         UNION ALL SELECT GREATEST(deactivated_at, hidden_at), 0, -1 FROM deleted WHERE deactivated_at IS NOT NULL
       )
       SELECT width_bucket(at, $1::timestamptz[]) AS month, sum(joined)::int AS joined, sum(gone)::int AS gone FROM moves GROUP BY 1`,
      [bounds],
    );
    const of = new Map(rows.map((row) => [row.month, row]));
    // The first bucket holds everything before the first bound.
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

  private inState(filter: Omit<DebateClubFilter, 'search'>): SelectQueryBuilder<DebateClubRegistration> {
    const rows = this.dataSource
      .getRepository(DebateClubRegistration)
      .createQueryBuilder('registration')
      .where('registration.hiddenAt IS NULL');
    if (filter.status !== null) rows.andWhere('registration.status = :status', { status: filter.status });
    if (filter.division !== null) rows.andWhere('registration.division = :division', { division: filter.division });
    if (filter.billingCycle !== null)
      rows.andWhere('registration.billingCycle = :billingCycle', { billingCycle: filter.billingCycle });
    limitRegistered(rows, filter.registered);
    return rows;
  }
}
