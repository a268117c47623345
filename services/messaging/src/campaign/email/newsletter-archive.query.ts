import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { NewsletterToRead } from '@lectern/contracts/messaging/newsletter-archive-http';
import { listNewsletters, readNewsletter } from '@lectern/contracts/messaging/newsletter-archive-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { MessagingConfig } from '../../config.ts';
import { type ArchivedCampaign, EmailCampaignRepository } from '../email-campaign.repository.ts';
import { renderForUnknownReader, subjectForUnknownReader } from './campaign-email.ts';
import { campaignSite } from './campaign-site.ts';

const LATEST = 100;
/** Size of the cache: a sent email does not change, and rendering one may take a second. */
const HELD = 50;

/** Public emails that were sent to newsletter readers. They contain nothing personal. */
@Injectable()
export class NewsletterArchive {
  private readonly held = new Map<string, Pick<NewsletterToRead, 'subject' | 'title' | 'html'>>();

  constructor(
    private readonly campaigns: EmailCampaignRepository,
    private readonly association: Association,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(listNewsletters)
  async list(): Promise<RpcOutput<typeof listNewsletters>> {
    const found = await this.campaigns.archived(LATEST);
    const items = found.map(({ id, subject, sentAt }) => ({
      id,
      subject: subjectForUnknownReader(subject),
      sentAt: sentAt.toISOString(),
    }));
    return { items };
  }

  /** Throws `not_found`. */
  @Handles(readNewsletter)
  async read({ id }: RpcInput<typeof readNewsletter>): Promise<NewsletterToRead> {
    const campaign = await this.campaigns.findArchived(id);
    if (campaign === null)
      throw new DomainError('not_found', {
        message: 'We could not find this newsletter. It may not be public any more.',
      });
    return { id, sentAt: campaign.sentAt.toISOString(), ...(await this.shown(campaign)) };
  }

  private async shown({
    id,
    subject,
    content,
    version,
  }: ArchivedCampaign): Promise<Pick<NewsletterToRead, 'subject' | 'title' | 'html'>> {
    const association = await this.association.current();
    const key = `${id} ${version} ${association.changes}`;
    const known = this.held.get(key);
    if (known !== undefined) return known;
    const shown = renderForUnknownReader({ subject, content }, campaignSite(this.config, association));
    const [oldest] = this.held.keys();
    if (this.held.size >= HELD && oldest !== undefined) this.held.delete(oldest);
    this.held.set(key, shown);
    return shown;
  }
}
