import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { type CampaignRecipient, recipientStatus } from '@lectern/contracts/messaging/campaign-model';
import { listRecipients } from '@lectern/contracts/messaging/campaign-sending-rpc';
import { type ListQuery, type Page, PAGE_MAX } from '@lectern/contracts/page';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { decodeTextCursor, encodeTextCursor } from '@lectern/service-kit/paging/text-cursor';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CampaignCountRepository } from './campaign-count.repository.ts';
import { campaignGone } from './campaign-state.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';
import { RecipientRepository } from './recipient.repository.ts';

const SORT = 'email';

/** The ledger of a campaign, by address; a late page costs as much as the first one. Throws `not_found`, `invalid_request` and `cursor_invalid`. */
@Injectable()
export class ListRecipients {
  constructor(
    private readonly campaigns: EmailCampaignRepository,
    private readonly recipients: RecipientRepository,
    private readonly counts: CampaignCountRepository,
  ) {}

  @Handles(listRecipients)
  async execute({
    id,
    limit = PAGE_MAX,
    cursor,
    q,
    status: asked,
    sort,
  }: ListQuery & { id: string }): Promise<Page<CampaignRecipient>> {
    if (sort !== undefined && sort !== SORT)
      throw new DomainError('invalid_request', { fields: { sort: 'This list cannot be sorted so' } });
    const status = asked === undefined ? null : recipientStatus.safeParse(asked).data;
    if (status === undefined)
      throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
    const after = decodeTextCursor(SORT, cursor);
    if ((await this.campaigns.find(null, id)) === null) throw campaignGone();
    const filter = { status, search: searchPattern(q) };
    const [rows, total] = await Promise.all([
      this.recipients.page(id, filter, after, limit),
      filter.search === null ? this.countAll(id, status) : this.recipients.countFound(id, status, filter.search),
    ]);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      items: page.map((recipient) => ({
        id: recipient.id,
        email: recipient.email,
        name: recipient.name,
        status: recipient.status,
        reason: recipient.reason,
        sentAt: recipient.sentAt?.toISOString() ?? null,
        openedAt: recipient.openedAt?.toISOString() ?? null,
        clickedAt: recipient.clickedAt?.toISOString() ?? null,
      })),
      nextCursor: last === undefined ? null : encodeTextCursor(SORT, last.emailKey),
      total,
    };
  }

  private async countAll(id: string, status: CampaignRecipient['status'] | null): Promise<number> {
    const { recipients } = (await this.counts.of(null, [id])).get(id)!;
    return status === null ? Object.values(recipients).reduce((sum, count) => sum + count, 0) : recipients[status];
  }
}
