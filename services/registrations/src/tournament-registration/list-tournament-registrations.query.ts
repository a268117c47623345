import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery, Page } from '@lectern/contracts/page';
import type { EntryListQuery, RegisteredQuery } from '@lectern/contracts/registration-list';
import { competitionName } from '@lectern/contracts/registrations/competition-rules';
import {
  registrationPaymentStatus,
  type TournamentRegistration as TournamentRegistrationAnswer,
} from '@lectern/contracts/registrations/model';
import { listTournamentRegistrations } from '@lectern/contracts/registrations/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Event } from '../event/event.entity.ts';
import { answersOf, ruleBrokenBy, setupOf } from '../event/event-setup.ts';
import { EventRepository } from '../event/event.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { registeredBetween } from '../registered-between/registered-between.ts';
import type { TournamentRegistration } from './tournament-registration.entity.ts';
import { type TournamentFilter, TournamentRegistrationRepository } from './tournament-registration.repository.ts';

/** Throws `invalid_request`. */
export const paymentStatusOf = (query: Pick<ListQuery, 'status'>): TournamentRegistration['paymentStatus'] | null => {
  if (query.status === undefined) return null;
  const status = registrationPaymentStatus.safeParse(query.status);
  if (!status.success) throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return status.data;
};

/** The filter of the list and its exports. Throws `invalid_request`. */
export const entryFilterOf = (
  query: Pick<
    EntryListQuery,
    'q' | 'status' | 'division' | 'event' | 'competition' | 'place' | 'rules' | keyof RegisteredQuery
  >,
  timeZone: string,
): TournamentFilter => ({
  registered: registeredBetween(query, timeZone),
  paymentStatus: paymentStatusOf(query),
  division: query.division ?? null,
  eventId: query.event ?? null,
  competition: query.competition ?? null,
  place: query.place ?? null,
  isBreaking: query.rules === 'broken',
  search: namePattern(query.q),
});

const toAnswer = (
  registration: TournamentRegistration,
  positions: ReadonlyMap<string, number>,
  event: Event,
  now: Date,
  owed: ReadonlySet<string>,
): TournamentRegistrationAnswer => ({
  id: registration.id,
  eventId: registration.eventId,
  event: { title: event.title, datetime: event.datetime.toISOString(), timezone: event.timezone },
  userId: registration.userId,
  email: registration.email,
  firstName: registration.firstName,
  lastName: registration.lastName,
  phone: registration.phone,
  division: registration.division,
  competitions: registration.competitions.map((id) => competitionName(setupOf(event), id)),
  experienceLevel: registration.experienceLevel,
  specialRequests: registration.specialRequests,
  paymentStatus: registration.paymentStatus,
  position: positions.get(registration.id) ?? null,
  isReleased: registration.paymentStatus === 'pending' && registration.releasedAt !== null,
  answers: answersOf(event, registration.answers),
  // A released entry holds nothing, and neither waits.
  ruleBroken: registration.releasedAt === null ? ruleBrokenBy(event, registration, now) : null,
  withdrawn:
    registration.withdrawnAt === null
      ? null
      : {
          at: registration.withdrawnAt.toISOString(),
          refund: registration.withdrawalRefund ?? 0,
          isOwed: owed.has(registration.id),
        },
  paymentAmount: registration.paymentAmount,
  registeredAt: registration.registeredAt.toISOString(),
});

/**
 * Newest first, with waitlist positions; `q` searches first name, last name and email, `status` filters by payment. Throws
 * `invalid_request` or `cursor_invalid`.
 */
@Injectable()
export class ListTournamentRegistrations {
  constructor(
    private readonly registrations: TournamentRegistrationRepository,
    private readonly events: EventRepository,
    private readonly purchases: PurchaseRepository,
    private readonly association: Association,
    private readonly clock: Clock,
  ) {}

  @Handles(listTournamentRegistrations)
  async execute(query: EntryListQuery): Promise<Page<TournamentRegistrationAnswer>> {
    const now = this.clock.now();
    const filter = entryFilterOf(query, (await this.association.current()).timeZone);
    const page = await this.registrations.page(filter, pageRequest(query, 'registeredAt'));
    const waitedFor = page.items.filter(({ waitlistedAt }) => waitlistedAt !== null).map(({ eventId }) => eventId);
    const positions = await this.registrations.positions([...new Set(waitedFor)]);
    const events = await this.events.byIds([...new Set(page.items.map(({ eventId }) => eventId))]);
    const owed = await this.owedOf(page.items);
    const answers = page.items.map((registration) =>
      toAnswer(registration, positions, events.get(registration.eventId)!, now, owed),
    );
    return { ...page, items: answers };
  }

  /** Those that were withdrawn and whose payment, which staff had recorded, was not undone yet. */
  private async owedOf(entries: readonly TournamentRegistration[]): Promise<ReadonlySet<string>> {
    const withdrawn = entries.filter(({ withdrawalRefund }) => (withdrawalRefund ?? 0) > 0).map(({ id }) => id);
    const payments = withdrawn.length === 0 ? [] : await this.purchases.ofAny(withdrawn);
    return new Set(
      payments
        .filter(({ status, sessionId }) => status === 'paid' && sessionId === null)
        .map(({ reference }) => reference),
    );
  }
}
