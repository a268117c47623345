import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { confirmSubscriberAddress } from '@lectern/contracts/messaging/subscriber-address-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../config.ts';
import { ListOptOutRepository } from '../suppression/list-opt-out.repository.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';
import { isAddressKey } from './address-link.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';

const OBSOLETE =
  'This link is too old, or the email was changed in another way since. Subscribe on the site, or write to us.';

const obsolete = (): DomainError => new DomainError('link_invalid', { message: OBSOLETE });

/**
 * Moves a subscription to the address of an emailed link, by an act of its holder, as subscribing is: choices of the former mailbox
 * stay with that one. A repeated request changes nothing. Throws `link_invalid`.
 */
@Injectable()
export class ConfirmSubscriberAddress {
  constructor(
    private readonly transactor: Transactor,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly suppressed: SuppressedAddressRepository,
    private readonly optOuts: ListOptOutRepository,
    private readonly clock: Clock,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(confirmSubscriberAddress)
  async execute({
    key,
    ...link
  }: RpcInput<typeof confirmSubscriberAddress>): Promise<RpcOutput<typeof confirmSubscriberAddress>> {
    if (!isAddressKey(validSecrets(this.config, 'UNSUBSCRIBE_SECRET'), link, key)) throw obsolete();
    const newKey = keyOf(link.email);
    return this.transactor.run(async (tx) => {
      const found = await this.subscribers.findById(tx, link.subscriberId);
      for (const each of [newKey, found?.emailKey ?? newKey].toSorted()) await this.subscribers.lock(tx, each);
      const subscriber = await this.subscribers.lockById(tx, link.subscriberId);
      // A repeated request.
      if (subscriber?.emailKey === newKey && subscriber.isActive) return {};
      if (subscriber?.correction !== key || this.clock.now() >= new Date(link.until)) throw obsolete();
      await this.subscribers.moveTo(tx, subscriber, { email: link.email.trim(), emailKey: newKey }, this.clock.now());
      await this.suppressed.lift(tx, newKey, 'unsubscribed');
      await this.optOuts.lift(tx, newKey, 'newsletter');
      return {};
    });
  }
}
