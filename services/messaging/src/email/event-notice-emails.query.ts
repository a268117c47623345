import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { countEventEmails, renderEventNotice } from '@lectern/contracts/messaging/event-notice-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { MessagingConfig } from '../config.ts';
import { emailSite } from './email-site.ts';
import { renderEmail } from './email-templates.ts';
import { eventNoticeEmail, NOTICE_OUT_OF_DATE } from './templates/event-notice.template.ts';

/** The emails of an event's notices for staff: their numbers, and how they look. */
@Injectable()
export class EventNoticeEmails {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly association: Association,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  /** Erased emails do not count. */
  @Handles(countEventEmails)
  async count({ eventId }: RpcInput<typeof countEventEmails>): Promise<RpcOutput<typeof countEventEmails>> {
    const isWithdrawn = `(status = 'skipped' OR status = 'failed' AND reason = $2)`;
    return this.dataSource.query<RpcOutput<typeof countEventEmails>>(
      `SELECT data->>'notice' AS notice, data->>'dueAt' AS "dueAt",
         count(*) FILTER (WHERE status IN ('sent', 'delivered'))::int AS sent,
         count(*) FILTER (WHERE status IN ('failed', 'bounced') AND NOT ${isWithdrawn})::int AS failed,
         count(*) FILTER (WHERE ${isWithdrawn})::int AS withdrawn
       FROM email_recipients WHERE template = 'event-notice' AND data->>'eventId' = $1 GROUP BY 1, 2`,
      [eventId, NOTICE_OUT_OF_DATE],
    );
  }

  @Handles(renderEventNotice)
  async render(notice: RpcInput<typeof renderEventNotice>): Promise<RpcOutput<typeof renderEventNotice>> {
    const site = emailSite(this.config, await this.association.current());
    const { subject, html, text } = renderEmail(eventNoticeEmail.name, notice, site);
    return { subject, html, text };
  }
}
