import { Injectable } from '@nestjs/common';
import { type Entrant, enterTournament, priceTournamentEntry } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { MemberRepository } from '../member/member.repository.ts';
import { personOf } from './entry-pricing.ts';
import { TournamentEntries } from './tournament-entries.ts';

type Priced = RpcOutput<typeof priceTournamentEntry>;

/**
 * The current price of an entry for this person; null where this very request entered them already. Throws `address_refused`,
 * `registration_exists`, `registration_closed`, `not_found` and `idempotency_conflict`.
 */
@Injectable()
export class PriceTournamentEntry {
  constructor(
    private readonly requests: IdempotentRequests,
    private readonly members: MemberRepository,
    private readonly entries: TournamentEntries,
  ) {}

  @Handles(priceTournamentEntry)
  async execute({ idempotency, ...entrant }: RpcInput<typeof priceTournamentEntry>): Promise<Priced> {
    const [priced] = await Promise.allSettled([this.price(entrant)]);
    // After the price: the request may be carried out meanwhile.
    if (idempotency !== undefined && (await this.requests.find(null, enterTournament.name, idempotency)) !== null)
      return null;
    if (priced.status === 'rejected') throw priced.reason;
    return priced.value;
  }

  private async price(entrant: Entrant): Promise<Priced> {
    const { userId, emailKey } = personOf(entrant);
    if (userId === null) await this.members.checkGuest(null, emailKey);
    const event = await this.entries.tournamentOf(null, entrant);
    const { amount } = await this.entries.priceOf(null, event, entrant);
    return { eventId: event.id, amount, payer: { userId, email: entrant.email } };
  }
}
