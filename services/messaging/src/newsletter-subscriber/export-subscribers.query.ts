import { Injectable } from '@nestjs/common';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { exportSubscribers } from '@lectern/contracts/messaging/rpc';
import { type ExportColumns, instantText, listText } from '@lectern/service-kit/paging/export-slice';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { subscriberStatusOf } from './list-subscribers.query.ts';
import { NewsletterSubscriberRepository, STATUS_OF_SUBSCRIBER } from './newsletter-subscriber.repository.ts';

const COLUMNS: ExportColumns = {
  Email: 'subscriber.email',
  Source: 'subscriber.source',
  Tags: listText('subscriber.tags'),
  Status: STATUS_OF_SUBSCRIBER,
  'Subscribed at': instantText('subscriber.subscribedAt'),
  'Unsubscribed at': instantText('subscriber.unsubscribedAt'),
};

/** The subscribers of the list with the same filter, newest first, slice by slice. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ExportSubscribers {
  constructor(private readonly subscribers: NewsletterSubscriberRepository) {}

  @Handles(exportSubscribers)
  async execute(request: ExportRequest): Promise<ExportSlice> {
    return this.subscribers.export(
      { status: subscriberStatusOf(request), search: searchPattern(request.q) },
      request,
      COLUMNS,
    );
  }
}
