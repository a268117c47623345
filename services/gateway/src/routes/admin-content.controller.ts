import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/content/admin-http';
import * as content from '@lectern/contracts/content/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly, TheCall } from '../edge/serves.decorator.ts';
import { listOrPage } from './list-or-page.ts';

/** Administrators' articles, testimonials and recordings. Content records each change with its administrator and origin. */
@Controller()
export class AdminContentController {
  constructor(private readonly rpc: RpcClient) {}

  @ServesEarly(http.listArticles)
  async articles(
    @TheCall() call: EarlyCall<typeof http.listArticles>,
  ): Promise<RouteResponse<typeof http.listArticles>> {
    return listOrPage(call, (query) => this.rpc.call(content.listArticles, query));
  }

  @ServesEarly(http.readArticle)
  async article(
    @TheCall() { params }: EarlyCall<typeof http.readArticle>,
  ): Promise<RouteResponse<typeof http.readArticle>> {
    return this.rpc.call(content.readArticle, params);
  }

  @Serves(http.createArticle)
  async createArticle(
    @TheCall() call: Call<typeof http.createArticle>,
  ): Promise<RouteResponse<typeof http.createArticle>> {
    return this.rpc.call(content.createArticle, { ...call.body, by: actingIn(call) });
  }

  @Serves(http.previewArticle)
  async previewArticle(
    @TheCall() { body }: Call<typeof http.previewArticle>,
  ): Promise<RouteResponse<typeof http.previewArticle>> {
    return this.rpc.call(content.previewArticle, body);
  }

  @Serves(http.changeArticle)
  async changeArticle(
    @TheCall() call: Call<typeof http.changeArticle>,
  ): Promise<RouteResponse<typeof http.changeArticle>> {
    return this.rpc.call(content.changeArticle, { ...call.body, ...call.params, by: actingIn(call) });
  }

  @Serves(http.publishArticle)
  async publishArticle(
    @TheCall() call: Call<typeof http.publishArticle>,
  ): Promise<RouteResponse<typeof http.publishArticle>> {
    return this.rpc.call(content.publishArticle, { ...call.body, ...call.params, by: actingIn(call) });
  }

  @Serves(http.unpublishArticle)
  async unpublishArticle(
    @TheCall() call: Call<typeof http.unpublishArticle>,
  ): Promise<RouteResponse<typeof http.unpublishArticle>> {
    return this.rpc.call(content.unpublishArticle, { ...call.params, by: actingIn(call) });
  }

  @Serves(http.deleteArticle)
  async deleteArticle(
    @TheCall() call: Call<typeof http.deleteArticle>,
  ): Promise<RouteResponse<typeof http.deleteArticle>> {
    await this.rpc.call(content.deleteArticle, { ...call.params, by: actingIn(call) });
    return { message: 'The draft has been deleted.' };
  }

  @ServesEarly(http.listAllTestimonials)
  async testimonials(
    @TheCall() call: EarlyCall<typeof http.listAllTestimonials>,
  ): Promise<RouteResponse<typeof http.listAllTestimonials>> {
    return listOrPage(call, (query) => this.rpc.call(content.listAllTestimonials, query));
  }

  @ServesEarly(http.readTestimonial)
  async testimonial(
    @TheCall() { params }: EarlyCall<typeof http.readTestimonial>,
  ): Promise<RouteResponse<typeof http.readTestimonial>> {
    return this.rpc.call(content.readTestimonial, params);
  }

  @Serves(http.createTestimonial)
  async createTestimonial(
    @TheCall() call: Call<typeof http.createTestimonial>,
  ): Promise<RouteResponse<typeof http.createTestimonial>> {
    return this.rpc.call(content.createTestimonial, { ...said(call.body), by: actingIn(call) });
  }

  @Serves(http.changeTestimonial)
  async changeTestimonial(
    @TheCall() call: Call<typeof http.changeTestimonial>,
  ): Promise<RouteResponse<typeof http.changeTestimonial>> {
    return this.rpc.call(content.changeTestimonial, {
      ...said(call.body),
      version: call.body.version,
      ...call.params,
      by: actingIn(call),
    });
  }

  @Serves(http.showTestimonial)
  async showTestimonial(
    @TheCall() call: Call<typeof http.showTestimonial>,
  ): Promise<RouteResponse<typeof http.showTestimonial>> {
    return this.rpc.call(content.showTestimonial, { ...call.params, isActive: true, by: actingIn(call) });
  }

  @Serves(http.hideTestimonial)
  async hideTestimonial(
    @TheCall() call: Call<typeof http.hideTestimonial>,
  ): Promise<RouteResponse<typeof http.hideTestimonial>> {
    return this.rpc.call(content.showTestimonial, { ...call.params, isActive: false, by: actingIn(call) });
  }

  @Serves(http.deleteTestimonial)
  async deleteTestimonial(
    @TheCall() call: Call<typeof http.deleteTestimonial>,
  ): Promise<RouteResponse<typeof http.deleteTestimonial>> {
    await this.rpc.call(content.deleteTestimonial, { ...call.params, by: actingIn(call) });
    return { message: 'The testimonial has been deleted.' };
  }

  @ServesEarly(http.listAllRecordings)
  async recordings(
    @TheCall() call: EarlyCall<typeof http.listAllRecordings>,
  ): Promise<RouteResponse<typeof http.listAllRecordings>> {
    return listOrPage(call, (query) => this.rpc.call(content.listAllRecordings, query));
  }

  @ServesEarly(http.readRecording)
  async recording(
    @TheCall() { params }: EarlyCall<typeof http.readRecording>,
  ): Promise<RouteResponse<typeof http.readRecording>> {
    return this.rpc.call(content.readRecording, params);
  }

  @Serves(http.renameRecording)
  async renameRecording(
    @TheCall() call: Call<typeof http.renameRecording>,
  ): Promise<RouteResponse<typeof http.renameRecording>> {
    return this.rpc.call(content.renameRecording, { ...call.body, ...call.params, by: actingIn(call) });
  }

  @Serves(http.hideRecording)
  async hideRecording(
    @TheCall() call: Call<typeof http.hideRecording>,
  ): Promise<RouteResponse<typeof http.hideRecording>> {
    return this.rpc.call(content.hideRecording, { ...call.params, isHidden: true, by: actingIn(call) });
  }

  @Serves(http.showRecording)
  async showRecording(
    @TheCall() call: Call<typeof http.showRecording>,
  ): Promise<RouteResponse<typeof http.showRecording>> {
    return this.rpc.call(content.hideRecording, { ...call.params, isHidden: false, by: actingIn(call) });
  }
}

const said = ({
  name,
  role,
  quote,
  context,
  rating,
  avatarUrl,
}: Call<typeof http.createTestimonial>['body']): content.TestimonialFields => ({
  name,
  role,
  quote,
  rating,
  context: context ?? null,
  avatarUrl: avatarUrl ?? null,
});
