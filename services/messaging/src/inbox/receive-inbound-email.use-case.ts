import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { receiveInboundEmail } from '@lectern/contracts/messaging/inbound-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ConversationRepository, OPENED } from '../conversation/conversation.repository.ts';
import { EventSignature } from '../sendgrid/event-signature.ts';
import { type InboundEmail, parseInboundEmail } from './parse-inbound-email.ts';
import { ReplyAddress } from '../reply-address/reply-address.ts';
import { splitQuoted } from './split-quoted.ts';

/**
 * Adds an answer by email to the conversation that its address names, which opens it again. An email to another address, a bounce, an
 * automatic answer and spam are accepted and dropped: the provider would repeat what is refused, and an answer could begin a loop.
 * A repeated post stores nothing more. Throws `signature_invalid`, `malformed_body`.
 */
@Injectable()
export class ReceiveInboundEmail {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly signature: EventSignature,
    private readonly transactor: Transactor,
    private readonly conversations: ConversationRepository,
    private readonly addresses: ReplyAddress,
    private readonly clock: Clock,
  ) {}

  @Handles(receiveInboundEmail)
  async execute({
    form,
    contentType,
    signature,
    timestamp,
  }: RpcInput<typeof receiveInboundEmail>): Promise<RpcOutput<typeof receiveInboundEmail>> {
    const payload = Buffer.from(form, 'base64');
    this.signature.verifyInbound({ payload, signature, timestamp }, new Date());
    const email = await parseInboundEmail(payload, contentType);
    const id = email.to.map((address) => this.addresses.conversationOf(address)).find((found) => found !== null);
    const dropped =
      id === undefined
        ? 'unknown address'
        : email.from !== null && this.addresses.conversationOf(email.from) !== null
          ? 'from a reply address'
          : (email.refusal ?? (await this.add(id, email)));
    // Without addresses: the sender may be anybody.
    if (dropped !== null) this.logger.info({ dropped }, 'An email to the inbox was dropped');
    return { received: true };
  }

  /** Returns why nothing was added; null where the message is stored. */
  private async add(id: string, { from, isConfirmed, readText, key }: InboundEmail): Promise<string | null> {
    const text = readText();
    if (text === '') return 'no text';
    return this.transactor.run(async (tx) => {
      const current = await this.conversations.lockById(tx, id);
      if (current === null) return 'the conversation is gone';
      // Within the lock: another post of the same email waits here.
      const receivedKey = `${id}:${key}`;
      if (await this.conversations.hasReceived(tx, receivedKey)) return null;
      const now = this.clock.now();
      const isOwn = from !== null && keyOf(from) === current.emailKey;
      await this.conversations.add(tx, {
        id: randomUUID(),
        conversationId: id,
        ...splitQuoted(text),
        otherEmail: isOwn ? null : (from ?? ''),
        isUnconfirmed: !isConfirmed,
        receivedKey,
        createdAt: now,
      });
      await this.conversations.change(tx, current, {
        ...OPENED,
        waitingSince: current.waitingSince ?? now,
        ...(isOwn && isConfirmed && { senderProof: current.senderProof ?? 'answered' }),
        lastMessageAt: now,
      });
      return null;
    });
  }
}
