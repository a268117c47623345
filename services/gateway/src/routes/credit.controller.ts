import { Controller, Inject } from '@nestjs/common';
import * as http from '@lectern/contracts/billing/credit-http';
import * as billing from '@lectern/contracts/billing/credit-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { administratorNames } from './administrator-names.ts';

/** The credit of members. */
@Controller()
export class CreditController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.getCredit)
  async own({ caller }: Call<typeof http.getCredit>) {
    const { balance, nextCharge, entries } = await this.rpc.call(billing.getCredit, { userId: caller.member.id });
    // Reasons are for staff.
    return { balance, nextCharge, entries: entries.map(({ id, at, kind, amount }) => ({ id, at, kind, amount })) };
  }

  @Serves(http.getMemberCredit)
  async ofMember({ params }: Call<typeof http.getMemberCredit>) {
    const { entries, isKnown, ...account } = await this.rpc.call(billing.getCredit, params);
    if (!isKnown) throw new DomainError('not_found', { message: 'There is no such member.' });
    const names = entries.some(({ by }) => by !== null)
      ? await administratorNames(this.rpc, this.logger)
      : new Map<string, string>();
    return {
      ...account,
      entries: entries.map(({ by, ...entry }) => ({ ...entry, by: by === null ? null : (names.get(by) ?? null) })),
    };
  }

  @Serves(http.changeMemberCredit)
  async change(call: Call<typeof http.changeMemberCredit>) {
    return this.rpc.call(billing.changeCredit, { ...call.body, ...call.params, by: actingIn(call) });
  }
}
