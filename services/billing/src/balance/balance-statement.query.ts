import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { PaymentKind } from '@lectern/contracts/billing/listed-payment';
import { stateBalance } from '@lectern/contracts/billing/payment-rpc';
import type {
  PeriodStatement,
  StatementDifference,
  StatementLine,
  StatementPayout,
} from '@lectern/contracts/billing/statement';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { BalanceRepository } from './balance.repository.ts';

const sum = (column: string, kind?: PaymentKind): string =>
  `COALESCE(sum(${column})${kind === undefined ? '' : ` FILTER (WHERE kind = '${kind}')`}, 0)::float8`;

/** Everything before a period, in two parts, because the index by day has no payouts. */
const OPENING = `
  (SELECT ${sum('net')} FROM balance_transactions WHERE kind <> 'payout' AND created_at < $1) +
  (SELECT ${sum('net')} FROM balance_transactions WHERE kind = 'payout' AND created_at < $1)`;

/** Payments as members see them, by invoice and by single payment, with the charges of each. */
const PAID = `
  SELECT payment_intent_id, amount, (SELECT sum(amount) FROM balance_transactions WHERE payment_intent_id = payments.payment_intent_id AND kind = 'charge') AS charged
  FROM payments WHERE status IN ('succeeded', 'refunded') AND amount > 0 AND paid_at >= $1 AND paid_at < $2
  UNION ALL
  SELECT payment_intent_id, amount_paid, (SELECT sum(amount) FROM balance_transactions WHERE payment_intent_id = purchases.payment_intent_id AND kind = 'charge')
  FROM purchases WHERE NOT is_offline AND status IN ('paid', 'refunded') AND amount_paid > 0 AND paid_at >= $1 AND paid_at < $2`;

type Period = RpcInput<typeof stateBalance>;

/** States the balance of a period from the copy of the provider's ledger (docs/adr/0043). Reads only. */
@Injectable()
export class BalanceStatement {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly balance: BalanceRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(stateBalance)
  async state(period: Period): Promise<RpcOutput<typeof stateBalance>> {
    // Read before the movements: it must not promise more than they have.
    const reading = await this.balance.reading();
    const asOf = this.clock.now();
    // One snapshot: a movement that comes meanwhile is in all parts of the statement or in none.
    const stated = await this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const bounds = await this.bounds(manager, period, asOf);
      const lines = await this.lines(manager, period);
      return {
        ...bounds,
        closing: lines.reduce((total, { net }) => total + net, bounds.opening),
        lines,
        differences: await this.differences(manager, period),
        payouts: await this.payouts(manager, period),
      };
    });
    return {
      ...stated,
      isComplete: reading?.completeUntil != null && reading.completeUntil >= new Date(period.before),
      readAt: reading?.finishedAt?.toISOString() ?? null,
      asOf: asOf.toISOString(),
    };
  }

  private async bounds(
    manager: EntityManager,
    { from, before }: Period,
    asOf: Date,
  ): Promise<Pick<PeriodStatement, 'opening' | 'settling' | 'firstAt' | 'lastAt'>> {
    const [row] = await manager.query<
      [{ opening: number; settling: number; firstAt: Date | null; lastAt: Date | null }]
    >(
      `SELECT ${OPENING} AS opening,
         (SELECT ${sum('net')} FROM balance_transactions WHERE created_at < $2 AND available_on > LEAST($2, $3)) AS settling,
         LEAST(
           (SELECT min(created_at) FROM balance_transactions WHERE kind <> 'payout'),
           (SELECT min(received_at) FROM offline_payments)
         ) AS "firstAt",
         GREATEST(
           (SELECT max(created_at) FROM balance_transactions WHERE kind <> 'payout'),
           (SELECT max(created_at) FROM balance_transactions WHERE kind = 'payout'),
           (SELECT max(received_at) FROM offline_payments)
         ) AS "lastAt"`,
      [from, before, asOf],
    );
    return {
      ...row,
      firstAt: row.firstAt?.toISOString() ?? null,
      lastAt: row.lastAt?.toISOString() ?? null,
    };
  }

  private async lines(manager: EntityManager, { from, before }: Period): Promise<StatementLine[]> {
    return manager.query<StatementLine[]>(
      `SELECT kind, product, count(*)::int AS count, ${sum('amount')} AS amount, ${sum('fee')} AS fee, ${sum('net')} AS net
       FROM (
         SELECT * FROM balance_transactions WHERE kind <> 'payout' AND created_at >= $1 AND created_at < $2
         UNION ALL
         SELECT * FROM balance_transactions WHERE kind = 'payout' AND created_at >= $1 AND created_at < $2
       ) AS moved GROUP BY kind, product
       ORDER BY array_position(ARRAY['charge', 'refund', 'dispute', 'adjustment', 'payout'], kind), product`,
      [from, before],
    );
  }

  private async differences(manager: EntityManager, { from, before }: Period): Promise<StatementDifference[]> {
    return manager.query<StatementDifference[]>(
      `WITH paid AS (${PAID}), named AS (
         SELECT 'pending' AS name, count(*)::int AS count, ${sum('amount')} AS amount
         FROM payments WHERE status = 'pending' AND paid_at >= $1 AND paid_at < $2
         UNION ALL
         SELECT CASE WHEN undoes IS NULL THEN 'recorded' ELSE 'undone' END AS name, count(*)::int, ${sum('amount')}
         FROM offline_payments WHERE received_at >= $1 AND received_at < $2 GROUP BY name
         UNION ALL
         SELECT 'offline', count(*)::int, ${sum('amount')} FROM paid WHERE payment_intent_id IS NULL
         UNION ALL
         SELECT 'credit', count(*)::int, ${sum('amount - returned_amount')}
         FROM referral_credits WHERE granted_id IS NOT NULL AND status IN ('granted', 'return_due', 'returned') AND amount > returned_amount AND created_at >= $1 AND created_at < $2
         UNION ALL
         SELECT 'missing', count(*)::int, ${sum('amount')} FROM paid WHERE payment_intent_id IS NOT NULL AND charged IS NULL
         UNION ALL
         SELECT 'differing', count(*)::int, ${sum('charged - amount')} FROM paid WHERE payment_intent_id IS NOT NULL AND charged <> amount
         UNION ALL
         SELECT 'unlinked', count(*)::int, ${sum('net')} FROM balance_transactions
         WHERE kind IN ('charge', 'refund', 'dispute') AND product = 'other' AND created_at >= $1 AND created_at < $2
       ) SELECT * FROM named WHERE count > 0`,
      [from, before],
    );
  }

  private async payouts(manager: EntityManager, { from, before }: Period): Promise<StatementPayout[]> {
    type Row = Omit<StatementPayout, 'createdAt' | 'arrivesOn'> & { createdAt: Date; arrivesOn: Date };
    const rows = await manager.query<Row[]>(
      `SELECT payout.id, payout.source_id AS "payoutId", payout.created_at AS "createdAt", payout.available_on AS "arrivesOn",
         -payout.amount AS amount, payout.fee, payout.description, contents.sums AS contents
       FROM balance_transactions payout
       LEFT JOIN LATERAL (
         SELECT json_build_object('count', count(*), 'charged', ${sum('amount', 'charge')}, 'refunded', ${sum('amount', 'refund')},
           'disputed', ${sum('amount', 'dispute')}, 'adjusted', ${sum('amount', 'adjustment')}, 'fees', ${sum('fee')}, 'net', ${sum('net')}) AS sums
         FROM balance_transactions WHERE payout_id = payout.source_id AND kind <> 'payout' HAVING count(*) > 0
       ) AS contents ON payout.type = 'payout' AND payout.payout_id IS NOT NULL
       WHERE payout.kind = 'payout' AND payout.created_at >= $1 AND payout.created_at < $2
       ORDER BY payout.created_at, payout.id`,
      [from, before],
    );
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      arrivesOn: row.arrivesOn.toISOString(),
    }));
  }
}
