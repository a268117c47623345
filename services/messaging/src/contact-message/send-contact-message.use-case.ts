import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { sendContactMessage } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../config.ts';
import { ConversationRepository } from '../conversation/conversation.repository.ts';
import { contactAcknowledgementEmail } from '../email/templates/contact-acknowledgement.template.ts';
import { contactMessageEmail } from '../email/templates/contact-message.template.tsx';
import { WriteEmail } from '../email/write-email.use-case.ts';
import { ReplyAddress } from '../inbox/reply-address.ts';
import { ContactMessageRepository } from './contact-message.repository.ts';

/**
 * Stores a message to the association and opens a conversation of staff with its sender, with one email that brings it there and one that acknowledges it to its sender (decisions, "Mail"),
 * the latter once an hour. All of it or nothing. Throws `idempotency_conflict`, and `invalid_request` for an address that receives answers.
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
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(sendContactMessage)
  async execute({
    idempotency,
    sender,
    ...typed
  }: RpcInput<typeof sendContactMessage>): Promise<RpcOutput<typeof sendContactMessage>> {
    if (this.addresses.conversationOf(typed.email.trim()) !== null) {
      const message = 'Enter your own email address. This one receives answers to us.';
      throw new DomainError('invalid_request', { message, fields: { email: message } });
    }
    return this.transactor.run((tx) =>
      this.requests.runOnce(tx, sendContactMessage.name, idempotency, async () => {
        const message = await this.messages.add(tx, { ...typed, createdAt: this.clock.now() });
        await this.conversations.open(tx, {
          kind: 'contact',
          subjectId: message.id,
          name: typed.name,
          email: typed.email,
          text: typed.message,
          senderProof:
            sender?.verifiedEmail != null && keyOf(sender.verifiedEmail) === keyOf(typed.email) ? 'signed_in' : null,
          at: message.createdAt,
        });
        await this.writeEmail.execute(tx, contactMessageEmail, {
          dedupeKey: `contact-message:${message.id}`,
          to: this.config.SUPPORT_EMAIL,
          repeatsTyped: true,
          data: { ...typed, writtenAt: message.createdAt.toISOString() },
        });
        await this.writeEmail.execute(tx, contactAcknowledgementEmail, {
          dedupeKey: `contact-acknowledgement:${message.id}`,
          to: typed.email,
          perHour: 1,
          data: { name: typed.name, supportEmail: this.config.SUPPORT_EMAIL },
        });
        return {};
      }),
    );
  }
}
