import { Inject, Injectable } from '@nestjs/common';
import { receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { EmailRecipientRepository } from '../delivery/email-recipient.repository.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { EventSignature } from '../sendgrid/event-signature.ts';
import { parseProviderEvents } from './parse-provider-events.ts';
import type { SuppressedAddress } from '../suppression/suppressed-address.entity.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';
import { ProviderEventRepository, type ReceivedEvent } from './provider-event.repository.ts';
import { confirmationsIn, readingsIn, suppressionsIn } from './event-details.ts';

/** Leaves out "processed" events: the ledger has that information, and nobody would read a hundred thousand of them. */
const isKept = ({ event, recipientId }: ReceivedEvent): boolean => event !== 'processed' || recipientId === null;

/**
 * Stores the provider's events, each once, before the post is answered. Settles emails whose answer never came, updates their statuses
 * and readings, and suppresses list mail to addresses that bounced, complained or unsubscribed.
 * Throws `signature_invalid` for a post that is not the provider's or not fresh, `malformed_body` for one that is no list of events.
 * Idempotent; events may come in any order. A confirmation applies however often it is repeated, but a repeated event neither
 * suppresses an address again whose suppression an administrator lifted, nor one that subscribed again.
 */
@Injectable()
export class ReceiveSendgridEvents {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly signature: EventSignature,
    private readonly transactor: Transactor,
    private readonly events: ProviderEventRepository,
    private readonly emails: EmailRecipientRepository,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly suppressed: SuppressedAddressRepository,
  ) {}

  @Handles(receiveSendgridEvents)
  async execute(post: RpcInput<typeof receiveSendgridEvents>): Promise<RpcOutput<typeof receiveSendgridEvents>> {
    this.signature.verify(post, new Date());
    const { events, unreadable } = parseProviderEvents(post.payload);
    if (unreadable > 0) this.logger.warn({ unreadable }, "Entries of the provider's post are no events");
    if (events.length === 0) return { received: true };
    const [confirmations, readings] = [confirmationsIn(events), readingsIn(events)];
    await this.transactor.run(async (tx) => {
      const news = await this.events.add(tx, events.filter(isKept));
      // Locks persons, then emails, then their events, as all transactions do that lock several of these.
      await this.suppress(tx, suppressionsIn(events.filter(({ sgEventId }) => news.has(sgEventId))));
      if (confirmations.length > 0) await this.emails.confirm(tx, confirmations);
      if (readings.length > 0) await this.emails.noteReadings(tx, readings);
      await this.events.eraseOfErased(tx, [...news]);
    });
    return { received: true };
  }

  private async suppress(tx: Transaction, addresses: readonly SuppressedAddress[]): Promise<void> {
    for (const { emailKey, reason, since } of addresses) {
      await this.subscribers.lock(tx, emailKey);
      if (reason === 'unsubscribed') await this.subscribers.unsubscribe(tx, emailKey, since);
      await this.suppressed.add(tx, emailKey, reason, since);
    }
  }
}
