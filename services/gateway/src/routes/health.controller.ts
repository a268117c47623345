import { Controller } from '@nestjs/common';
import { SERVICE_NAMES, type ServiceName } from '@lectern/contracts/rpc';
import { health } from '@lectern/contracts/system/http';
import { PINGS } from '@lectern/contracts/system/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** How long a check of the services answers further calls. Calls are not limited, and must not become a burst of pings. */
const KEPT_MS = 1_000;

/** Whether the system as a whole can serve: every service and its database. */
@Controller()
export class HealthController {
  private failing: Promise<string[]> | undefined;

  constructor(private readonly rpc: RpcClient) {}

  @Serves(health)
  async health(call: Call<typeof health>): Promise<RouteResponse<typeof health>> {
    const failing = await (this.failing ??= this.check());
    if (failing.length === 0) return { status: 'ok' };
    call.setStatus(503);
    return { status: 'unavailable', failing };
  }

  private async check(): Promise<string[]> {
    const found = await Promise.all(SERVICE_NAMES.map((name) => this.failureOf(name)));
    setTimeout(() => (this.failing = undefined), KEPT_MS).unref();
    return found.filter((part) => part !== null);
  }

  private async failureOf(name: ServiceName): Promise<string | null> {
    try {
      return (await this.rpc.call(PINGS[name], {})).database ? null : `${name}: database`;
    } catch {
      return name;
    }
  }
}
