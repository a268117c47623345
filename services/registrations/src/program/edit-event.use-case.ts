import { Injectable } from '@nestjs/common';
import { DomainError, type FieldErrors } from '@lectern/contracts/errors';
import { editEvent } from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { decideEdit, differencesOf } from '@lectern/service-kit/edit/decide-edit';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { BootcampSeats } from '../bootcamp-registration/bootcamp-seats.ts';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import { AdminEvents } from './admin-events.ts';
import type { EventOccupancy } from '../event/availability.ts';
import {
  EVENT_GONE,
  EVENT_LABELS,
  type EventField,
  type EventFields,
  eventExists,
  fieldsOf,
  IN_CALENDARS,
  timesInThePast,
  throwFieldErrors,
} from '../event/event-fields.ts';
import type { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';

const people = (count: number): string => (count === 1 ? '1 person is' : `${count} people are`);

/**
 * Changes an event under its lock, so that nobody registers for its former state meanwhile. New places go to the waitlist, and a
 * lower price to unpaid entries, in the same transaction. Unpaid entries keep their place until the deadline when a tournament
 * gets its first limit. Throws `not_found`, `invalid_request`, `event_exists` and `version_conflict`.
 */
@Injectable()
export class EditEvent {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly adminEvents: AdminEvents,
    private readonly tournaments: TournamentRegistrationRepository,
    private readonly entries: TournamentEntries,
    private readonly bootcamps: BootcampRegistrationRepository,
    private readonly places: BootcampSeats,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(editEvent)
  async execute({ id, version, by, ...form }: RpcInput<typeof editEvent>): Promise<RpcOutput<typeof editEvent>> {
    const wanted = fieldsOf(form);
    try {
      return await this.transactor.run(async (tx) => {
        const event = await this.events.lockIfThere(tx, id);
        if (event === null) throw new DomainError('not_found', { message: EVENT_GONE });
        const edit = decideEdit<Event, EventField>(event, { version, wanted, labels: EVENT_LABELS, page: 'Events' });
        if (edit === null)
          return { event: await this.adminEvents.one(tx, event), changed: [], isInCalendars: false, movedUp: 0 };
        const changed = differencesOf<Event, EventField>(event, wanted);
        const before = await this.occupancy(tx, event);
        throwFieldErrors(this.wrongWith(wanted, changed, before));
        const isInCalendars = changed.some((field) => IN_CALENDARS.includes(field));
        const wasUnlimited = event.capacity === null;
        await this.events.change(tx, event, { ...edit, sequence: event.sequence + (isInCalendars ? 1 : 0) });
        if (event.type === 'tournament') {
          // Their emails, from before the limit, named the deadline.
          if (wasUnlimited && event.capacity !== null)
            await this.tournaments.holdUnpaid(tx, id, event.registrationDeadline);
          // The date decides whether a membership that ends covers it.
          if (changed.includes('price') || changed.includes('datetime')) await this.entries.followPrice(tx, event);
        }
        const after = await this.moveUp(tx, event);
        await this.recordAdminAction.execute(tx, by, 'edit_event', {
          eventId: id,
          title: event.title,
          changed: changed.map((field) => EVENT_LABELS[field]).join(', '),
        });
        return {
          event: await this.adminEvents.one(tx, event),
          changed,
          isInCalendars,
          movedUp: before.waiting - after.waiting,
        };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'events_once')) throw eventExists();
      throw error;
    }
  }

  private async occupancy(tx: Transaction, event: Event): Promise<Pick<EventOccupancy, 'filled' | 'waiting'>> {
    return event.type === 'tournament' ? this.tournaments.occupancy(tx, event.id) : this.places.occupancy(tx, event);
  }

  private async moveUp(tx: Transaction, event: Event): Promise<Pick<EventOccupancy, 'waiting'>> {
    if (event.type === 'tournament') return this.entries.moveUp(tx, event);
    // An offer never lasts beyond the first session, which may be earlier now.
    await this.bootcamps.endOffersBy(tx, event.id, event.datetime);
    return this.places.updateSeats(tx, event);
  }

  /** Unchanged values stay allowed: an event that is over can still get another description. */
  private wrongWith(
    wanted: EventFields,
    changed: readonly EventField[],
    { filled, waiting }: Pick<EventOccupancy, 'filled' | 'waiting'>,
  ): FieldErrors {
    const late = timesInThePast(wanted, this.clock.now());
    const wrong = Object.fromEntries(Object.entries(late).filter(([field]) => changed.includes(field as EventField)));
    if (changed.includes('type'))
      wrong['type'] = 'The type cannot change: people register for tournaments and bootcamps in different ways';
    if (changed.includes('capacity') && wanted.capacity !== null && wanted.capacity < filled) {
      wrong['capacity'] = filled === 1 ? '1 place is taken already' : `${filled} places are taken already`;
    }
    if (changed.includes('isActive') && !wanted.isActive && filled + waiting > 0) {
      wrong['isActive'] =
        `${people(filled + waiting)} registered and would no longer find it on the site. Close registration instead.`;
    }
    return wrong;
  }
}
