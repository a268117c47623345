import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { deleteSubscriber } from '@lectern/contracts/messaging/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RecordAdminAction } from '../record-admin-action.ts';
import { NewsletterSubscriberRepository } from './newsletter-subscriber.repository.ts';

/** Deletes a subscriber. Opt-outs stay: `suppressed_addresses` is not touched. Throws `not_found`, also when repeated. */
@Injectable()
export class DeleteSubscriber {
  constructor(
    private readonly transactor: Transactor,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @Handles(deleteSubscriber)
  async execute({ id, by }: RpcInput<typeof deleteSubscriber>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const subscriber = await this.subscribers.lockById(tx, id);
      if (subscriber === null)
        throw new DomainError('not_found', { message: 'This subscriber no longer exists. It may have been deleted.' });
      await this.subscribers.remove(tx, subscriber);
      await this.recordAdminAction.execute(tx, by, 'delete_subscriber', { subscriberId: id, email: subscriber.email });
    });
  }
}
