import { Injectable } from '@nestjs/common';
import { readMeetingPlaces } from '@lectern/contracts/content/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { SiteTextQueries } from '../site-text/site-text.queries.ts';

@Injectable()
export class ReadMeetingPlaces {
  constructor(private readonly texts: SiteTextQueries) {}

  @Handles(readMeetingPlaces)
  async execute({ reader }: RpcInput<typeof readMeetingPlaces>): Promise<RpcOutput<typeof readMeetingPlaces>> {
    const places = await this.texts.current('meetingPlaces');
    const hasCommunity = places.discordUrl !== null;
    return reader === 'active_member' ? { ...places, hasCommunity } : { zoomUrl: null, discordUrl: null, hasCommunity };
  }
}
