import { Controller, Inject } from '@nestjs/common';
import { readMeetingPlaces } from '@lectern/contracts/content/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ContentConfig } from '../config.ts';

@Controller()
export class MeetingPlaceRpc {
  constructor(@Inject(ContentConfig) private readonly config: ContentConfig) {}

  @HandlesRpc(readMeetingPlaces)
  async read({ reader }: RpcInput<typeof readMeetingPlaces>): Promise<RpcOutput<typeof readMeetingPlaces>> {
    if (reader !== 'active_member') return { zoomUrl: null, discordUrl: null };
    return { zoomUrl: this.config.ASSOCIATION_ZOOM_URL, discordUrl: this.config.ASSOCIATION_DISCORD_URL };
  }
}
