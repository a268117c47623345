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
    if (reader !== 'active_member') return { zoomUrl: null, discordUrl: null };
    return this.texts.current('meetingPlaces');
  }
}
