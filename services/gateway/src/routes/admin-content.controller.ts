import { Controller, Inject } from '@nestjs/common';
import * as http from '@lectern/contracts/content/admin-http';
import * as content from '@lectern/contracts/content/rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { administratorNames } from './administrator-names.ts';
import { listOrPage } from './list-or-page.ts';

interface Changed {
  readonly changedBy: string | null;
}
type Named<T extends Changed> = Omit<T, 'changedBy'> & { changedBy: { id: string; name: string | null } | null };

/** Administrators' articles, testimonials and recordings. Content records each change with its administrator and origin. */
@Controller()
export class AdminContentController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @ServesEarly(http.listArticles)
  async articles(call: EarlyCall<typeof http.listArticles>) {
    return listOrPage(call, async (query) => {
      const page = await this.rpc.call(content.listArticles, query);
      return { ...page, items: await this.named(page.items) };
    });
  }

  @ServesEarly(http.readArticle)
  async article({ params }: EarlyCall<typeof http.readArticle>) {
    return this.withName(await this.rpc.call(content.readArticle, params));
  }

  @Serves(http.createArticle)
  async createArticle(call: Call<typeof http.createArticle>) {
    return this.withName(await this.rpc.call(content.createArticle, { ...call.body, by: actingIn(call) }));
  }

  @Serves(http.previewArticle)
  async previewArticle({ body }: Call<typeof http.previewArticle>) {
    return this.rpc.call(content.previewArticle, body);
  }

  @Serves(http.changeArticle)
  async changeArticle(call: Call<typeof http.changeArticle>) {
    return this.withName(
      await this.rpc.call(content.changeArticle, { ...call.body, ...call.params, by: actingIn(call) }),
    );
  }

  @Serves(http.publishArticle)
  async publishArticle(call: Call<typeof http.publishArticle>) {
    return this.withName(
      await this.rpc.call(content.publishArticle, { ...call.body, ...call.params, by: actingIn(call) }),
    );
  }

  @Serves(http.unpublishArticle)
  async unpublishArticle(call: Call<typeof http.unpublishArticle>) {
    return this.withName(await this.rpc.call(content.unpublishArticle, { ...call.params, by: actingIn(call) }));
  }

  @Serves(http.deleteArticle)
  async deleteArticle(call: Call<typeof http.deleteArticle>) {
    await this.rpc.call(content.deleteArticle, { ...call.params, by: actingIn(call) });
    return { message: 'The draft has been deleted.' };
  }

  @ServesEarly(http.listAllTestimonials)
  async testimonials(call: EarlyCall<typeof http.listAllTestimonials>) {
    return listOrPage(call, async (query) => {
      const page = await this.rpc.call(content.listAllTestimonials, query);
      return { ...page, items: await this.named(page.items) };
    });
  }

  @ServesEarly(http.readTestimonial)
  async testimonial({ params }: EarlyCall<typeof http.readTestimonial>) {
    return this.withName(await this.rpc.call(content.readTestimonial, params));
  }

  @Serves(http.createTestimonial)
  async createTestimonial(call: Call<typeof http.createTestimonial>) {
    return this.withName(await this.rpc.call(content.createTestimonial, { ...said(call.body), by: actingIn(call) }));
  }

  @Serves(http.changeTestimonial)
  async changeTestimonial(call: Call<typeof http.changeTestimonial>) {
    return this.withName(
      await this.rpc.call(content.changeTestimonial, {
        ...said(call.body),
        version: call.body.version,
        ...call.params,
        by: actingIn(call),
      }),
    );
  }

  @Serves(http.showTestimonial)
  async showTestimonial(call: Call<typeof http.showTestimonial>) {
    return this.withName(
      await this.rpc.call(content.showTestimonial, { ...call.params, isActive: true, by: actingIn(call) }),
    );
  }

  @Serves(http.hideTestimonial)
  async hideTestimonial(call: Call<typeof http.hideTestimonial>) {
    return this.withName(
      await this.rpc.call(content.showTestimonial, { ...call.params, isActive: false, by: actingIn(call) }),
    );
  }

  @Serves(http.deleteTestimonial)
  async deleteTestimonial(call: Call<typeof http.deleteTestimonial>) {
    await this.rpc.call(content.deleteTestimonial, { ...call.params, by: actingIn(call) });
    return { message: 'The testimonial has been deleted.' };
  }

  @ServesEarly(http.listAllRecordings)
  async recordings(call: EarlyCall<typeof http.listAllRecordings>) {
    return listOrPage(call, async (query) => {
      const page = await this.rpc.call(content.listAllRecordings, query);
      return { ...page, items: await this.named(page.items) };
    });
  }

  @ServesEarly(http.readRecording)
  async recording({ params }: EarlyCall<typeof http.readRecording>) {
    return this.withName(await this.rpc.call(content.readRecording, params));
  }

  @Serves(http.renameRecording)
  async renameRecording(call: Call<typeof http.renameRecording>) {
    return this.withName(
      await this.rpc.call(content.renameRecording, { ...call.body, ...call.params, by: actingIn(call) }),
    );
  }

  @Serves(http.hideRecording)
  async hideRecording(call: Call<typeof http.hideRecording>) {
    return this.withName(
      await this.rpc.call(content.hideRecording, { ...call.params, isHidden: true, by: actingIn(call) }),
    );
  }

  @Serves(http.showRecording)
  async showRecording(call: Call<typeof http.showRecording>) {
    return this.withName(
      await this.rpc.call(content.hideRecording, { ...call.params, isHidden: false, by: actingIn(call) }),
    );
  }

  private async withName<T extends Changed>(saved: T): Promise<Named<T>> {
    return (await this.named([saved]))[0]!;
  }

  private async named<T extends Changed>(saved: readonly T[]): Promise<Named<T>[]> {
    const names = saved.some(({ changedBy }) => changedBy !== null)
      ? await administratorNames(this.rpc, this.logger)
      : new Map<string, string>();
    return saved.map((each) => ({
      ...each,
      changedBy: each.changedBy === null ? null : { id: each.changedBy, name: names.get(each.changedBy) ?? null },
    }));
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
