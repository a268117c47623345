import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/billing/http';
import type { Membership } from '@lectern/contracts/billing/model';
import * as billing from '@lectern/contracts/billing/rpc';
import { ensureRegistrations } from '@lectern/contracts/registrations/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';

const SLICE = 200;
const RECENT_RUNS = 20;

/** Administrators' actions on plans, promo codes and payments. */
@Controller()
export class AdminBillingController {
  constructor(private readonly rpc: RpcClient) {}

  @ServesEarly(http.listPromoCodes)
  async promoCodes({ query }: EarlyCall<typeof http.listPromoCodes>) {
    return this.rpc.call(billing.listPromoCodes, { archived: query.archived === '1' });
  }

  @Serves(http.createPromoCode)
  async createPromoCode(call: Call<typeof http.createPromoCode>) {
    const { body } = call;
    return this.rpc.call(billing.createPromoCode, {
      ...body,
      description: body.description ?? null,
      minimumAmount: body.minimumAmount ?? null,
      maxUses: body.maxUses ?? null,
      validUntil: body.validUntil == null ? null : new Date(body.validUntil).toISOString(),
      by: actingIn(call),
    });
  }

  @Serves(http.deletePromoCode)
  async deletePromoCode(call: Call<typeof http.deletePromoCode>) {
    const {
      code,
      archived,
      isPaidWith = true,
    } = await this.rpc.call(billing.deletePromoCode, {
      ...call.params,
      by: actingIn(call),
    });
    return {
      message: archived
        ? `No one can use ${code} any more. ${isPaidWith ? 'Payments used it' : 'A payment page was opened with it'}, so our records keep it.`
        : `${code} has been deleted. No one can use it any more.`,
    };
  }

  /** Syncs from the provider first, then the registrations: a row missing in either counts as repaired. */
  @Serves(http.syncAllMissing)
  async syncAll(call: Call<typeof http.syncAllMissing>) {
    const { repaired } = await this.rpc.call(billing.syncMemberships, { by: actingIn(call) });
    let made = 0;
    for (let after: string | null = null; ;) {
      const memberships: Membership[] = await this.rpc.call(billing.listMemberships, {
        after,
        limit: SLICE,
        subscriptionId: null,
      });
      if (memberships.length > 0)
        made += (await this.rpc.call(ensureRegistrations, { memberships, bringBackHidden: false })).made;
      after = memberships.at(-1)?.subscriptionId ?? null;
      if (memberships.length < SLICE) break;
    }
    return { syncedCount: Math.max(repaired, made) };
  }

  /** Syncing one member by name also restores a deleted registration (decisions, "Membership and payments"). */
  @Serves(http.syncOneMissing)
  async syncOne(call: Call<typeof http.syncOneMissing>) {
    const { body } = call;
    const { stripeSubscriptionId: subscriptionId, stripeCustomerId: customerId } = body;
    const { repaired } = await this.rpc.call(billing.syncMember, {
      email: body.email,
      subscriptionId,
      customerId,
      by: actingIn(call),
    });
    const memberships = await this.rpc.call(billing.listMemberships, { after: null, limit: 1, subscriptionId });
    const { made } = await this.rpc.call(ensureRegistrations, { memberships, bringBackHidden: true });
    return { syncedCount: Math.max(repaired, made) };
  }

  @ServesEarly(http.listReconciliations)
  async reconciliations() {
    return this.rpc.call(billing.listReconciliations, { limit: RECENT_RUNS });
  }
}
