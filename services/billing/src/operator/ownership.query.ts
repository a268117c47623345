import { Inject, Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { DataSource } from 'typeorm';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { LIVE_STATUSES } from '../subscription/membership.ts';

/**
 * Payments of a customer's memberships that arrived in the second in which the membership ended, or later, or that were not known here as
 * paid before the end although the membership was. Disputed ones are left out: a bank decides them.
 */
const KEPT_LATE = `SELECT payments.invoice_id AS "invoiceId", payments.amount - payments.amount_refunded AS amount
  FROM payments JOIN subscriptions ended ON ended.id = payments.subscription_id
  WHERE payments.customer_id = customers.id AND payments.status = 'succeeded' AND payments.amount > payments.amount_refunded
    AND NOT payments.is_disputed AND (payments.paid_at >= ended.ended_at OR (ended.created_at < ended.ended_at AND NOT EXISTS (
      SELECT FROM payments known WHERE known.customer_id = customers.id AND known.subscription_id = ended.id
        AND known.status IN ('succeeded', 'refunded') AND COALESCE(known.known_at, known.paid_at) < ended.ended_at)))`;

type KeptLate = RpcOutput<typeof contracts.describeAccounts>[number]['keptLate'];

/** Billing's records of owners, for the operator's ownership check. */
@Injectable()
export class Ownership {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Handles(contracts.describeAccounts)
  async accounts({
    userIds,
  }: RpcInput<typeof contracts.describeAccounts>): Promise<RpcOutput<typeof contracts.describeAccounts>> {
    return this.dataSource.query(
      `SELECT account.id AS "userId", COALESCE(json_agg(json_build_object(
           'subscriptionId', live.id, 'access', live.access, 'renews', live.status = 'active' AND NOT live.cancel_at_period_end
         ) ORDER BY live.id) FILTER (WHERE live.id IS NOT NULL), '[]') AS subscriptions,
         (SELECT COALESCE(json_agg(late), '[]') FROM customers CROSS JOIN LATERAL (${KEPT_LATE}) late WHERE customers.user_id = account.id) AS "keptLate"
       FROM unnest($1::uuid[]) AS account (id)
       LEFT JOIN customers ON customers.user_id = account.id
       LEFT JOIN subscriptions live ON live.customer_id = customers.id AND live.status = ANY($2)
       GROUP BY account.id`,
      [userIds, LIVE_STATUSES],
    );
  }

  @Handles(contracts.listGuestCustomers)
  async guests({
    after,
    limit,
  }: RpcInput<typeof contracts.listGuestCustomers>): Promise<RpcOutput<typeof contracts.listGuestCustomers>> {
    const rows = await this.dataSource.query<
      { customerId: string; email: string; since: Date; hasMembership: boolean; keptLate: KeptLate }[]
    >(
      `SELECT id AS "customerId", email, created_at AS since,
         EXISTS (SELECT 1 FROM subscriptions WHERE customer_id = customers.id AND status = ANY($3)) AS "hasMembership",
         (SELECT COALESCE(json_agg(late), '[]') FROM (${KEPT_LATE}) late) AS "keptLate"
       FROM customers WHERE user_id IS NULL AND erased_at IS NULL AND ($1::text IS NULL OR id > $1) ORDER BY id LIMIT $2`,
      [after, limit, LIVE_STATUSES],
    );
    return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
  }

  @Handles(contracts.listAccountCustomers)
  async customers({
    after,
    limit,
  }: RpcInput<typeof contracts.listAccountCustomers>): Promise<RpcOutput<typeof contracts.listAccountCustomers>> {
    return this.dataSource.query(
      `SELECT id AS "customerId", user_id AS "userId", email FROM customers
       WHERE user_id IS NOT NULL AND erased_at IS NULL AND ($1::text IS NULL OR id > $1) ORDER BY id LIMIT $2`,
      [after, limit],
    );
  }

  @Handles(contracts.listPaidPurchases)
  async paidPurchases({
    after,
    limit,
  }: RpcInput<typeof contracts.listPaidPurchases>): Promise<RpcOutput<typeof contracts.listPaidPurchases>> {
    return this.dataSource.query(
      `SELECT purchases.id AS "purchaseId", COALESCE(customers.email, guest_email, '') AS email, title, amount_paid AS "amountPaid"
       FROM purchases LEFT JOIN customers ON customers.id = purchases.customer_id
       WHERE status = 'paid' AND NOT is_disputed AND ($1::uuid IS NULL OR purchases.id > $1) ORDER BY purchases.id LIMIT $2`,
      [after, limit],
    );
  }

  @Handles(contracts.describePaidRegistrations)
  async paidRegistrations({
    registrationIds,
  }: RpcInput<typeof contracts.describePaidRegistrations>): Promise<
    RpcOutput<typeof contracts.describePaidRegistrations>
  > {
    return this.dataSource.query(
      `SELECT DISTINCT reference AS "registrationId" FROM purchases WHERE reference = ANY($1) AND status = 'paid'`,
      [registrationIds],
    );
  }
}
