import { Controller, Inject } from '@nestjs/common';
import * as http from '@lectern/contracts/billing/payment-http';
import * as billing from '@lectern/contracts/billing/payment-rpc';
import type { MonthlyStatement } from '@lectern/contracts/billing/statement';
import type { Receipt } from '@lectern/contracts/billing/receipt';
import { checkOwnAddress, recordAdminAction } from '@lectern/contracts/identity/rpc';
import { readReceiptLink } from '@lectern/contracts/registrations/rpc';
import { dateIn } from '@lectern/contracts/zoned-time';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Clock } from '@lectern/service-kit/time/clock';
import { CurrentProfile } from '../branding/current-profile.ts';
import { BYTE_ORDER_MARK, csvRecords } from '../csv/csv.ts';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { makeReceipt } from '../receipt/make-receipt.ts';
import { administratorNames } from './administrator-names.ts';
import { listOrPage } from './list-or-page.ts';
import { madeBetween } from './made-between.ts';
import { boundsOf, monthsBetween } from './month-bounds.ts';
import { statementRows } from './statement-rows.ts';

/** The list of payments and its statements, whose days and months are the association's. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly profile: CurrentProfile,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.listAllPayments)
  async list(call: Call<typeof http.listAllPayments>) {
    const { timeZone } = await this.profile.now();
    return listOrPage(call, (query) =>
      this.rpc.call(billing.listBalance, { ...query, ...madeBetween(query, timeZone) }),
    );
  }

  @Serves(http.sumAllPayments)
  async sum({ query }: Call<typeof http.sumAllPayments>) {
    const { timeZone } = await this.profile.now();
    return this.rpc.call(billing.sumBalance, { ...query, ...madeBetween(query, timeZone) });
  }

  @Serves(http.getStatement)
  async statement({ query }: Call<typeof http.getStatement>) {
    return this.state(query.month);
  }

  @Serves(http.exportStatement)
  async exportStatement(call: Call<typeof http.exportStatement>) {
    const statement = await this.state(call.query.month);
    const { month } = statement;
    await this.rpc.call(recordAdminAction, {
      by: actingIn(call),
      action: 'export_list',
      details: { list: 'statement', month },
    });
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `statement-${month}.csv`,
      cacheControl: 'no-store',
      pieces: inOnePiece(BYTE_ORDER_MARK + csvRecords(statementRows(statement))),
    };
  }

  @Serves(http.getBalanceMovement)
  async one({ params }: Call<typeof http.getBalanceMovement>) {
    const { refunds, ...found } = await this.rpc.call(billing.getBalanceMovement, params);
    const names = refunds.length > 0 ? await administratorNames(this.rpc, this.logger) : new Map<string, string>();
    return {
      ...found,
      refunds: refunds.map(({ askedBy, ...refund }) => ({
        ...refund,
        askedBy: askedBy === null ? 'The refunds of the event' : (names.get(askedBy) ?? null),
      })),
    };
  }

  @Serves(http.refundPayment)
  async refund(call: Call<typeof http.refundPayment>) {
    const { id, amount, status, ends } = await this.rpc.call(billing.refundCharge, {
      ...call.body,
      movementId: call.params.id,
      by: actingIn(call),
    });
    return { id, amount, status, ends };
  }

  @Serves(http.downloadReceipt)
  async receipt({ params, caller }: Call<typeof http.downloadReceipt>) {
    const { id: userId } = caller.member;
    // It names the person who paid.
    await this.rpc.call(checkOwnAddress, { userId });
    return this.printed(await this.rpc.call(billing.getReceipt, { ...params, userId }));
  }

  @Serves(http.downloadGuestReceipt)
  async guestReceipt({ body }: Call<typeof http.downloadGuestReceipt>) {
    const link = await this.rpc.call(readReceiptLink, body);
    return this.printed(await this.rpc.call(billing.getGuestReceipt, link));
  }

  @Serves(http.downloadReceiptOfMovement)
  async receiptOfMovement({ params }: Call<typeof http.downloadReceiptOfMovement>) {
    return this.printed(await this.rpc.call(billing.getReceiptOfMovement, params));
  }

  private async printed(receipt: Receipt) {
    return makeReceipt(receipt, await this.profile.now());
  }

  private async state(asked?: string): Promise<MonthlyStatement> {
    const { timeZone } = await this.profile.now();
    const monthOf = (at: Date): string => dateIn(timeZone, at).slice(0, 7);
    const current = monthOf(this.clock.now());
    const month = asked ?? current;
    const [from, before] = boundsOf([month], timeZone) as [string, string];
    const { firstAt, lastAt, ...statement } = await this.rpc.call(billing.stateBalance, { from, before });
    const known = [current, ...[firstAt, lastAt].flatMap((at) => (at === null ? [] : monthOf(new Date(at))))].sort();
    const months = monthsBetween(known[0] ?? current, known.at(-1) ?? current).reverse();
    return { ...statement, from, before, month, timeZone, months };
  }
}

const inOnePiece = async function* (text: string): AsyncGenerator<string> {
  yield text;
};
