import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/registrations/member-http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { cachedHash } from '../edge/cached-hash.ts';
import { ReturnAddress } from '../edge/return-address.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';

/** The member's own calendar program caches it; shared caches do not. */
const CACHE = 'private, max-age=900';

/** A member's calendar, for programs that read it by its address. */
@Controller()
export class CalendarController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly returnAddress: ReturnAddress,
  ) {}

  @ServesEarly(http.getCalendarFeed)
  async get({ caller }: EarlyCall<typeof http.getCalendarFeed>) {
    return this.toResponse(await this.rpc.call(registrations.getCalendarFeed, { userId: caller.claims.subject }));
  }

  @Serves(http.makeCalendarFeed)
  async make({ caller }: Call<typeof http.makeCalendarFeed>) {
    return this.toResponse(
      await this.rpc.call(registrations.makeCalendarFeed, {
        userId: caller.member.id,
        sessionVersion: caller.claims.sessionVersion,
      }),
    );
  }

  @Serves(http.endCalendarFeed)
  async end({ caller }: Call<typeof http.endCalendarFeed>) {
    await this.rpc.call(registrations.endCalendarFeed, { userId: caller.member.id });
    return this.toResponse(null);
  }

  @Serves(http.readCalendar)
  async read(call: Call<typeof http.readCalendar>): Promise<RouteResponse<typeof http.readCalendar>> {
    const { sha256, text } = await this.rpc.call(registrations.readCalendar, {
      key: call.params.key,
      siteUrl: this.returnAddress.of(''),
      cachedSha256: cachedHash(call.header('if-none-match')),
    });
    call.setHeader('x-robots-tag', 'noindex');
    return {
      contentType: 'text/calendar; charset=utf-8',
      fileName: 'calendar.ics',
      disposition: 'attachment',
      cacheControl: CACHE,
      // Weak: each response carries new time stamps.
      etag: `W/"${sha256}"`,
      bytes: text === null ? null : Buffer.from(text, 'utf8'),
    };
  }

  private toResponse(
    feed: RpcOutput<typeof registrations.getCalendarFeed>,
  ): RouteResponse<typeof http.getCalendarFeed> {
    if (feed === null) return { url: null, createdAt: null };
    return {
      url: this.returnAddress.of(http.readCalendar.path.replace(':key', `${feed.key}.ics`)),
      createdAt: feed.createdAt,
    };
  }
}
