import { Inject, Injectable } from '@nestjs/common';
import { readMeetingPlaces } from '@lectern/contracts/content/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ContentConfig } from '../config.ts';

@Injectable()
export class ReadMeetingPlaces {
  constructor(@Inject(ContentConfig) private readonly config: ContentConfig) {}

  @Handles(readMeetingPlaces)
  async execute({ reader }: RpcInput<typeof readMeetingPlaces>): Promise<RpcOutput<typeof readMeetingPlaces>> {
    if (reader !== 'active_member') return { zoomUrl: null, discordUrl: null };
    return { zoomUrl: this.config.ASSOCIATION_ZOOM_URL, discordUrl: this.config.ASSOCIATION_DISCORD_URL };
  }
}
