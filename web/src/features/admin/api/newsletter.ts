import { deleteSubscriber, listSubscribers } from '@lectern/contracts/messaging/http';
import type { NewsletterSubscriber } from '@lectern/contracts/messaging/model';
import { callAdmin } from '../../../lib/call-admin.ts';
import type { AdminListSource } from './admin-list.ts';

export const subscriberList: AdminListSource<NewsletterSubscriber> = {
  key: 'newsletter',
  exportKind: 'newsletter',
  ask: (query, signal) => callAdmin(listSubscribers, { query, signal }),
};

export const removeSubscriber = (id: string) => callAdmin(deleteSubscriber, { params: { id } });
