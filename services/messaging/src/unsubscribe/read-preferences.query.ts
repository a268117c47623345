import { Inject, Injectable } from '@nestjs/common';
import { readPreferences } from '@lectern/contracts/messaging/preferences-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { MessagingConfig } from '../config.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { ListOptOutRepository } from '../suppression/list-opt-out.repository.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';
import { verifiedKey } from './unsubscribe-link.ts';

/** The email preferences of the address of an unsubscribe link. Throws `link_invalid`. */
@Injectable()
export class ReadPreferences {
  constructor(
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly suppressed: SuppressedAddressRepository,
    private readonly optOuts: ListOptOutRepository,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(readPreferences)
  async execute(link: RpcInput<typeof readPreferences>): Promise<RpcOutput<typeof readPreferences>> {
    return this.of(verifiedKey(validSecrets(this.config, 'UNSUBSCRIBE_SECRET'), link));
  }

  async of(emailKey: string): Promise<RpcOutput<typeof readPreferences>> {
    const [reasons, left, isSubscriber] = await Promise.all([
      this.suppressed.reasonsOf(emailKey),
      this.optOuts.listsOf(emailKey),
      this.subscribers.isActive(emailKey),
    ]);
    const gets = (list: (typeof left)[number]): boolean => !reasons.includes('unsubscribed') && !left.includes(list);
    return {
      // Does not reveal whether the address is a member's or registered: it reports the lists whose emails it would get.
      lists: {
        debate_club: gets('debate_club'),
        tournament: gets('tournament'),
        newsletter: gets('newsletter') && isSubscriber === true,
      },
      stopped: reasons.find((reason) => reason !== 'unsubscribed') ?? null,
    };
  }
}
