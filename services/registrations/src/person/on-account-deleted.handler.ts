import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { personErased, registrationsErased } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';
import { ErasedAccounts, eraseFromOutbox } from '@lectern/service-kit/person/erased-accounts';
import { PersonRecordChanges } from '@lectern/service-kit/person/person-record-changes';
import { Clock } from '@lectern/service-kit/time/clock';
import { BootcampSeats } from '../bootcamp-registration/bootcamp-seats.ts';
import { CalendarFeedRepository } from '../calendar-feed/calendar-feed.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { ContactChangeRepository } from '../contact/contact-change.repository.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { EndOfficeHours } from '../office-hours/end-office-hours.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { WorkshopSeats } from '../workshop-registration/workshop-seats.ts';
import { PersonRepository, type PersonsPlace, type RegistrationTable } from './person.repository.ts';

/**
 * Ends a deleted account's registrations. Future places are released, and the waitlist moves up in the same transaction; past
 * rows stay to be counted, without the person. A guest's paid registration in another name stays, and so do all paid
 * registrations of an account that was deleted in favor of its mailbox's holder. Of a mailbox without an account, all
 * registrations end, in every name. Idempotent.
 */
@Injectable()
export class OnAccountDeleted {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly members: MemberRepository,
    private readonly persons: PersonRepository,
    private readonly imports: ListImports,
    private readonly events: EventRepository,
    private readonly places: BootcampSeats,
    private readonly entries: TournamentEntries,
    private readonly workshopSeats: WorkshopSeats,
    private readonly purchases: PurchaseRepository,
    private readonly officeHours: EndOfficeHours,
    private readonly feeds: CalendarFeedRepository,
    private readonly claims: ClaimRepository,
    private readonly contacts: ContactChangeRepository,
    private readonly records: PersonRecordChanges,
    private readonly clock: Clock,
  ) {}

  @HandlesEvent(accountDeleted)
  async handle(
    {
      userId,
      verifiedEmail,
      deletedAt,
      leavesPurchases = false,
      isMailbox = false,
    }: EventPayload<typeof accountDeleted>,
    tx: Transaction,
  ): Promise<void> {
    const verifiedKey = verifiedEmail === null ? null : keyOf(verifiedEmail);
    await this.members.lockUser(tx, userId);
    await this.erased.note(tx, userId, new Date(deletedAt));
    const emailKeys = [...(await this.persons.emailKeysOf(tx, userId)), ...(verifiedKey === null ? [] : [verifiedKey])];
    await this.members.lockEmails(tx, emailKeys);
    // An unverified email may be another person's.
    const theirKeys = verifiedKey === null ? [] : [verifiedKey];
    await this.imports.erase(tx, theirKeys);
    await eraseFromOutbox(tx, { userId, emailKeys: theirKeys });
    // Another person's registrations of the mailbox wait for its next account.
    const leave = (table: 'bootcamp_registrations' | 'tournament_registrations') =>
      leavesPurchases
        ? this.persons.leavePaid(tx, table, userId)
        : this.persons.leaveAnothers(tx, table, userId, verifiedKey);
    if (!isMailbox) {
      await this.claims.publish(tx, 'bootcamp_registration', await leave('bootcamp_registrations'));
      await this.claims.publish(tx, 'tournament_entry', await leave('tournament_registrations'));
    }
    const placesIn = (table: 'bootcamp_registrations' | 'tournament_registrations') =>
      this.persons.placesOf(tx, table, userId, verifiedKey, isMailbox);
    const [bootcamps, tournaments] = [
      await placesIn('bootcamp_registrations'),
      await placesIn('tournament_registrations'),
    ];
    const workshops = await this.persons.workshopsOf(tx, userId);
    const places = [...bootcamps, ...tournaments, ...workshops].map(({ id }) => id);
    const registrationIds = [...places, ...(await this.persons.debateClubOf(tx, userId, verifiedKey))];
    await this.persons.eraseFromOutbox(tx, registrationIds);
    await this.contacts.eraseFromOutbox(tx, theirKeys, registrationIds);
    await this.records.eraseFromOutbox(tx, theirKeys, [...registrationIds, userId]);
    // Bootcamp runs first and each kind in order: the lock order of payments.
    await this.end(tx, 'bootcamp_registrations', bootcamps);
    await this.end(tx, 'tournament_registrations', tournaments);
    await this.end(tx, 'workshop_registrations', workshops);
    await this.persons.forgetAnswers(tx, places);
    await this.persons.eraseMemberships(tx, userId, verifiedKey, this.clock.now());
    await this.officeHours.of(tx, userId);
    await this.feeds.remove(tx, userId);
    if (registrationIds.length > 0) await tx.publish(registrationsErased, { registrationIds });
    await tx.publish(personErased, { userId });
  }

  private async end(
    tx: Transaction,
    table: RegistrationTable,
    places: readonly Pick<PersonsPlace, 'id' | 'eventId'>[],
  ): Promise<void> {
    for (const { id } of places) await this.purchases.withdraw(tx, id);
    for (const eventId of new Set(places.map((place) => place.eventId))) {
      const event = await this.events.lock(tx, eventId);
      const ids = places.filter((place) => place.eventId === eventId).map(({ id }) => id);
      if (event.datetime <= this.clock.now()) {
        await this.persons.eraseFromRegistrations(tx, table, ids);
        continue;
      }
      await this.persons.removePlaces(tx, table, ids);
      if (table === 'bootcamp_registrations') await this.places.updateSeats(tx, event);
      else if (table === 'workshop_registrations') await this.workshopSeats.moveUp(tx, event);
      else await this.entries.moveUp(tx, event);
    }
  }
}
