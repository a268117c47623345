import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { type LetterProof, LetterRepository } from '../letter/letter.repository.ts';
import { EventSignature, type SignedPost } from '../sendgrid/event-signature.ts';
import { parseProviderEvents } from './parse-provider-events.ts';
import { ProviderEventRepository, type ReceivedEvent } from './provider-event.repository.ts';

/** Whatever the provider tells of a letter, bad or good, it can tell only of one that it took. One proof per letter, the earliest. */
const proofsOf = (events: readonly ReceivedEvent[]): LetterProof[] => {
  const proofs = new Map<string, LetterProof>();
  for (const { letterId, occurredAt, sgMessageId } of events) {
    if (letterId === null) continue;
    const known = proofs.get(letterId);
    if (known === undefined || occurredAt < known.at) proofs.set(letterId, { letterId, at: occurredAt, messageId: sgMessageId });
  }
  return [...proofs.values()];
};

/**
 * Keeps what the provider tells, each event once, before it is told that we heard, and settles letters whose answer never
 * came. Throws `signature_invalid` for a post that is not the provider's or not fresh, `malformed_body` for one that is no
 * list of events. Idempotent.
 */
@Injectable()
export class ReceiveSendgridEvents {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly signature: EventSignature,
    private readonly transactor: Transactor,
    private readonly events: ProviderEventRepository,
    private readonly letters: LetterRepository,
  ) {}

  async execute(post: SignedPost): Promise<void> {
    this.signature.verify(post, new Date());
    const { events, unreadable } = parseProviderEvents(post.payload);
    if (unreadable > 0) this.logger.warn({ unreadable }, "Entries of the provider's post are no events");
    if (events.length === 0) return;
    const proofs = proofsOf(events);
    await this.transactor.run(async (tx) => {
      await this.events.add(tx, events);
      if (proofs.length > 0) await this.letters.proven(tx, proofs);
      await this.events.eraseOfErased(tx, proofs.map(({ letterId }) => letterId));
    });
  }
}
