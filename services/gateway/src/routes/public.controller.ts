import { Controller } from '@nestjs/common';
import * as contentHttp from '@lectern/contracts/content/http';
import * as content from '@lectern/contracts/content/rpc';
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

  @Serves(contentHttp.listBlogPosts)
  async blog(): Promise<RouteResponse<typeof contentHttp.listBlogPosts>> {
    return this.rpc.call(content.listBlogPosts, {});
  }

  @Serves(contentHttp.listTestimonials)
  async testimonials(): Promise<RouteResponse<typeof contentHttp.listTestimonials>> {
    return this.rpc.call(content.listTestimonials, {});
  }

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
