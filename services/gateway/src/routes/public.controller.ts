import { Controller } from '@nestjs/common';
import { listEvents } from '@lectern/contracts/registrations/event-list-http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import { ResponseCache } from '../cache/response-cache.ts';
import { EVENTS_CACHE_MS } from '../cache/cached-for.ts';
import { Serves } from '../edge/serves.decorator.ts';

/** The public reads. */
@Controller()
export class PublicController {
  constructor(private readonly cache: ResponseCache) {}

  @Serves(listEvents)
  async events() {
    return this.cache.call(registrations.listEvents, {}, EVENTS_CACHE_MS);
  }
}
