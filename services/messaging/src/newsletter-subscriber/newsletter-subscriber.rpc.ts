import { Controller } from '@nestjs/common';
import type { NewsletterSubscriber as NewsletterSubscriberAnswer } from '@lectern/contracts/messaging/model';
import {
  deleteSubscriber,
  exportSubscribers,
  listSubscribers,
  subscribeToNewsletter,
} from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { DeleteSubscriber } from './delete-subscriber.use-case.ts';
import { ExportSubscribers } from './export-subscribers.query.ts';
import { type ListedSubscriber, ListSubscribers } from './list-subscribers.query.ts';
import { SubscribeToNewsletter } from './subscribe-to-newsletter.use-case.ts';

const toAnswer = (subscriber: ListedSubscriber): NewsletterSubscriberAnswer => ({
  id: subscriber.id,
  email: subscriber.email,
  source: subscriber.source,
  tags: subscriber.tags,
  isActive: subscriber.isActive,
  status: subscriber.status,
  subscribedAt: subscriber.subscribedAt.toISOString(),
});

@Controller()
export class NewsletterSubscriberRpc {
  constructor(
    private readonly subscribeAddress: SubscribeToNewsletter,
    private readonly listAddresses: ListSubscribers,
    private readonly deleteAddress: DeleteSubscriber,
    private readonly exportAddresses: ExportSubscribers,
  ) {}

  @HandlesRpc(subscribeToNewsletter)
  async subscribe(input: RpcInput<typeof subscribeToNewsletter>): Promise<RpcOutput<typeof subscribeToNewsletter>> {
    await this.subscribeAddress.execute(input);
    return {};
  }

  @HandlesRpc(listSubscribers)
  async list(query: RpcInput<typeof listSubscribers>): Promise<RpcOutput<typeof listSubscribers>> {
    const page = await this.listAddresses.execute(query);
    return { ...page, items: page.items.map(toAnswer) };
  }

  @HandlesRpc(deleteSubscriber)
  async delete(input: RpcInput<typeof deleteSubscriber>): Promise<RpcOutput<typeof deleteSubscriber>> {
    await this.deleteAddress.execute(input);
    return {};
  }

  @HandlesRpc(exportSubscribers)
  async export(request: RpcInput<typeof exportSubscribers>): Promise<RpcOutput<typeof exportSubscribers>> {
    return this.exportAddresses.execute(request);
  }
}
