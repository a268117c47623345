import { Injectable } from '@nestjs/common';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { exportSubscribers } from '@lectern/contracts/messaging/rpc';
import {
  columnsOf,
  dayText,
  type ExportColumns,
  instantText,
  listText,
  type TableColumns,
  wordText,
} from '@lectern/service-kit/paging/export-slice';
import { Association } from '@lectern/service-kit/association/association';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
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

const tableIn = (timeZone: string): TableColumns => ({
  email: ['Email', 'subscriber.email'],
  source: ['Source', `replace(subscriber.source, '_', ' ')`],
  tags: ['Tags', listText('subscriber.tags')],
  status: ['Status', wordText(STATUS_OF_SUBSCRIBER)],
  subscribed: ['Subscribed', dayText('subscriber.subscribedAt', timeZone)],
});

/** The subscribers of the list with the same filter, newest first, slice by slice. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ExportSubscribers {
  constructor(
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly association: Association,
  ) {}

  @Handles(exportSubscribers)
  async execute(request: ExportRequest): Promise<ExportSlice> {
    const { timeZone } = await this.association.current();
    return this.subscribers.export(
      { status: subscriberStatusOf(request), search: namePattern(request.q) },
      request,
      columnsOf(request, tableIn(timeZone), COLUMNS),
    );
  }
}
