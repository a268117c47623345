import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { readRegistrationToken } from '@lectern/contracts/registrations/registration-token';
import { checkEntryCorrection, correctEntryEmail } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { isSameKey } from '../registration-key/is-same-key.ts';
import { TournamentEntries, ALREADY_REGISTERED } from './tournament-entries.ts';
import type { TournamentRegistration } from './tournament-registration.entity.ts';
import { TournamentRegistrationRepository } from './tournament-registration.repository.ts';

/** Enough for a mistake in the correction, and too few for sending email to many people. */
const MOST_CORRECTIONS = 3;

/**
 * Corrects the email of an unpaid entry without an account. Sends the entry's email to the new address, and ends the payment link
 * that went to the former one. Throws `address_refused`, `not_found`, `registration_fixed`, `registration_exists` and
 * `too_many_unpaid`.
 */
@Injectable()
export class CorrectEntryEmail {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly members: MemberRepository,
    private readonly registrations: TournamentRegistrationRepository,
    private readonly entries: TournamentEntries,
    private readonly claims: ClaimRepository,
    private readonly purchases: PurchaseRepository,
  ) {}

  /** Checks that a token is the correction key of an entry, and the address. Throws `not_found` and `address_refused`. */
  @Handles(checkEntryCorrection)
  async check(named: RpcInput<typeof checkEntryCorrection>): Promise<void> {
    await this.entryOf(null, named);
  }

  @Handles(correctEntryEmail)
  async execute({ token, email }: RpcInput<typeof correctEntryEmail>): Promise<RpcOutput<typeof correctEntryEmail>> {
    return this.transactor.run(async (tx) => {
      const found = await this.entryOf(tx, { token, email });
      const emailKey = keyOf(email);
      await this.members.lockEmails(tx, [found.emailKey, emailKey]);
      const event = await this.events.lock(tx, found.eventId);
      const entry = await this.registrations.find(tx, found.id);
      if (entry === null) throw new DomainError('not_found');
      const isOpen = entry.paymentStatus === 'pending' && entry.userId === null && this.entries.servesEntered(event);
      if (!isOpen || entry.emailCorrections >= MOST_CORRECTIONS) throw new DomainError('registration_fixed');
      if (entry.emailKey !== emailKey) {
        if (await this.registrations.isEntered(tx, event.id, { ...entry, emailKey }))
          throw new DomainError('registration_exists', { message: ALREADY_REGISTERED });
        const refusal = await this.entries.refusalOf(tx, event, { emailKey, userId: null });
        if (refusal !== null) throw refusal;
        Object.assign(entry, { email, emailKey, payKey: randomUUID(), emailCorrections: entry.emailCorrections + 1 });
        await this.registrations.save(tx, entry);
        // A payment on the open page would be for the former address.
        await this.purchases.withdraw(tx, entry.id);
        await this.claims.publish(tx, 'tournament_entry', [entry]);
      }
      const position = await this.registrations.position(entry, tx);
      await this.entries.publish(tx, event, entry, 'entered', position, `email-${entry.emailCorrections}`);
      return this.entries.answerOf(event, entry, position);
    });
  }

  private async entryOf(
    tx: Transaction | null,
    { token, email }: RpcInput<typeof correctEntryEmail>,
  ): Promise<TournamentRegistration> {
    await this.members.checkGuest(tx, keyOf(email));
    const named = readRegistrationToken(token);
    const found = named === null ? null : await this.registrations.find(tx, named.registrationId);
    if (named === null || found?.correctionKey == null || !isSameKey(found.correctionKey, named.key))
      throw new DomainError('not_found');
    return found;
  }
}
