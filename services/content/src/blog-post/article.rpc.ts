import { Controller } from '@nestjs/common';
import type { AdminArticle, AdminArticleEntry, ArticlePreview } from '@lectern/contracts/content/admin-model';
import * as content from '@lectern/contracts/content/rpc';
import type { Page } from '@lectern/contracts/page';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ArticleQueries } from './article.queries.ts';
import { presentEntryToAdmins, presentToAdmins } from './blog-post.presenter.ts';
import { ChangeArticle } from './change-article.use-case.ts';
import { CreateArticle } from './create-article.use-case.ts';
import { DeleteArticle } from './delete-article.use-case.ts';
import { PublishArticle } from './publish-article.use-case.ts';

/** The administrators' API of articles. */
@Controller()
export class ArticleRpc {
  constructor(
    private readonly queries: ArticleQueries,
    private readonly createArticle: CreateArticle,
    private readonly changeArticle: ChangeArticle,
    private readonly publishArticle: PublishArticle,
    private readonly deleteArticle: DeleteArticle,
  ) {}

  @HandlesRpc(content.listArticles)
  async list(input: RpcInput<typeof content.listArticles>): Promise<Page<AdminArticleEntry>> {
    const page = await this.queries.list(input);
    return { ...page, items: page.items.map(presentEntryToAdmins) };
  }

  @HandlesRpc(content.readArticle)
  async read({ id }: RpcInput<typeof content.readArticle>): Promise<AdminArticle> {
    return presentToAdmins(await this.queries.read(id));
  }

  @HandlesRpc(content.createArticle)
  async create(input: RpcInput<typeof content.createArticle>): Promise<AdminArticle> {
    return presentToAdmins(await this.createArticle.execute(input));
  }

  @HandlesRpc(content.changeArticle)
  async change(input: RpcInput<typeof content.changeArticle>): Promise<AdminArticle> {
    return presentToAdmins(await this.changeArticle.execute(input));
  }

  @HandlesRpc(content.publishArticle)
  async publish(input: RpcInput<typeof content.publishArticle>): Promise<AdminArticle> {
    return presentToAdmins(await this.publishArticle.publish(input));
  }

  @HandlesRpc(content.unpublishArticle)
  async unpublish(input: RpcInput<typeof content.unpublishArticle>): Promise<AdminArticle> {
    return presentToAdmins(await this.publishArticle.unpublish(input));
  }

  @HandlesRpc(content.deleteArticle)
  async delete(input: RpcInput<typeof content.deleteArticle>): Promise<RpcOutput<typeof content.deleteArticle>> {
    await this.deleteArticle.execute(input);
    return {};
  }

  @HandlesRpc(content.previewArticle)
  async preview({ content: markdown }: RpcInput<typeof content.previewArticle>): Promise<ArticlePreview> {
    return this.queries.preview(markdown);
  }
}
