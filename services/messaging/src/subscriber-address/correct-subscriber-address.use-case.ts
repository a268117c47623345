import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { correctSubscriberAddress } from '@lectern/contracts/messaging/subscriber-address-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import { MessagingConfig } from '../config.ts';
import { subscriberAddressEmail } from '../email/templates/subscriber-address.template.ts';
import { WriteEmail } from '../email/write-email.use-case.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { ReplyAddress } from '../reply-address/reply-address.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';
import { addressKey, isAddressKey } from './address-link.ts';
import type { NewsletterSubscriber } from '../newsletter-subscriber/newsletter-subscriber.entity.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';

const WEEK_MS = 7 * 86_400_000;
/** Within it, a repeated request writes no second email. */
const PAUSE_MS = 600_000;

const NO_SUBSCRIBER = 'This email address does not get the newsletter any more. Reload the page.';
const OF_ACCOUNT = 'This email address is that of an account. Change the email of the account: the newsletter follows.';
const SAME = 'The newsletter goes to this email address already.';
const SUBSCRIBED = 'This email address gets the newsletter already. Delete the wrong one from the list instead.';
const REFUSES =
  'Emails to this address bounced, or its owner marked one as spam. Clear that on the page of this address first.';

const refused = (code: 'invalid_request' | 'registration_exists', message: string): DomainError =>
  new DomainError(code, { message, fields: { newEmail: message } });

/**
 * Emails a link to the address that a subscriber meant. Nobody confirmed either address when subscribing, so the subscription moves only
 * once the holder of the new mailbox confirms it ({@link ConfirmSubscriberAddress}). A later correction makes the link of an earlier one
 * worthless.
 */
@Injectable()
export class CorrectSubscriberAddress {
  constructor(
    private readonly transactor: Transactor,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly accounts: AccountRepository,
    private readonly suppressed: SuppressedAddressRepository,
    private readonly replyAddress: ReplyAddress,
    private readonly writeEmail: WriteEmail,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(correctSubscriberAddress)
  async execute({
    email,
    newEmail,
    by,
  }: RpcInput<typeof correctSubscriberAddress>): Promise<RpcOutput<typeof correctSubscriberAddress>> {
    const formerKey = keyOf(email);
    return this.transactor.run(async (tx) => {
      await this.subscribers.lock(tx, formerKey);
      const subscriber = await this.subscribers.findActive(tx, formerKey);
      if (subscriber === null) throw new DomainError('not_found', { message: NO_SUBSCRIBER });
      await this.check(tx, formerKey, newEmail);
      if (this.isAsked(subscriber, newEmail)) return {};
      const until = new Date(this.clock.now().getTime() + WEEK_MS);
      const move = { subscriberId: subscriber.id, email: newEmail, until: until.toISOString() };
      const key = addressKey(this.config.UNSUBSCRIBE_SECRET, move);
      await this.subscribers.setCorrection(tx, subscriber, key, until);
      await this.writeEmail.execute(tx, subscriberAddressEmail, {
        dedupeKey: `subscriber-address:${subscriber.id}:${move.until}`,
        to: newEmail,
        data: { ...move, key },
      });
      await this.recordAdminAction.execute(tx, by, 'correct_subscriber', { email, otherEmail: newEmail });
      return {};
    });
  }

  /** Whether the same correction was made a moment ago, as by a repeated request. */
  private isAsked({ id, correction, correctionUntil }: NewsletterSubscriber, newEmail: string): boolean {
    if (correction === null || correctionUntil === null) return false;
    const move = { subscriberId: id, email: newEmail, until: correctionUntil.toISOString() };
    const isFresh = correctionUntil.getTime() - WEEK_MS > this.clock.now().getTime() - PAUSE_MS;
    return isFresh && isAddressKey(validSecrets(this.config, 'UNSUBSCRIBE_SECRET'), move, correction);
  }

  private async check(tx: Transaction, formerKey: string, newEmail: string): Promise<void> {
    const newKey = keyOf(newEmail);
    if (newKey === formerKey) throw refused('invalid_request', SAME);
    this.replyAddress.refuse(newEmail);
    if ((await this.accounts.findVerified(tx, formerKey)) !== null) throw refused('invalid_request', OF_ACCOUNT);
    const held = await this.suppressed.among(tx, [newKey]);
    if (held.some(({ reason }) => reason !== 'unsubscribed')) throw refused('invalid_request', REFUSES);
    if ((await this.subscribers.findActive(tx, newKey)) !== null) throw refused('registration_exists', SUBSCRIBED);
  }
}
