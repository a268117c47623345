import { Controller } from '@nestjs/common';
import type { MembershipActionKind } from '@lectern/contracts/billing/membership-action';
import * as http from '@lectern/contracts/billing/membership-action-http';
import * as billing from '@lectern/contracts/billing/membership-action-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

const DONE: Readonly<Record<MembershipActionKind, string>> = {
  cancel: 'The membership ends with its paid period.',
  cancel_now: 'The membership has ended.',
  resume: 'The membership renews again.',
  switch: 'The plan is switched.',
  pause: 'The pause is set.',
  end_pause: 'The pause is over.',
  extend: 'The next charge is later now.',
};

/** The actions of staff on the membership of an account. */
@Controller()
export class MembershipActionsController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.previewMembershipAction)
  async preview(call: Call<typeof http.previewMembershipAction>) {
    return this.rpc.call(billing.previewMembershipAction, { ...call.params, ...call.body, by: actingIn(call) });
  }

  @Serves(http.changeMembership)
  async change(call: Call<typeof http.changeMembership>) {
    await this.rpc.call(billing.changeMembership, { ...call.params, ...call.body, by: actingIn(call) });
    return { message: DONE[call.body.action.kind] };
  }
}
