import { Controller } from '@nestjs/common';
import * as identityHttp from '@lectern/contracts/identity/http';
import * as identity from '@lectern/contracts/identity/rpc';
import * as mailHttp from '@lectern/contracts/messaging/http';
import * as messaging from '@lectern/contracts/messaging/rpc';
import * as http from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import { dashboardCounts } from '@lectern/contracts/system/http';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { listOrPage } from './list-or-page.ts';
import { withoutAmounts } from './without-payments.ts';

/** Administrators' reads across the services. */
@Controller()
export class AdminController {
  constructor(private readonly rpc: RpcClient) {}

  @ServesEarly(dashboardCounts)
  async counts() {
    const [people, mailings] = await Promise.all([
      this.rpc.call(registrations.countRegistrations, {}),
      this.rpc.call(messaging.countMailings, {}),
    ]);
    return { ...people, ...mailings };
  }

  @ServesEarly(http.listDebateClubRegistrations)
  async debateClub(call: EarlyCall<typeof http.listDebateClubRegistrations>) {
    return listOrPage(call, (query) => this.rpc.call(registrations.listDebateClubRegistrations, query));
  }

  @Serves(http.listTournamentRegistrations)
  async tournaments(call: Call<typeof http.listTournamentRegistrations>) {
    return listOrPage(call, async (query) => {
      const page = await this.rpc.call(registrations.listTournamentRegistrations, query);
      return { ...page, items: withoutAmounts(call.caller.admin.role, page.items) };
    });
  }

  @ServesEarly(mailHttp.listSubscribers)
  async subscribers(call: EarlyCall<typeof mailHttp.listSubscribers>) {
    return listOrPage(call, (query) => this.rpc.call(messaging.listSubscribers, query));
  }

  @ServesEarly(identityHttp.listAdminActions)
  async actions(call: EarlyCall<typeof identityHttp.listAdminActions>) {
    return listOrPage(call, (query) => this.rpc.call(identity.listAdminActions, query));
  }

  @ServesEarly(identityHttp.listActionNames)
  async actionNames() {
    return { names: await this.rpc.call(identity.listActionNames, {}) };
  }
}
