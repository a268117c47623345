import { deleteSubscriber, listSubscribers } from '@lectern/contracts/messaging/http';
import type { NewsletterSubscriber } from '@lectern/contracts/messaging/model';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const subscriberList: AdminListSource<NewsletterSubscriber> = {
  key: 'newsletter',
  exportKind: 'newsletter',
  ask: (query, signal) => callAdmin(listSubscribers, { query, signal }),
};

export const removeSubscriber = (id: string) => callAdmin(deleteSubscriber, { params: { id } });
