import { Injectable } from '@nestjs/common';
import { announcementState, isFor } from '@lectern/contracts/content/announcement';
import { listAnnouncements } from '@lectern/contracts/content/announcement-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { SiteTextQueries } from '../site-text/site-text.queries.ts';

/** Answers a reader their own announcements: the others do not leave this service. */
@Injectable()
export class ListAnnouncements {
  constructor(
    private readonly texts: SiteTextQueries,
    private readonly clock: Clock,
  ) {}

  @Handles(listAnnouncements)
  async execute({ reader }: RpcInput<typeof listAnnouncements>): Promise<RpcOutput<typeof listAnnouncements>> {
    const now = this.clock.now().getTime();
    return (await this.texts.current('announcements')).announcements
      .filter((announcement) => isFor(reader, announcement) && announcementState(announcement, now) === 'shown')
      .map(({ title, text, link, linkText }) => ({
        title,
        text,
        link: link === '' ? null : { to: link, text: linkText },
      }));
  }
}
