import { Controller } from '@nestjs/common';
import * as mailHttp from '@lectern/contracts/messaging/http';
import * as messaging from '@lectern/contracts/messaging/rpc';
import type { ListQuery, Page } from '@lectern/contracts/page';
import * as http from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { dashboardCounts } from '@lectern/contracts/system/http';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves, TheCall } from '../edge/serves.decorator.ts';

/** What administrators read across the services. */
@Controller()
export class AdminController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(dashboardCounts)
  async counts(): Promise<RouteResponse<typeof dashboardCounts>> {
    const [people, mailings] = await Promise.all([
      this.rpc.call(registrations.countRegistrations, {}),
      this.rpc.call(messaging.countMailings, {}),
    ]);
    return { ...people, ...mailings };
  }

  @Serves(http.listDebateClubRegistrations)
  async debateClub(@TheCall() call: Call<typeof http.listDebateClubRegistrations>): Promise<RouteResponse<typeof http.listDebateClubRegistrations>> {
    return listOrPage(call, (query) => this.rpc.call(registrations.listDebateClubRegistrations, query));
  }

  @Serves(http.listTournamentRegistrations)
  async tournaments(@TheCall() call: Call<typeof http.listTournamentRegistrations>): Promise<RouteResponse<typeof http.listTournamentRegistrations>> {
    return listOrPage(call, (query) => this.rpc.call(registrations.listTournamentRegistrations, query));
  }

  @Serves(mailHttp.listSubscribers)
  async subscribers(@TheCall() call: Call<typeof mailHttp.listSubscribers>): Promise<RouteResponse<typeof mailHttp.listSubscribers>> {
    return listOrPage(call, (query) => this.rpc.call(messaging.listSubscribers, query));
  }

  @Serves(mailHttp.listCampaigns)
  async campaigns(@TheCall() call: Call<typeof mailHttp.listCampaigns>): Promise<RouteResponse<typeof mailHttp.listCampaigns>> {
    return listOrPage(call, (query) => this.rpc.call(messaging.listCampaigns, query));
  }
}

interface ListCall {
  readonly query: ListQuery;
  setHeader(name: string, value: string): void;
}

/** A page where a `limit` was asked for; else the plain list, its whole count in `X-Total-Count` (decisions, "Routes and names"). */
const listOrPage = async <T>(call: ListCall, fetch: (query: ListQuery) => Promise<Page<T>>): Promise<T[] | Page<T>> => {
  const page = await fetch(call.query);
  if (call.query.limit !== undefined) return page;
  call.setHeader('x-total-count', String(page.total));
  return page.items;
};
