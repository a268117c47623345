import { Inject, Injectable } from '@nestjs/common';
import { exportBalance, getBalanceMovement, listBalance, sumBalance } from '@lectern/contracts/billing/payment-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { BillingConfig } from '../config.ts';
import { dashboardOf } from '../stripe/dashboard.ts';
import { ChangeCredit } from '../credit/change-credit.use-case.ts';
import { presentRefund, presentRefundable } from '../refund/present-refund.ts';
import { StaffRefundRepository } from '../refund/staff-refund.repository.ts';
import { BalanceRepository } from './balance.repository.ts';
import { ListedBalance } from './listed-balance.ts';

/** The movements of the association's balance, of which billing keeps a copy, also as a file. */
@Injectable()
export class ListBalance {
  constructor(
    private readonly listed: ListedBalance,
    private readonly balance: BalanceRepository,
    private readonly refunds: StaffRefundRepository,
    private readonly changeCredit: ChangeCredit,
    private readonly clock: Clock,
    @Inject(BillingConfig) private readonly config: BillingConfig,
  ) {}

  @Handles(listBalance)
  async list(query: RpcInput<typeof listBalance>): Promise<RpcOutput<typeof listBalance>> {
    return this.listed.page(query, query);
  }

  @Handles(exportBalance)
  async export(request: RpcInput<typeof exportBalance>): Promise<RpcOutput<typeof exportBalance>> {
    return this.listed.export(request, request, request.timeZone);
  }

  @Handles(sumBalance)
  async sum(filter: RpcInput<typeof sumBalance>): Promise<RpcOutput<typeof sumBalance>> {
    const [totals, reading] = await Promise.all([this.listed.totals(filter), this.balance.reading()]);
    return { totals, readAt: reading?.finishedAt?.toISOString() ?? null, asOf: this.clock.now().toISOString() };
  }

  @Handles(getBalanceMovement)
  async one({ id }: RpcInput<typeof getBalanceMovement>): Promise<RpcOutput<typeof getBalanceMovement>> {
    const found = await this.listed.find(id);
    if (found === null) throw new DomainError('not_found', { message: 'There is no such movement.' });
    const { payment, movements, intentId } = found;
    const dashboard = dashboardOf(this.config);
    const page = pageOf(payment, intentId);
    const { chargeId } = payment;
    const [refundable, refunds] =
      chargeId === null || payment.kind === 'offline'
        ? [null, []]
        : await Promise.all([this.refunds.refundable(null, chargeId), this.refunds.of(chargeId)]);
    const unspent = refundable?.userId == null ? 0 : await this.changeCredit.withdrawable(null, refundable.userId);
    return {
      payment,
      movements,
      url: dashboard === null || page === null ? null : `${dashboard}/${page}`,
      refundable: refundable === null || refundable.left <= 0 ? null : presentRefundable(refundable, unspent),
      refunds: refunds.map(presentRefund),
    };
  }
}

/** The page of a movement in the provider's dashboard. */
const pageOf = (
  { kind, chargeId, payoutId }: RpcOutput<typeof getBalanceMovement>['payment'],
  intentId: string | null,
): string | null => {
  if (kind === 'offline') return null;
  if (kind === 'payout') return payoutId === null ? null : `payouts/${payoutId}`;
  const payment = intentId ?? chargeId;
  return payment === null ? null : `payments/${payment}`;
};
