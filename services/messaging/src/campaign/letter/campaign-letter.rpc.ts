import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/messaging/campaign-letter-rpc';
import { listNewsletters, readNewsletter } from '@lectern/contracts/messaging/newsletter-archive-rpc';
import { followLink, noteOpening } from '@lectern/contracts/messaging/tracking-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { NewsletterArchive } from './newsletter-archive.query.ts';
import { PreviewCampaign } from './preview-campaign.query.ts';
import { SendTestCampaign } from './send-test-campaign.use-case.ts';
import { TrackLetter } from './track-letter.use-case.ts';

@Controller()
export class CampaignLetterRpc {
  constructor(
    private readonly previewLetter: PreviewCampaign,
    private readonly sendTest: SendTestCampaign,
    private readonly track: TrackLetter,
    private readonly archive: NewsletterArchive,
  ) {}

  @HandlesRpc(contracts.previewCampaign)
  async preview(
    letter: RpcInput<typeof contracts.previewCampaign>,
  ): Promise<RpcOutput<typeof contracts.previewCampaign>> {
    return this.previewLetter.execute(letter);
  }

  @HandlesRpc(contracts.sendTestCampaign)
  async test(
    letter: RpcInput<typeof contracts.sendTestCampaign>,
  ): Promise<RpcOutput<typeof contracts.sendTestCampaign>> {
    return this.sendTest.execute(letter);
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
