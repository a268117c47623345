import { Controller } from '@nestjs/common';
import * as mailHttp from '@lectern/contracts/messaging/http';
import * as messaging from '@lectern/contracts/messaging/rpc';
import * as eventsHttp from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves, TheCall } from '../edge/serves.decorator.ts';

const DEFAULT_SOURCE = 'homepage';

/** What every visitor may read and send. */
@Controller()
export class PublicController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(eventsHttp.listEvents)
  async events(): Promise<RouteResponse<typeof eventsHttp.listEvents>> {
    return this.rpc.call(registrations.listEvents, {});
  }

  @Serves(mailHttp.subscribeToNewsletter)
  async newsletter(@TheCall() { body }: Call<typeof mailHttp.subscribeToNewsletter>): Promise<RouteResponse<typeof mailHttp.subscribeToNewsletter>> {
    await this.rpc.call(messaging.subscribeToNewsletter, { email: body.email, source: body.source ?? DEFAULT_SOURCE, tags: [] });
    return { message: 'Success! You are subscribed to our newsletter.' };
  }
}
