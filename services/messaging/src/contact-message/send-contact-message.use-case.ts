import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { sendContactMessage } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ConversationRepository } from '../conversation/conversation.repository.ts';
import { contactAcknowledgementEmail } from '../email/templates/contact-acknowledgement.template.ts';
import { contactMessageEmail } from '../email/templates/contact-message.template.tsx';
import { WriteEmail } from '../email/write-email.use-case.ts';
import { ReplyAddress } from '../reply-address/reply-address.ts';
import type { ContactMessage } from './contact-message.entity.ts';
import { ContactMessageRepository } from './contact-message.repository.ts';

/** Messages of a mailbox; a person writes fewer. */
const MESSAGES_PER_HOUR = 10;
const HOUR_MS = 3_600_000;

/**
 * Stores a message to the association in a conversation of staff with its sender, with one email that brings it there and one that acknowledges it to its sender (decisions, "Mail"),
 * the latter once an hour. All of it or nothing. Throws `idempotency_conflict`, `too_many_requests`, and `invalid_request` for an address that receives answers.
 */
@Injectable()
export class SendContactMessage {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: IdempotentRequests,
    private readonly messages: ContactMessageRepository,
    private readonly conversations: ConversationRepository,
    private readonly addresses: ReplyAddress,
    private readonly writeEmail: WriteEmail,
    private readonly clock: Clock,
    private readonly association: Association,
  ) {}

  @Handles(sendContactMessage)
  async execute({
    idempotency,
    sender,
    ...typed
  }: RpcInput<typeof sendContactMessage>): Promise<RpcOutput<typeof sendContactMessage>> {
    this.addresses.refuse(typed.email);
    return this.transactor.run((tx) =>
      this.requests.runOnce(tx, sendContactMessage.name, idempotency, async () => {
        const isSignedIn = sender?.verifiedEmail != null && keyOf(sender.verifiedEmail) === keyOf(typed.email);
        const { supportEmail } = await this.association.current(tx);
        await this.limit(tx, typed.email, isSignedIn, supportEmail);
        const message = await this.messages.add(tx, { ...typed, createdAt: this.clock.now() });
        const conversationId = await this.converse(tx, message, isSignedIn ? 'signed_in' : null);
        await this.writeEmail.execute(tx, contactMessageEmail, {
          dedupeKey: `contact-message:${message.id}`,
          to: supportEmail,
          repeatsTyped: true,
          data: { ...typed, writtenAt: message.createdAt.toISOString() },
        });
        await this.writeEmail.execute(tx, contactAcknowledgementEmail, {
          dedupeKey: `contact-acknowledgement:${message.id}`,
          to: typed.email,
          perHour: 1,
          data: { name: typed.name, supportEmail, replyTo: await this.addresses.of(tx, conversationId) },
        });
        return {};
      }),
    );
  }

  /** Anybody can type an address, so its holder, signed in, has a limit of their own. Messages of one mailbox wait for each other here. */
  private async limit(tx: Transaction, email: string, isSignedIn: boolean, supportEmail: string): Promise<void> {
    await lockKey(tx, `contact-messages:${keyOf(email)}`);
    const since = new Date(this.clock.now().getTime() - HOUR_MS);
    if ((await this.conversations.countWritten(tx, keyOf(email), isSignedIn, since)) < MESSAGES_PER_HOUR) return;
    throw new DomainError('too_many_requests', {
      message: `We have received ${MESSAGES_PER_HOUR} messages from this address within the hour. Try again later, or email us at ${supportEmail}.`,
      retryAfter: HOUR_MS / 1_000,
    });
  }

  /** Adds a message to the open conversation with the same sender, or opens one; returns its id. */
  private async converse(
    tx: Transaction,
    { id, name, email, message: text, createdAt: at }: ContactMessage,
    senderProof: 'signed_in' | null,
  ): Promise<string> {
    const current = await this.conversations.lockOpenContact(tx, keyOf(email), senderProof);
    if (current === null) {
      const opening = { kind: 'contact', subjectId: id, name, email, text, senderProof, at } as const;
      // The message is new, so nothing else has opened its conversation.
      return (await this.conversations.open(tx, opening))!;
    }
    await this.conversations.add(tx, { id, conversationId: current.id, text, createdAt: at });
    await this.conversations.change(tx, current, { waitingSince: current.waitingSince ?? at, lastMessageAt: at });
    return current.id;
  }
}
