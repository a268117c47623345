import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { subscribeToNewsletter } from '@lectern/contracts/messaging/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ReplyAddress } from '../reply-address/reply-address.ts';
import { ListOptOutRepository } from '../suppression/list-opt-out.repository.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';
import { NewsletterSubscriberRepository } from './newsletter-subscriber.repository.ts';

export interface Subscription {
  readonly email: string;
  readonly source: string;
  readonly tags: readonly string[];
}

/**
 * Subscribes an address at its owner's own request. A repeated request changes nothing; an unsubscribed address becomes active and
 * gets list mail again, but one that bounced or complained does not (decisions, "Mail").
 */
@Injectable()
export class SubscribeToNewsletter {
  constructor(
    private readonly transactor: Transactor,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly suppressed: SuppressedAddressRepository,
    private readonly optOuts: ListOptOutRepository,
    private readonly addresses: ReplyAddress,
    private readonly clock: Clock,
  ) {}

  @Handles(subscribeToNewsletter)
  async execute(subscription: Subscription): Promise<void> {
    await this.transactor.run((tx) => this.within(tx, subscription));
  }

  /** Subscribes within another transaction. Locks the address until it ends. Throws `invalid_request` for an address that receives answers. */
  async within(tx: Transaction, { email, source, tags }: Subscription): Promise<void> {
    this.addresses.refuse(email);
    const emailKey = keyOf(email);
    await this.subscribers.lock(tx, emailKey);
    await this.subscribers.subscribe(tx, {
      email: email.trim(),
      emailKey,
      source,
      tags: [...tags],
      subscribedAt: this.clock.now(),
    });
    await this.suppressed.lift(tx, emailKey, 'unsubscribed');
    await this.optOuts.lift(tx, emailKey, 'newsletter');
  }
}
