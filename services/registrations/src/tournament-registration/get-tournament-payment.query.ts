import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { getTournamentPayment } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { EventRepository } from '../event/event.repository.ts';
import { isSameKey } from '../registration-key/is-same-key.ts';
import { TournamentEntries } from './tournament-entries.ts';
import { TournamentRegistrationRepository } from './tournament-registration.repository.ts';

/**
 * What the payment link of an entry leads to. It can be paid until the deadline, while it has a place. Throws `not_found`
 * without the entry's key.
 */
@Injectable()
export class GetTournamentPayment {
  constructor(
    private readonly events: EventRepository,
    private readonly entries: TournamentEntries,
    private readonly registrations: TournamentRegistrationRepository,
  ) {}

  async execute({ registrationId, key }: RpcInput<typeof getTournamentPayment>): Promise<RpcOutput<typeof getTournamentPayment>> {
    const entry = await this.registrations.find(null, registrationId);
    if (entry === null || !isSameKey(entry.payKey, key)) throw new DomainError('not_found');
    if (entry.paymentStatus === 'paid') return { state: 'paid' };
    const event = await this.events.find(null, entry.eventId);
    const isPayable = entry.paymentStatus !== 'refunded' && entry.waitlistedAt === null && event !== null && this.entries.servesEntered(event);
    if (!isPayable) return { state: 'closed' };
    return {
      state: 'payable',
      registrationId: entry.id,
      userId: entry.userId,
      email: entry.email,
      firstName: entry.firstName,
      lastName: entry.lastName,
      title: event.title,
      amount: entry.paymentAmount ?? event.price,
      promoCode: entry.promoCode,
    };
  }
}
