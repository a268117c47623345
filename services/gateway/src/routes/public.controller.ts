import { Controller } from '@nestjs/common';
import * as eventsHttp from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { HeldAnswers } from '../held/held-answers.ts';
import { EVENTS_HELD_MS } from '../held/held-for.ts';
import { Serves } from '../edge/serves.decorator.ts';

/** What every visitor may read. */
@Controller()
export class PublicController {
  constructor(private readonly held: HeldAnswers) {}

  @Serves(eventsHttp.listEvents)
  async events(): Promise<RouteResponse<typeof eventsHttp.listEvents>> {
    return this.held.call(registrations.listEvents, {}, EVENTS_HELD_MS);
  }
}
