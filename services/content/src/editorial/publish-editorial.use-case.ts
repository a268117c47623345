import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { textsPublished } from '@lectern/contracts/content/events';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { SampleRemoval } from '@lectern/service-kit/setup/sample-removal.entity';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { BlogPostRepository } from '../blog-post/blog-post.repository.ts';
import { ContentConfig } from '../config.ts';
import { PublishedDocumentRepository } from '../document/published-document.repository.ts';
import { TestimonialRepository } from '../testimonial/testimonial.repository.ts';
import { EditorialFiles, type EditorialWithFiles } from './editorial-files.ts';

/**
 * Publishes the association's files, at each start and before the first request is answered, the whole set in one transaction.
 * Idempotent. A text that is gone from the files is no longer shown; one that administrators wrote or changed stays as it is.
 * Sample testimonials are for the local system only. Where the setup of the site chose no sample content, documents alone are published, and
 * the files' articles and testimonials that administrators have not changed are deleted.
 */
@Injectable()
export class PublishEditorial implements OnApplicationBootstrap {
  constructor(
    private readonly files: EditorialFiles,
    private readonly posts: BlogPostRepository,
    private readonly testimonials: TestimonialRepository,
    private readonly documents: PublishedDocumentRepository,
    private readonly transactor: Transactor,
    @Inject(ContentConfig) private readonly config: ContentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.execute();
  }

  async execute(): Promise<void> {
    const files = await this.files.read();
    await this.transactor.run((tx) => this.publish(tx, files));
  }

  /** In a transaction with other changes. */
  async publish(tx: Transaction, files: EditorialWithFiles): Promise<void> {
    // Replicas that start together publish one after the other.
    await lockKey(tx, 'publish-editorial');
    const isRemoved = await tx.manager.existsBy(SampleRemoval, { id: true });
    const articles = isRemoved ? [] : files.articles;
    const shown = isRemoved
      ? []
      : files.testimonials.filter(({ sample }) => !sample || this.config.DEPLOYMENT === 'local');
    const { documents } = files;
    await this.posts.replaceAll(
      tx,
      articles.map(
        ({
          slug,
          title,
          excerpt,
          category,
          author,
          metaTitle,
          metaDescription,
          markdown,
          html,
          toc,
          related,
          publishedAt,
          updatedAt,
          isFeatured,
        }) => ({
          slug,
          title,
          excerpt,
          category,
          author,
          metaTitle,
          metaDescription,
          html,
          toc,
          related,
          isFeatured,
          content: markdown,
          publishedAt: new Date(publishedAt),
          updatedAt: updatedAt === null ? null : new Date(updatedAt),
        }),
      ),
    );
    await this.testimonials.replaceAll(
      tx,
      shown.map(({ key, name, role, quote, context, rating }, position) => ({
        key,
        name,
        role,
        quote,
        context,
        rating,
        position,
      })),
    );
    await this.documents.replaceAll(
      tx,
      documents.map(
        ({ key, title, description, kind, access, group, file, bytes, pages, sha256, content }, position) => ({
          key,
          title,
          description,
          kind,
          access,
          bytes,
          pages,
          sha256,
          content,
          position,
          groupName: group,
          fileName: file,
        }),
      ),
    );
    if (isRemoved) {
      await this.posts.removeFiled(tx);
      await this.testimonials.removeFiled(tx);
    }
    await tx.publish(textsPublished, {});
    this.logger.info(
      { articles: articles.length, testimonials: shown.length, documents: documents.length },
      'The texts are published',
    );
  }
}
