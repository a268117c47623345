import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { NewsletterSubscriberRepository } from './newsletter-subscriber.repository.ts';

export interface Subscription {
  readonly email: string;
  readonly source: string;
  readonly tags: readonly string[];
}

/**
 * Subscribes an address by its owner's own act. A repeat changes nothing, except that whoever had unsubscribed is active
 * again (decisions, "Mail").
 */
@Injectable()
export class SubscribeToNewsletter {
  constructor(
    private readonly transactor: Transactor,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ email, source, tags }: Subscription): Promise<void> {
    const subscriber = { email: email.trim(), emailKey: keyOf(email), source, tags: [...tags], subscribedAt: this.clock.now() };
    await this.transactor.run((tx) => this.subscribers.subscribe(tx, subscriber));
  }
}
