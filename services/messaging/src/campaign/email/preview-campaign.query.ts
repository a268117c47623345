import { Inject, Injectable } from '@nestjs/common';
import { previewCampaign } from '@lectern/contracts/messaging/campaign-email-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { MessagingConfig } from '../../config.ts';
import { personalizedEmail, personalize, prepareUntracked } from './campaign-email.ts';
import { campaignSite } from './campaign-site.ts';

/** A placeholder recipient, which shows where a name appears. */
const SOMEBODY = { id: null, name: 'Firstname Lastname', email: 'reader@example.com' };

/** The email as a recipient would get it, with links that lead directly to their targets. Throws `invalid_request`. */
@Injectable()
export class PreviewCampaign {
  constructor(
    private readonly association: Association,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(previewCampaign)
  async execute({
    subject,
    content,
    list,
  }: RpcInput<typeof previewCampaign>): Promise<RpcOutput<typeof previewCampaign>> {
    const site = campaignSite(this.config, await this.association.current());
    const { prepared, notes } = prepareUntracked({ subject, content }, site);
    return { ...personalizedEmail(prepared, personalize(prepared, { ...SOMEBODY, list }, site)), notes: [...notes] };
  }
}
