import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { EventCopy } from '@lectern/contracts/registrations/admin-model';
import type { EventSetup } from '@lectern/contracts/registrations/event-setup';
import { cloneEvents } from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { dateIn, daysLaterIn } from '@lectern/contracts/zoned-time';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction } from '../record-admin-action.ts';
import {
  boundsInEveryZone,
  datesOf,
  mentionsDates,
  nextDescription,
  nextTitle,
  QUARTER_DAYS,
  quarterOf,
} from '../event/next-quarter.ts';
import { EVENT_GONE } from '../event/event-fields.ts';
import { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';

interface Copy {
  readonly source: Event;
  readonly copy: Event;
  readonly outcome: EventCopy['outcome'];
  /** The existing event. */
  readonly existing: Event | null;
}

const beginsOn = ({ timezone, datetime }: Pick<Event, 'timezone' | 'datetime'>): string => dateIn(timezone, datetime);

/**
 * Copies events into the next quarter: thirteen weeks later, at the same hour of their zone's clock, under the next season's
 * name. An event is copied once, whatever happens to its copy, and not where the quarter has another event of its kind and title.
 * `dryRun` creates nothing. Throws `not_found`.
 */
@Injectable()
export class CloneEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(cloneEvents)
  async execute({ what, dryRun, by }: RpcInput<typeof cloneEvents>): Promise<RpcOutput<typeof cloneEvents>> {
    if (dryRun) return { events: (await this.plan(null, what)).map(toEventCopy), made: 0 };
    return this.transactor.run(async (tx) => {
      await this.events.lockCopying(tx);
      const copies = await this.plan(tx, what);
      const fresh = copies.filter(({ outcome }) => outcome === 'new');
      for (const { copy } of fresh) await this.events.add(tx, copy);
      if (fresh.length > 0) {
        await this.recordAdminAction.execute(tx, by, 'clone_events', {
          ...what,
          made: fresh.length,
          titles: fresh.map(({ copy }) => copy.title).join(', '),
          eventIds: fresh.map(({ copy }) => copy.id).join(', '),
        });
      }
      return { events: copies.map(toEventCopy), made: fresh.length };
    });
  }

  private async plan(tx: Transaction | null, what: RpcInput<typeof cloneEvents>['what']): Promise<Copy[]> {
    const sources =
      'eventId' in what ? [await this.sourceOf(tx, what.eventId)] : await this.ofQuarter(tx, what.quarter);
    if (sources.length === 0) return [];
    const clones = new Map(
      (
        await this.events.clonesOf(
          tx,
          sources.map(({ id }) => id),
        )
      ).map((clone) => [clone.clonedFrom, clone]),
    );
    const copies: Copy[] = [];
    for (const source of sources) {
      const copy = copyOf(source);
      const existing = clones.get(source.id) ?? (await this.namesake(tx, copy));
      const outcome = existing !== null ? 'exists' : copy.registrationDeadline <= this.clock.now() ? 'past' : 'new';
      copies.push({ source, copy, outcome, existing });
    }
    return copies;
  }

  private async sourceOf(tx: Transaction | null, id: string): Promise<Event> {
    const event = await this.events.find(tx, id);
    if (event === null) throw new DomainError('not_found', { message: EVENT_GONE });
    return event;
  }

  /** Tournaments and bootcamp runs on the site that begin in a quarter, by the date of their own zone. Each workshop is another one. */
  private async ofQuarter(tx: Transaction | null, quarter: string): Promise<Event[]> {
    const { from, until } = boundsInEveryZone(datesOf(quarter));
    const events = await this.events.beginningIn(tx, from, until);
    return events.filter(
      (event) => event.type !== 'workshop' && event.isActive && quarterOf(beginsOn(event)) === quarter,
    );
  }

  /** An event of the copy's kind and title: one in its quarter that is no copy itself, or any at its very moment. */
  private async namesake(tx: Transaction | null, copy: Event): Promise<Event | null> {
    const quarter = quarterOf(beginsOn(copy));
    const { from, until } = boundsInEveryZone(datesOf(quarter));
    const there = (await this.events.beginningIn(tx, from, until)).filter(
      ({ type, title }) => type === copy.type && title === copy.title,
    );
    return (
      there.find((event) => event.clonedFrom === null && quarterOf(beginsOn(event)) === quarter) ??
      there.find((event) => event.datetime.getTime() === copy.datetime.getTime()) ??
      null
    );
  }
}

const laterSetup = (setup: EventSetup, later: (instant: Date) => Date): EventSetup => ({
  ...setup,
  laterPrices: setup.laterPrices?.map((step) => ({ ...step, from: later(new Date(step.from)).toISOString() })),
  competitions: setup.competitions.map((competition) => ({
    ...competition,
    deadline: competition.deadline && later(new Date(competition.deadline)).toISOString(),
  })),
});

/** A quarter later, empty and open for registration; hidden where its source is, which may be cancelled or a draft. */
const copyOf = (source: Event): Event => {
  const later = (instant: Date): Date => daysLaterIn(source.timezone, instant, QUARTER_DAYS);
  return Object.assign(new Event(), {
    title: nextTitle(source.title),
    description: nextDescription(source.description),
    type: source.type,
    division: source.division,
    datetime: later(source.datetime),
    endsAt: later(source.endsAt),
    timezone: source.timezone,
    location: source.location,
    zoomLink: source.zoomLink,
    capacity: source.capacity,
    registrationDeadline: later(source.registrationDeadline),
    price: source.price,
    isActive: source.isActive,
    setup: source.setup && laterSetup(source.setup, later),
    refundSteps: source.refundSteps.map((step) => ({ ...step, until: later(new Date(step.until)).toISOString() })),
    closedAt: null,
    movedAt: null,
    linkChangedAt: null,
    version: 1,
    fieldVersions: {},
    sequence: 0,
    clonedFrom: source.id,
  });
};

const toEventCopy = ({ source, copy, outcome, existing }: Copy): EventCopy => {
  const shown = existing ?? copy;
  return {
    sourceId: source.id,
    sourceTitle: source.title,
    outcome,
    eventId: existing?.id ?? copy.id ?? null,
    type: shown.type,
    title: shown.title,
    description: shown.description,
    datetime: shown.datetime.toISOString(),
    endsAt: shown.endsAt.toISOString(),
    registrationDeadline: shown.registrationDeadline.toISOString(),
    timezone: shown.timezone,
    capacity: shown.capacity,
    price: shown.price,
    descriptionNamesDates: mentionsDates(shown.description),
  };
};
