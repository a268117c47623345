import { Inject, Injectable } from '@nestjs/common';
import { mailingList } from '@lectern/contracts/messaging/campaign-model';
import { choosePreferences } from '@lectern/contracts/messaging/preferences-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../config.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { ListOptOutRepository } from '../suppression/list-opt-out.repository.ts';
import { ReadPreferences } from './read-preferences.query.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';
import { verifiedKey } from './unsubscribe-link.ts';

/** The source of a subscription that was chosen on the preferences page of an email's link. */
const SOURCE = 'preferences';

/**
 * Subscribes the address of an unsubscribe link to the chosen lists, and to no other. No list chosen ends all list mail, like
 * {@link Unsubscribe}; a chosen list reverts that. Suppressions by a bounce or a complaint stay. The first date stays. Idempotent.
 * Throws `link_invalid`.
 */
@Injectable()
export class ChoosePreferences {
  constructor(
    private readonly transactor: Transactor,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly suppressed: SuppressedAddressRepository,
    private readonly optOuts: ListOptOutRepository,
    private readonly read: ReadPreferences,
    private readonly clock: Clock,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(choosePreferences)
  async execute({ lists, ...link }: RpcInput<typeof choosePreferences>): Promise<RpcOutput<typeof choosePreferences>> {
    const emailKey = verifiedKey(validSecrets(this.config, 'UNSUBSCRIBE_SECRET'), link);
    const now = this.clock.now();
    await this.transactor.run(async (tx) => {
      await this.subscribers.lock(tx, emailKey);
      for (const list of mailingList.options) {
        if (lists[list]) await this.optOuts.lift(tx, emailKey, list);
        else await this.optOuts.add(tx, emailKey, list, now);
      }
      if (lists.newsletter)
        await this.subscribers.subscribe(tx, {
          email: link.email.trim(),
          emailKey,
          source: SOURCE,
          tags: [],
          subscribedAt: now,
        });
      else await this.subscribers.unsubscribe(tx, emailKey, now);
      if (mailingList.options.some((list) => lists[list])) await this.suppressed.lift(tx, emailKey, 'unsubscribed');
      else await this.suppressed.add(tx, emailKey, 'unsubscribed', now);
    });
    return this.read.of(emailKey);
  }
}
