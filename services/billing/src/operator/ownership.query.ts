import { Inject, Injectable } from '@nestjs/common';
import type * as contracts from '@lectern/contracts/billing/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { DataSource } from 'typeorm';
import { LIVE_STATUSES } from '../subscription/membership.ts';

/** What billing knows of who owns what, for the operator's check. */
@Injectable()
export class Ownership {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async accounts(userIds: readonly string[]): Promise<RpcOutput<typeof contracts.describeAccounts>> {
    return this.dataSource.query(
      `SELECT account.id AS "userId", COALESCE(json_agg(json_build_object(
           'subscriptionId', live.id, 'access', live.access, 'renews', live.status = 'active' AND NOT live.cancel_at_period_end
         ) ORDER BY live.id) FILTER (WHERE live.id IS NOT NULL), '[]') AS subscriptions
       FROM unnest($1::uuid[]) AS account (id)
       LEFT JOIN customers ON customers.user_id = account.id
       LEFT JOIN subscriptions live ON live.customer_id = customers.id AND live.status = ANY($2)
       GROUP BY account.id`,
      [userIds, LIVE_STATUSES],
    );
  }

  async guests({
    after,
    limit,
  }: RpcInput<typeof contracts.listGuestCustomers>): Promise<RpcOutput<typeof contracts.listGuestCustomers>> {
    const rows = await this.dataSource.query<
      { customerId: string; email: string; since: Date; hasMembership: boolean }[]
    >(
      `SELECT id AS "customerId", email, created_at AS since,
         EXISTS (SELECT 1 FROM subscriptions WHERE customer_id = customers.id AND status = ANY($3)) AS "hasMembership"
       FROM customers WHERE user_id IS NULL AND erased_at IS NULL AND ($1::text IS NULL OR id > $1) ORDER BY id LIMIT $2`,
      [after, limit, LIVE_STATUSES],
    );
    return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
  }
}
