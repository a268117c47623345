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
import { WorkshopSeats } from '../workshop-registration/workshop-seats.ts';
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
import { ruleBrokenBy, setupOf } from '../event/event-setup.ts';
import { isLimited, limitsBelowTaken } from '../event/places.ts';
import { EventRepository } from '../event/event.repository.ts';
import { linkOpensAt } from '../event-notice/event-access.ts';
import { EventNoticeSignal } from '../event-notice/event-notice-signal.ts';

/** The fields that everybody with a place is emailed about. */
const WHEN_AND_WHERE: readonly EventField[] = ['datetime', 'endsAt', 'timezone', 'location'];

/** The fields that decide the price of an entry. */
const DECIDING_PRICES: readonly EventField[] = ['price', 'setup', 'datetime'];

/** The fields that have the rules of entries. */
const DECIDING_RULES: readonly EventField[] = ['setup', 'division'];

const placesTaken = (count: number): string =>
  count === 1 ? '1 place is taken already' : `${count} places are taken already`;
const counted = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
const people = (count: number): string => `${counted(count)} ${count === 1 ? 'is' : 'are'}`;

/**
 * Changes an event under its lock, so that nobody registers for its former state meanwhile. New places go to the waitlist, and a
 * lower price to unpaid entries, in the same transaction. People with a place keep it when a rule is added. Unpaid entries keep their place until the deadline when a tournament
 * gets its first limit. Everybody with a place is notified of a new time or place; hiding a workshop cancels it for its members. Throws `not_found`, `invalid_request`, `event_exists` and `version_conflict`.
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
    private readonly workshopSeats: WorkshopSeats,
    private readonly notices: EventNoticeSignal,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(editEvent)
  async execute({ id, version, by, ...form }: RpcInput<typeof editEvent>): Promise<RpcOutput<typeof editEvent>> {
    try {
      return await this.transactor.run(async (tx) => {
        const event = await this.events.lockIfThere(tx, id);
        if (event === null) throw new DomainError('not_found', { message: EVENT_GONE });
        const wanted = fieldsOf(form, event);
        const edit = decideEdit<Event, EventField>(event, { version, wanted, labels: EVENT_LABELS, page: 'Events' });
        if (edit === null)
          return { event: await this.adminEvents.one(tx, event), changed: [], isInCalendars: false, movedUp: 0 };
        const changed = differencesOf<Event, EventField>(event, wanted);
        const before = await this.occupancy(tx, event);
        throwFieldErrors({
          ...this.wrongWith(wanted, changed, before),
          ...(changed.includes('setup') ? await this.wrongWithSetup(tx, event, wanted, before) : {}),
        });
        const former = { ...event };
        const isInCalendars = changed.some((field) => IN_CALENDARS.includes(field));
        const wasUnlimited = !isLimited(event);
        await this.events.change(tx, event, {
          ...edit,
          ...this.noticed(wanted, changed),
          sequence: event.sequence + (isInCalendars ? 1 : 0),
        });
        this.notices.eventChanged(tx);
        // Their emails, from before the limit, named the deadline.
        if (event.type === 'tournament' && wasUnlimited && isLimited(event))
          await this.tournaments.holdUnpaid(tx, id, event.registrationDeadline);
        const released = await this.endHidden(tx, event, changed);
        const after = await this.moveUp(tx, event);
        // After the waitlist: a price of nothing gives released entries a place again. Of the fields, the date decides whether a
        // membership that ends covers it.
        if (event.type === 'tournament' && changed.some((field) => DECIDING_PRICES.includes(field)))
          await this.entries.followPrice(tx, event);
        await this.recordAdminAction.execute(tx, by, 'edit_event', {
          eventId: id,
          title: event.title,
          changed: changed.map((field) => EVENT_LABELS[field]).join(', '),
        });
        return {
          event: await this.adminEvents.one(tx, event),
          changed,
          isInCalendars,
          movedUp: released > 0 ? 0 : before.waiting - after.waiting,
          released,
          breaking: await this.followRules(tx, former, event, changed),
        };
      });
    } catch (error) {
      if (isUniqueViolation(error, 'events_once')) throw eventExists();
      throw error;
    }
  }

  /**
   * Notifies the people on the waitlist who break a rule that the edit added. Returns the number of all entries with a place, or waiting for one,
   * that break a rule now, as the list of entries filters them.
   */
  private async followRules(
    tx: Transaction,
    former: Event,
    event: Event,
    changed: readonly EventField[],
  ): Promise<number> {
    if (event.type !== 'tournament' || !changed.some((field) => DECIDING_RULES.includes(field))) return 0;
    const placed = await this.tournaments.withPlace(tx, event.id);
    const waiting = await this.tournaments.firstWaiting(tx, event.id);
    for (const entry of waiting) await this.entries.notifyOfRule(tx, former, event, entry);
    return [...placed, ...waiting].filter((entry) => ruleBrokenBy(event, entry, this.clock.now()) !== null).length;
  }

  private async occupancy(tx: Transaction, event: Event): Promise<Pick<EventOccupancy, 'filled' | 'waiting'>> {
    if (event.type === 'workshop') return this.workshopSeats.occupancy(tx, event);
    return event.type === 'tournament' ? this.tournaments.occupancy(tx, event.id) : this.places.occupancy(tx, event);
  }

  private async moveUp(tx: Transaction, event: Event): Promise<Pick<EventOccupancy, 'waiting'>> {
    if (event.type === 'workshop') return this.workshopSeats.moveUp(tx, event);
    if (event.type === 'tournament') return this.entries.moveUp(tx, event);
    // An offer never lasts beyond the first session, which may be earlier now.
    await this.bootcamps.endOffersBy(tx, event.id, event.datetime);
    return this.places.updateSeats(tx, event);
  }

  /** Notes that the time, the place or the known link changed: `SendEventNotices` emails the people with a place. */
  private noticed(
    wanted: EventFields,
    changed: readonly EventField[],
  ): Partial<Pick<Event, 'movedAt' | 'linkChangedAt'>> {
    const now = this.clock.now();
    if (changed.some((field) => WHEN_AND_WHERE.includes(field))) return { movedAt: now };
    const isLinkKnown = wanted.type === 'workshop' || linkOpensAt(wanted) <= now;
    return changed.includes('zoomLink') && wanted.zoomLink !== null && isLinkKnown ? { linkChangedAt: now } : {};
  }

  /** A hidden workshop that is not over is cancelled: nobody bought a seat. Returns how many sign-ups ended. */
  private async endHidden(tx: Transaction, event: Event, changed: readonly EventField[]): Promise<number> {
    const isCancelled =
      event.type === 'workshop' && event.endsAt > this.clock.now() && changed.includes('isActive') && !event.isActive;
    return isCancelled ? this.workshopSeats.endAll(tx, event) : 0;
  }

  /** A competition that people entered stays: its entries would have no name. Nobody loses a place to a new limit. */
  private async wrongWithSetup(
    tx: Transaction,
    event: Event,
    wanted: EventFields,
    { filled }: Pick<EventOccupancy, 'filled'>,
  ): Promise<FieldErrors> {
    const parts = (await this.tournaments.takenParts(tx, [event.id])).get(event.id) ?? new Map<string, number>();
    const below = limitsBelowTaken(wanted, event, new Map([...parts, ['event', filled]]));
    if (below.size > 0) return Object.fromEntries([...below].map(([path, count]) => [path, placesTaken(count)]));
    const stays = new Set(setupOf(wanted).competitions.map(({ id }) => id));
    const entered = await this.tournaments.countByCompetition(tx, event.id);
    const removed = setupOf(event).competitions.find(({ id }) => !stays.has(id) && entered.has(id));
    if (removed === undefined) return this.wrongWithQuestions(tx, event, wanted);
    return {
      setup: `${counted(entered.get(removed.id)!)} entered ${removed.name}, so it cannot be removed. Close it instead.`,
    };
  }

  /** A question that people answered stays, in other words or hidden: its answers would have no question. */
  private async wrongWithQuestions(tx: Transaction, event: Event, wanted: EventFields): Promise<FieldErrors> {
    const answered = await this.tournaments.countByQuestion(tx, event.id);
    const next = setupOf(wanted).questions ?? [];
    for (const { id, question: words, kind } of setupOf(event).questions ?? []) {
      const count = answered.get(id);
      if (count === undefined) continue;
      const index = next.findIndex((question) => question.id === id);
      if (index < 0)
        return {
          'setup.questions': `${counted(count)} answered “${words}”, so it cannot be removed. Hide it instead.`,
        };
      if (next[index]!.kind !== kind)
        return {
          [`setup.questions.${index}.kind`]: `${counted(count)} answered it, so this cannot change. Hide the question and add another one.`,
        };
    }
    return {};
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
      wrong['type'] = 'The type cannot change: people register for each kind of event in another way';
    if (changed.includes('capacity') && wanted.capacity !== null && wanted.capacity < filled) {
      wrong['capacity'] = placesTaken(filled);
    }
    if (wanted.type !== 'workshop' && changed.includes('isActive') && !wanted.isActive && filled + waiting > 0) {
      wrong['isActive'] =
        `${people(filled + waiting)} registered and would no longer find it on the site. Close registration instead.`;
    }
    return wrong;
  }
}
