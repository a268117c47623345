import { Inject, Injectable } from '@nestjs/common';
import { unsubscribe } from '@lectern/contracts/messaging/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../config.ts';
import { EmailRecipientRepository } from '../delivery/email-recipient.repository.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';
import { verifiedKey } from './unsubscribe-link.ts';

/**
 * Ends list mail to an address, on its link, and to the mailbox into which it was merged since. The first date stays. Idempotent. Throws
 * `link_invalid`.
 */
@Injectable()
export class Unsubscribe {
  constructor(
    private readonly transactor: Transactor,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly emails: EmailRecipientRepository,
    private readonly suppressed: SuppressedAddressRepository,
    private readonly clock: Clock,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(unsubscribe)
  async execute(link: RpcInput<typeof unsubscribe>): Promise<void> {
    const emailKey = verifiedKey(validSecrets(this.config, 'UNSUBSCRIBE_SECRET'), link);
    const now = this.clock.now();
    await this.transactor.run(async (tx) => {
      for (const key of [emailKey, ...(await this.emails.mergedInto(tx, emailKey))].toSorted()) {
        await this.subscribers.lock(tx, key);
        await this.subscribers.unsubscribe(tx, key, now);
        await this.suppressed.add(tx, key, 'unsubscribed', now);
      }
    });
  }
}
