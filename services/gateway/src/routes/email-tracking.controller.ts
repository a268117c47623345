import { Controller, Inject } from '@nestjs/common';
import * as http from '@lectern/contracts/messaging/tracking-http';
import * as tracking from '@lectern/contracts/messaging/tracking-rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { FailuresLeadTo } from '../edge/link-failure.filter.ts';
import { ReturnAddress } from '../edge/return-address.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { emailVisitor } from './email-visitor.ts';

/** One transparent point. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const HOME = '/';

/** The tracking pixel and the tracked links of campaign emails. */
@Controller()
export class EmailTrackingController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly returnAddress: ReturnAddress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.openPixel)
  async open(call: Call<typeof http.openPixel>): Promise<RouteResponse<typeof http.openPixel>> {
    try {
      await this.rpc.call(tracking.noteOpening, { token: call.params.token, visitor: emailVisitor(call) });
    } catch (error) {
      // A failing pixel would show as a broken picture in the email.
      this.logger.warn({ err: error }, 'The opening of an email was not counted');
    }
    return {
      contentType: 'image/gif',
      fileName: 'email.gif',
      disposition: 'inline',
      cacheControl: 'private, no-store',
      etag: '"email"',
      bytes: PIXEL,
    };
  }

  @Serves(http.followLink)
  @FailuresLeadTo(HOME)
  async follow(call: Call<typeof http.followLink>) {
    const { token, index } = call.params;
    const home = { redirectTo: this.returnAddress.of(HOME) };
    if (!/^\d{1,5}$/.test(index)) return home;
    const { url } = await this.rpc.call(tracking.followLink, {
      token,
      index: Number(index),
      visitor: emailVisitor(call),
    });
    return url === null ? home : { redirectTo: url };
  }
}
