import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { unsubscribe } from '@lectern/contracts/messaging/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../config.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { SuppressedAddressRepository } from './suppressed-address.repository.ts';
import { isUnsubscribeKey } from './unsubscribe-link.ts';

const WRONG_LINK = 'This unsubscribe link is not complete or not ours. Please use the link at the end of one of our letters, or write to us.';

/** Ends list mail to an address, on its link. The first date stays. Idempotent. Throws `link_invalid`. */
@Injectable()
export class Unsubscribe {
  constructor(
    private readonly transactor: Transactor,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly suppressed: SuppressedAddressRepository,
    private readonly clock: Clock,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  async execute({ email, key }: RpcInput<typeof unsubscribe>): Promise<void> {
    if (!isUnsubscribeKey(this.config.UNSUBSCRIBE_SECRET, email, key)) throw new DomainError('link_invalid', { message: WRONG_LINK });
    const emailKey = keyOf(email);
    const now = this.clock.now();
    await this.transactor.run(async (tx) => {
      await this.subscribers.lock(tx, emailKey);
      await this.subscribers.unsubscribe(tx, emailKey, now);
      await this.suppressed.add(tx, emailKey, 'unsubscribed', now);
    });
  }
}
