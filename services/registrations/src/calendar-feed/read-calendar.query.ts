import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Calendar, calendarText } from '@lectern/contracts/calendar';
import { DomainError } from '@lectern/contracts/errors';
import { readCalendar } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import { EventRepository } from '../event/event.repository.ts';
import { OwnEntries } from '../program/own-entries.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { OfficeHoursRequestRepository } from '../office-hours/office-hours-request.repository.ts';
import { WorkshopRegistrationRepository } from '../workshop-registration/workshop-registration.repository.ts';
import { calendarEntries } from './calendar-entries.ts';
import { Schedules } from '../schedule/schedules.ts';
import { CalendarFeedRepository } from './calendar-feed.repository.ts';
import { feedOf } from './calendar-key.ts';

const REFRESH_MINUTES = 60;
/** The time of writing; every entry has one. */
const STAMPS = /^DTSTAMP:.*$/gm;

/**
 * A member's calendar as it is now. Active membership follows billing's latest event. Throws `calendar_unknown` for every key
 * that opens no feed, whether it never did or does not any more.
 */
@Injectable()
export class ReadCalendar {
  constructor(
    private readonly feeds: CalendarFeedRepository,
    private readonly events: EventRepository,
    private readonly ownEntries: OwnEntries,
    private readonly members: MemberRepository,
    private readonly officeHours: OfficeHoursRequestRepository,
    private readonly workshopRegistrations: WorkshopRegistrationRepository,
    private readonly schedules: Schedules,
    private readonly association: Association,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  @Handles(readCalendar)
  async execute({
    key,
    siteUrl,
    cachedSha256,
  }: RpcInput<typeof readCalendar>): Promise<RpcOutput<typeof readCalendar>> {
    const feedId = feedOf(validSecrets(this.config, 'CALENDAR_FEED_SECRET'), key);
    const feed = feedId === null ? null : await this.feeds.find(feedId);
    if (feed === null) throw new DomainError('calendar_unknown');
    const text = calendarText(await this.of(feed.userId, siteUrl));
    // Only a change of content changes the hash.
    const sha256 = createHash('sha256').update(text.replaceAll(STAMPS, '')).digest('hex');
    return { sha256, text: sha256 === cachedSha256 ? null : text };
  }

  private async of(userId: string, siteUrl: string): Promise<Calendar> {
    const now = this.clock.now();
    const [events, workshops, account, officeHours, club, { name, timeZone, zoomUrl, changes }] = await Promise.all([
      this.events.upcoming(now),
      this.events.upcomingWorkshops(now),
      this.members.findAccount(null, userId),
      this.officeHours.heldBy(null, userId, now),
      this.schedules.weeklySession(),
      this.association.current(),
    ]);
    // The feed was created while the account was being deactivated.
    if (account !== null && account.deactivatedAt !== null) throw new DomainError('calendar_unknown');
    const [own, workshopSeats, membership] = await Promise.all([
      this.ownEntries.of(userId, account, events),
      this.workshopRegistrations.ofUser(
        userId,
        workshops.map(({ id }) => id),
      ),
      this.members.openMembershipOf(null, userId),
    ]);
    return {
      publisher: name,
      now,
      entries: calendarEntries({
        now,
        siteUrl,
        meetingPlace: zoomUrl ?? 'Zoom',
        timeZone,
        isActive: membership !== null,
        club: { schedule: club.schedule, changes: club.version - 1 + changes },
        events,
        ownEntries: own,
        workshops,
        workshopSeats,
        officeHours,
      }),
      feed: { name, refreshMinutes: REFRESH_MINUTES },
    };
  }
}
