import { Controller } from '@nestjs/common';
import * as mailHttp from '@lectern/contracts/messaging/http';
import * as messaging from '@lectern/contracts/messaging/rpc';
import { formatCents } from '@lectern/contracts/money';
import * as http from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves, TheCall } from '../edge/serves.decorator.ts';

/** What administrators change in their lists. The services record each, with who did it and from where. */
@Controller()
export class AdminListsController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.deleteDebateClubRegistration)
  async deleteMember(@TheCall() call: Call<typeof http.deleteDebateClubRegistration>): Promise<RouteResponse<typeof http.deleteDebateClubRegistration>> {
    const { subscriptionGoesOn } = await this.rpc.call(registrations.deleteDebateClubRegistration, { ...call.params, by: actingIn(call) });
    return {
      message: subscriptionGoesOn
        ? 'The registration has been deleted. Its subscription goes on and is charged as before.'
        : 'The registration has been deleted.',
    };
  }

  @Serves(http.deleteTournamentRegistration)
  async deleteEntry(@TheCall() call: Call<typeof http.deleteTournamentRegistration>): Promise<RouteResponse<typeof http.deleteTournamentRegistration>> {
    const { keptPayment } = await this.rpc.call(registrations.deleteTournamentRegistration, { ...call.params, by: actingIn(call) });
    return {
      message: keptPayment > 0
        ? `The registration has been deleted. Its payment of ${formatCents(keptPayment)} has not been refunded; that is done at the payment provider.`
        : 'The registration has been deleted.',
    };
  }

  @Serves(mailHttp.deleteSubscriber)
  async deleteSubscriber(@TheCall() call: Call<typeof mailHttp.deleteSubscriber>): Promise<RouteResponse<typeof mailHttp.deleteSubscriber>> {
    await this.rpc.call(messaging.deleteSubscriber, { ...call.params, by: actingIn(call) });
    return { message: 'The subscriber has been deleted.' };
  }
}
