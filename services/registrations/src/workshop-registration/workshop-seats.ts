import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { workshopSeatChanged } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { EventOccupancy } from '../event/availability.ts';
import { calendarEntryOf } from '../event/calendar-entry.ts';
import type { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';
import type { WorkshopRegistration, WorkshopSeat } from './workshop-registration.entity.ts';
import { WorkshopRegistrationRepository } from './workshop-registration.repository.ts';

type Change = EventPayload<typeof workshopSeatChanged>['change'];
type Occupancy = Pick<EventOccupancy, 'filled' | 'waiting'>;

/** Changes after which a member has a seat, and gets the link to the meeting. */
const WITH_SEAT: readonly Change[] = ['signed_up', 'moved_up'];

/**
 * The seats of workshops. A free seat goes to the first of the waitlist in the transaction that frees it, under the lock of the
 * workshop, so that it is given once and nobody overtakes the waitlist.
 */
@Injectable()
export class WorkshopSeats {
  constructor(
    private readonly events: EventRepository,
    private readonly registrations: WorkshopRegistrationRepository,
    private readonly clock: Clock,
  ) {}

  async occupancy(tx: Transaction, { id }: Event): Promise<Occupancy> {
    return (await this.registrations.occupancyOf(tx, [id]))[0] ?? { filled: 0, waiting: 0 };
  }

  /** Gives free seats to the first of the waitlist until the workshop begins. Returns the occupancy afterwards. Idempotent. */
  async moveUp(tx: Transaction, workshop: Event): Promise<Occupancy> {
    const { filled, waiting } = await this.occupancy(tx, workshop);
    const free = workshop.capacity === null ? waiting : Math.min(waiting, workshop.capacity - filled);
    if (free <= 0 || workshop.datetime <= this.clock.now() || !workshop.isActive) return { filled, waiting };
    for (const registration of await this.registrations.firstWaiting(tx, workshop.id, free)) {
      await this.registrations.setSeat(tx, registration, { seat: 'taken', endedAt: null });
      await this.publish(tx, workshop, registration, 'moved_up');
    }
    return { filled: filled + free, waiting: waiting - free };
  }

  /** Ends a seat or a position on the waitlist of a locked workshop, and publishes it. Call {@link moveUp} afterwards. */
  async end(
    tx: Transaction,
    workshop: Event,
    registration: WorkshopRegistration,
    seat: Exclude<WorkshopSeat, 'taken' | 'waiting'>,
    change: Change,
  ): Promise<void> {
    await this.registrations.setSeat(tx, registration, { seat, endedAt: this.clock.now() });
    await this.publish(tx, workshop, registration, change);
  }

  /**
   * Releases the seats of every account without an annual plan, in workshops that have not begun: its plan has ended, is monthly
   * now, or has left the account. A later plan does not restore them. Idempotent.
   */
  async endWithoutPlan(tx: Transaction): Promise<void> {
    await this.giveBack(tx, await this.registrations.withoutPlan(tx, this.clock.now()), 'plan_ended');
  }

  /** Releases the seats of a deactivated account, or one that changed its holder (`registeredBy`: those of that time or earlier). */
  async endOfAccount(tx: Transaction, userId: string, registeredBy?: Date): Promise<void> {
    const theirs = await this.registrations.endableOf(tx, userId, this.clock.now(), registeredBy);
    await this.giveBack(tx, theirs, 'cancelled');
  }

  private async giveBack(
    tx: Transaction,
    ended: readonly Pick<WorkshopRegistration, 'id' | 'eventId'>[],
    change: Change,
  ): Promise<void> {
    for (const eventId of new Set(ended.map((registration) => registration.eventId))) {
      const workshop = await this.events.lock(tx, eventId);
      for (const { id } of ended.filter((registration) => registration.eventId === eventId)) {
        const registration = await this.registrations.find(tx, id);
        if (registration?.endedAt !== null) continue;
        await this.end(tx, workshop, registration, 'released', change);
      }
      await this.moveUp(tx, workshop);
    }
  }

  /** Releases every seat and the waitlist of a workshop that staff cancelled. Returns how many there were. */
  async endAll(tx: Transaction, workshop: Event): Promise<number> {
    const active = await this.registrations.active(tx, workshop.id);
    for (const registration of active) await this.end(tx, workshop, registration, 'released', 'workshop_cancelled');
    return active.length;
  }

  /** Publishes a change of a registration; `position` is that on the waitlist. */
  async publish(
    tx: Transaction,
    workshop: Event,
    { id: registrationId, email, firstName, lastName, userId }: WorkshopRegistration,
    change: Change,
    position: number | null = null,
  ): Promise<void> {
    const now = this.clock.now();
    await tx.publish(workshopSeatChanged, {
      ...{ registrationId, change, email, firstName, lastName, userId, position },
      since: now.toISOString(),
      title: workshop.title,
      beginsAt: workshop.datetime.toISOString(),
      endsAt: workshop.endsAt.toISOString(),
      zoomLink: WITH_SEAT.includes(change) ? workshop.zoomLink : null,
      calendar: calendarEntryOf(workshop, now),
    });
  }
}
