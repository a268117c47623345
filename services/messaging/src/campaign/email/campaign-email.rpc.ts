import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/messaging/campaign-email-rpc';
import { listNewsletters, readNewsletter } from '@lectern/contracts/messaging/newsletter-archive-rpc';
import { followLink, noteOpening } from '@lectern/contracts/messaging/tracking-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { NewsletterArchive } from './newsletter-archive.query.ts';
import { PreviewCampaign } from './preview-campaign.query.ts';
import { SendTestCampaign } from './send-test-campaign.use-case.ts';
import { TrackEmail } from './track-email.use-case.ts';

@Controller()
export class CampaignEmailRpc {
  constructor(
    private readonly previewEmail: PreviewCampaign,
    private readonly sendTest: SendTestCampaign,
    private readonly track: TrackEmail,
    private readonly archive: NewsletterArchive,
  ) {}

  @HandlesRpc(contracts.previewCampaign)
  async preview(
    message: RpcInput<typeof contracts.previewCampaign>,
  ): Promise<RpcOutput<typeof contracts.previewCampaign>> {
    return this.previewEmail.execute(message);
  }

  @HandlesRpc(contracts.sendTestCampaign)
  async test(
    message: RpcInput<typeof contracts.sendTestCampaign>,
  ): Promise<RpcOutput<typeof contracts.sendTestCampaign>> {
    return this.sendTest.execute(message);
  }

  @HandlesRpc(noteOpening)
  async open(opening: RpcInput<typeof noteOpening>): Promise<RpcOutput<typeof noteOpening>> {
    await this.track.open(opening);
    return {};
  }

  @HandlesRpc(followLink)
  async follow(link: RpcInput<typeof followLink>): Promise<RpcOutput<typeof followLink>> {
    return this.track.follow(link);
  }

  @HandlesRpc(listNewsletters)
  async listArchive(): Promise<RpcOutput<typeof listNewsletters>> {
    return { items: await this.archive.list() };
  }

  @HandlesRpc(readNewsletter)
  async readArchived({ id }: RpcInput<typeof readNewsletter>): Promise<RpcOutput<typeof readNewsletter>> {
    return this.archive.read(id);
  }
}
