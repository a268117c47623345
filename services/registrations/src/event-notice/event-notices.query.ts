import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { EventNotice as Notice, PlannedNotice } from '@lectern/contracts/registrations/event-notice-model';
import { isEverPriced, priceAt } from '@lectern/contracts/registrations/event-prices';
import { listEventNotices, sampleEventNotice } from '@lectern/contracts/registrations/event-notice-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import { EVENT_GONE } from '../event/event-fields.ts';
import type { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';
import { EventNoticeRepository, type PublishedNotices } from './event-notice.repository.ts';
import { noticePayload } from './notice-payload.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When a notice of an event is due and until when it may be late, as the repository computes it for each person. */
const planOf = ({ datetime, registrationDeadline }: Event): readonly [Notice, at: number, until: number][] => {
  const [begins, deadline] = [datetime.getTime(), registrationDeadline.getTime()];
  return [
    ['seven_days', begins - 7 * DAY_MS, begins - 6 * DAY_MS],
    ['payment_reminder', deadline - DAY_MS, deadline],
    ['one_day', begins - DAY_MS, begins - HOUR_MS],
    ['one_hour', begins - HOUR_MS, begins],
  ];
};

/** The notices of an event for staff. */
@Injectable()
export class EventNotices {
  constructor(
    private readonly events: EventRepository,
    private readonly notices: EventNoticeRepository,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  /** Of its present date, of former dates as far as they were sent, and of each change that was announced. */
  @Handles(listEventNotices)
  async list({ id }: RpcInput<typeof listEventNotices>): Promise<RpcOutput<typeof listEventNotices>> {
    const event = await this.find(id);
    const now = this.clock.now().getTime();
    const [people, published] = await Promise.all([this.notices.people(id, new Date(now)), this.notices.published(id)]);
    const isPaidByEntry = event.type === 'tournament' && isEverPriced(event);
    const plan = planOf(event).filter(([notice]) => isPaidByEntry || notice !== 'payment_reminder');
    // Each entry may have its own time to pay, so its reminders are one item.
    const ofPlan = (notice: Notice, at: number) => (each: PublishedNotices) =>
      each.notice === notice && (notice === 'payment_reminder' || each.dueAt.getTime() === at);
    const planned = plan.map(([notice, at, until]): PlannedNotice => {
      const of = people.find((each) => each.notice === notice);
      const written = sum(published.filter(ofPlan(notice, at)));
      return {
        notice,
        at: new Date(at).toISOString(),
        state: at > now ? 'planned' : until > now ? 'due' : 'over',
        people: Math.max(of?.people ?? 0, written),
        written,
        skipped: of?.skipped ?? 0,
      };
    });
    const others = published
      .filter((each) => !plan.some(([notice, at]) => ofPlan(notice, at)(each)))
      .map(({ notice, dueAt, published: written }): PlannedNotice => ({
        notice,
        at: dueAt.toISOString(),
        state: 'over',
        people: written,
        written,
        skipped: 0,
      }));
    return {
      needsLink: event.zoomLink === null && event.endsAt.getTime() > now,
      notices: [...planned, ...others].sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    };
  }

  /** As it is sent at its time, to a person with a place. */
  @Handles(sampleEventNotice)
  async sample({ id, notice }: RpcInput<typeof sampleEventNotice>): Promise<RpcOutput<typeof sampleEventNotice>> {
    const event = await this.find(id);
    const planned = planOf(event).find(([each]) => each === notice);
    const now = planned === undefined ? this.clock.now() : new Date(planned[1]);
    const isPaid = notice !== 'payment_reminder';
    const isTournament = event.type === 'tournament';
    const person = {
      kind: event.type,
      registrationId: randomUUID(),
      userId: null,
      email: '',
      firstName: 'Alex',
      lastName: '',
      payKey: event.type === 'workshop' ? null : randomUUID(),
      isPaid,
      payBy: isPaid ? null : event.registrationDeadline,
      amount: isPaid ? null : priceAt(event, now),
      competitions: isTournament ? (['prepared_speech', 'spontaneous_debate'] as const).slice() : null,
      division: isTournament ? (event.division ?? 'development') : null,
      notice,
      dueAt: now,
    };
    return noticePayload(event, person, { noticeId: randomUUID(), now, secret: this.config.CALENDAR_FEED_SECRET });
  }

  private async find(id: string): Promise<Event> {
    const event = await this.events.find(null, id);
    if (event === null) throw new DomainError('not_found', { message: EVENT_GONE });
    return event;
  }
}

const sum = (rows: readonly PublishedNotices[]): number => rows.reduce((total, { published }) => total + published, 0);
