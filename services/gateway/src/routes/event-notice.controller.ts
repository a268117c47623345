import { Controller } from '@nestjs/common';
import { roleMay } from '@lectern/contracts/identity/permission';
import { countEventEmails, renderEventNotice } from '@lectern/contracts/messaging/event-notice-rpc';
import { openEventAccess } from '@lectern/contracts/registrations/event-access-http';
import { listEventNotices, previewEventNotice } from '@lectern/contracts/registrations/event-notice-http';
import * as registrations from '@lectern/contracts/registrations/event-notice-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** Stands in previews for the link to a meeting that the administrator may not see. */
const HIDDEN_LINK = 'https://zoom.us/';

/** The emails of events, as administrators see them, and the page to which they lead. */
@Controller()
export class EventNoticeController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(listEventNotices)
  async list({ params }: Call<typeof listEventNotices>) {
    const [{ needsLink, notices }, counts] = await Promise.all([
      this.rpc.call(registrations.listEventNotices, params),
      this.rpc.call(countEventEmails, { eventId: params.id }),
    ]);
    return {
      needsLink,
      notices: notices.map((planned) => {
        // Payment reminders are one item, whenever each was due.
        const theirs = counts.filter(
          ({ notice, dueAt }) =>
            notice === planned.notice &&
            (notice === 'payment_reminder' || Date.parse(dueAt) === Date.parse(planned.at)),
        );
        const sum = (status: 'sent' | 'failed' | 'withdrawn'): number =>
          theirs.reduce((total, each) => total + each[status], 0);
        return { ...planned, sent: sum('sent'), failed: sum('failed'), skipped: planned.skipped + sum('withdrawn') };
      }),
    };
  }

  @Serves(previewEventNotice)
  async preview({ params, caller }: Call<typeof previewEventNotice>) {
    const sample = await this.rpc.call(registrations.sampleEventNotice, params);
    const { role } = caller.admin;
    const mayRead = roleMay(role, 'events:write') || roleMay(role, 'content:write');
    const zoomLink = sample.zoomLink === null || mayRead ? sample.zoomLink : HIDDEN_LINK;
    return this.rpc.call(renderEventNotice, {
      ...{ ...sample, zoomLink },
      accessToken: sample.accessToken && 'sample',
      entryToken: sample.entryToken && 'sample',
    });
  }

  @Serves(openEventAccess)
  async access({ body }: Call<typeof openEventAccess>) {
    return this.rpc.call(registrations.openEventAccess, body);
  }
}
