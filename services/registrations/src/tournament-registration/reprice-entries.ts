import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';
import { TournamentEntries } from './tournament-entries.ts';
import type { TournamentRegistration } from './tournament-registration.entity.ts';
import { TournamentRegistrationRepository } from './tournament-registration.repository.ts';

/** Prices unpaid entries again, because their person's entitlements have changed. */
@Injectable()
export class RepriceEntries {
  constructor(
    private readonly events: EventRepository,
    private readonly registrations: TournamentRegistrationRepository,
    private readonly entries: TournamentEntries,
  ) {}

  /** An account's entries, where they cost less now. */
  async ofUser(tx: Transaction, userId: string): Promise<void> {
    await this.all(tx, await this.registrations.unpaidOfUser(tx, userId));
  }

  /** The entries of an account one of whose memberships has ended, also where they cost more now. */
  async ofFormerMember(tx: Transaction, userId: string): Promise<void> {
    await this.all(tx, await this.registrations.unpaidOfUser(tx, userId), true);
  }

  private async all(
    tx: Transaction,
    unpaid: readonly { readonly id: string; readonly eventId: string }[],
    mayRise = false,
  ): Promise<void> {
    const found: { event: Event; entry: TournamentRegistration }[] = [];
    for (const { id, eventId } of unpaid) {
      const event = await this.events.lock(tx, eventId);
      const entry = await this.registrations.find(tx, id);
      if (entry !== null) found.push({ event, entry });
    }
    // An included entry goes to the account's own entries first, and then to the earliest tournament.
    const inOrder = found.toSorted(
      (one, other) =>
        Number(one.entry.claimMadeAt !== null) - Number(other.entry.claimMadeAt !== null) ||
        one.event.datetime.getTime() - other.event.datetime.getTime(),
    );
    for (const { event, entry } of inOrder) await this.entries.reprice(tx, event, entry, mayRise);
  }
}
