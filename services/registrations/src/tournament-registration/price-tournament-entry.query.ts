import { Injectable } from '@nestjs/common';
import { type Entrant, priceTournamentEntry } from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { TournamentEntries } from './tournament-entries.ts';

/** The current price of an entry for this person. Throws `registration_exists`, `registration_closed` and `not_found`. */
@Injectable()
export class PriceTournamentEntry {
  constructor(private readonly entries: TournamentEntries) {}

  @Handles(priceTournamentEntry)
  async execute(entrant: Entrant): Promise<RpcOutput<typeof priceTournamentEntry>> {
    const event = await this.entries.tournamentOf(null, entrant);
    const { amount } = await this.entries.priceOf(null, event, entrant);
    return { eventId: event.id, title: event.title, amount };
  }
}
