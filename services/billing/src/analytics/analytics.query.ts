import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  countMemberships,
  REVENUE_PRODUCTS,
  type RevenueProduct,
  sumRevenue,
  type Sums,
} from '@lectern/contracts/billing/analytics';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { GRACE_MS } from '../subscription/membership.ts';

/** The condition of the index `subscriptions_running`, word for word. */
const RUNNING = `ended_at IS NULL AND status IN ('active', 'past_due', 'paused')`;
/** Running, and closed because a payment is missing: since the end of the grace period, or since the pause or the unpaid period began. */
const LAPSED = `${RUNNING} AND NOT access`;
const LAPSED_AT = `COALESCE(paused_from, current_period_start) + CASE status WHEN 'past_due' THEN interval '${GRACE_MS} milliseconds' ELSE interval '0' END`;

/**
 * Memberships of deactivated accounts by the month in which they left with it, instead of the one in which they ended or were closed; null for
 * those that run still.
 */
const DEACTIVATED = `
  SELECT width_bucket(left_at, $1::timestamptz[]) AS at, width_bucket(closed_at, $1::timestamptz[]) AS instead, count(*)::int AS count FROM (
    SELECT GREATEST(deactivated_at, started_at) AS left_at, COALESCE(ended_at, CASE WHEN ${LAPSED} THEN ${LAPSED_AT} END) AS closed_at
    FROM accounts JOIN customers USING (user_id) JOIN subscriptions ON customer_id = customers.id WHERE deactivated_at IS NOT NULL AND has_begun
  ) AS shut WHERE closed_at IS NULL OR closed_at > left_at GROUP BY 1, 2`;

const CHARGED: Record<'payments' | 'purchases', { product: string; amount: string; where: string }> = {
  payments: { product: `'memberships'`, amount: 'amount', where: `status IN ('succeeded', 'refunded')` },
  purchases: { product: 'product', amount: 'amount_paid', where: `status IN ('paid', 'refunded')` },
};

const NOTHING: Sums = { charged: 0, refunded: 0 };

/** Counts for the administrators' charts, computed on each request from the stored rows. Each query reads an index that has its columns. */
@Injectable()
export class Analytics {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Counted back from those that run now, so that nothing from before the first bound is looked at. */
  @Handles(countMemberships)
  async memberships({ bounds }: RpcInput<typeof countMemberships>): Promise<RpcOutput<typeof countMemberships>> {
    requireOrder(bounds);
    // One snapshot for all three: a member who joins meanwhile must not be counted by one of them alone.
    const { joined, left, running } = await this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const [row] = await manager.query<[{ running: number }]>(
        `SELECT count(*)::int AS running FROM subscriptions WHERE ${RUNNING} AND access`,
      );
      const byMonth = async (column: string, where: string) =>
        new Map(
          (
            await manager.query<{ month: number; count: number }[]>(
              // The last bucket is what came after the last bound.
              `SELECT width_bucket(${column}, $1::timestamptz[]) AS month, count(*)::int AS count FROM subscriptions
               WHERE ${column} >= ($1::timestamptz[])[1] AND ${where} GROUP BY 1`,
              [bounds],
            )
          ).map(({ month, count }) => [month, count]),
        );
      const [ended, lapsed] = [
        await byMonth('ended_at', 'ended_at IS NOT NULL AND has_begun'),
        await byMonth(`(${LAPSED_AT})`, LAPSED),
      ];
      const shut = await manager.query<{ at: number; instead: number | null; count: number }[]>(DEACTIVATED, [bounds]);
      const left = new Map(
        bounds.map((_bound, index) => [index + 1, (ended.get(index + 1) ?? 0) + (lapsed.get(index + 1) ?? 0)]),
      );
      for (const { at, instead, count } of shut) {
        left.set(at, (left.get(at) ?? 0) + count);
        if (instead !== null) left.set(instead, (left.get(instead) ?? 0) - count);
      }
      const running = row.running - shut.reduce((sum, { instead, count }) => sum + (instead === null ? count : 0), 0);
      return { running, joined: await byMonth('started_at', 'has_begun'), left };
    });
    const months: RpcOutput<typeof countMemberships> = [];
    let active = running;
    for (let month = bounds.length; month >= 1; month--) {
      const [began, ended] = [joined.get(month) ?? 0, left.get(month) ?? 0];
      if (month < bounds.length) months.unshift({ joined: began, left: ended, active });
      active += ended - began;
    }
    return months;
  }

  @Handles(sumRevenue)
  async revenue({ bounds }: RpcInput<typeof sumRevenue>): Promise<RpcOutput<typeof sumRevenue>> {
    requireOrder(bounds);
    const parts = Object.entries(CHARGED).map(
      ([table, { product, amount, where }]) =>
        `SELECT width_bucket(paid_at, $1::timestamptz[]) AS month, ${product} AS product, sum(${amount}) AS charged, sum(amount_refunded) AS refunded FROM ${table}
         WHERE ${where} AND paid_at >= $2 AND paid_at < $3 GROUP BY 1, 2`,
    );
    const rows = await this.dataSource.query<
      { month: number; product: RevenueProduct; charged: string; refunded: string }[]
    >(parts.join(' UNION ALL '), [bounds, bounds[0], bounds.at(-1)]);
    const months = Array.from({ length: bounds.length - 1 }, () => ({
      memberships: NOTHING,
      bootcamps: NOTHING,
      tournaments: NOTHING,
    }));
    for (const { month, product, charged, refunded } of rows) {
      if (REVENUE_PRODUCTS.includes(product))
        months[month - 1]![product] = { charged: Number(charged), refunded: Number(refunded) };
    }
    return months;
  }
}

const requireOrder = (bounds: readonly string[]): void => {
  const isOrdered = bounds.every((bound, index) => index === 0 || Date.parse(bounds[index - 1]!) < Date.parse(bound));
  if (!isOrdered) throw new DomainError('invalid_request');
};
