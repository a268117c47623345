import { Controller } from '@nestjs/common';
import * as eventsHttp from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Serves } from '../edge/serves.decorator.ts';

/** What every visitor may read. */
@Controller()
export class PublicController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(eventsHttp.listEvents)
  async events(): Promise<RouteResponse<typeof eventsHttp.listEvents>> {
    return this.rpc.call(registrations.listEvents, {});
  }
}
