import type { CalendarEntry } from '@lectern/contracts/calendar';
import { type ClubSchedule, clubSessionEntry, clubSessions } from '@lectern/contracts/club-session';
import { type CalendarEvent, eventEntries } from '@lectern/contracts/registrations/event-calendar';
import { officeHoursEntry } from '@lectern/contracts/registrations/office-hours-calendar';
import type { Event } from '../event/event.entity.ts';
import { meetingLink } from '../event-notice/event-access.ts';
import type { OwnEntry } from '../program/own-entries.ts';
import type { WorkshopRegistration } from '../workshop-registration/workshop-registration.entity.ts';
import type { OfficeHoursRequest } from '../office-hours/office-hours-request.entity.ts';

/** Half a year of them. */
const CLUB_SESSIONS = 26;
/** A deadline is a moment; programs show what has a length. */
const DEADLINE_MS = 30 * 60_000;

/** The suffix that shows the status of the member's entry in a title. */
const STATUS: Readonly<Record<OwnEntry['status'], string>> = {
  paid: ' (you are entered)',
  waiting: ' (waitlist)',
  pending: ' (payment due)',
};

export interface MemberCalendar {
  readonly now: Date;
  /** No slash at its end. */
  readonly siteUrl: string;
  /** Where the weekly session and the office hours take place. */
  readonly meetingPlace: string;
  /** The association's. */
  readonly timeZone: string;
  /** Whether the member has access to the member area. */
  readonly isActive: boolean;
  /** Of the weekly session. `changes`: how often its times, its zone or its place changed. */
  readonly club: { readonly changes: number; readonly schedule: ClubSchedule };
  /** Those that are not over. */
  readonly events: readonly Event[];
  /** The member's own, by the event's id. */
  readonly ownEntries: ReadonlyMap<string, OwnEntry>;
  /** The workshops that are not over, and the member's own sign-ups for them. */
  readonly workshops: readonly Event[];
  readonly workshopSeats: readonly Pick<WorkshopRegistration, 'eventId' | 'seat'>[];
  /** The member's own slot of the office hours. */
  readonly officeHours: OfficeHoursRequest | null;
}

/**
 * A member's upcoming calendar entries, soonest first. Every account has the tournaments and their deadlines; the weekly session
 * is for active members, a bootcamp for members with a paid seat, a workshop for those with a seat, a slot of the office hours for its holder.
 */
export const calendarEntries = (calendar: MemberCalendar): CalendarEntry[] => {
  const entries = [
    ...calendar.events
      .filter(({ type }) => type === 'tournament')
      .flatMap((event) => tournamentEntries(event, calendar)),
    ...(calendar.isActive ? clubEntries(calendar) : []),
    ...bootcampEntries(calendar),
    ...workshopEntries(calendar),
    ...officeHoursEntries(calendar),
  ];
  return entries
    .filter(({ ends }) => ends > calendar.now)
    .sort((one, other) => one.begins.getTime() - other.begins.getTime() || (one.uid < other.uid ? -1 : 1));
};

const published = ({ datetime, endsAt, ...event }: Event): CalendarEvent => ({
  ...event,
  datetime: datetime.toISOString(),
  endsAt: endsAt.toISOString(),
});

/** With the link to the meeting, once it is due to a paid place: the calendar's URL opens it for the member alone. */
const withLink = (event: Event, entry: OwnEntry | undefined, now: Date): Event =>
  entry?.status === 'paid' ? { ...event, location: meetingLink(event, now) ?? event.location } : event;

const tournamentEntries = (event: Event, { now, siteUrl, ownEntries: own }: MemberCalendar): CalendarEntry[] => {
  const url = `${siteUrl}/tournaments`;
  const entry = own.get(event.id);
  const rounds = eventEntries(published(withLink(event, entry, now)), url).map((round) =>
    entry === undefined ? round : { ...round, title: round.title + STATUS[entry.status] },
  );
  // A member who is in, or on the waitlist, has nothing left to do.
  if (entry !== undefined && entry.status !== 'pending') return rounds;
  // After an administrator closed the event, its deadline matters only to a member who has to pay.
  if (entry === undefined && event.closedAt !== null) return rounds;
  const deadline: CalendarEntry = {
    uid: `${event.id}-deadline@${new URL(url).host}`,
    begins: new Date(event.registrationDeadline.getTime() - DEADLINE_MS),
    ends: event.registrationDeadline,
    title: entry === undefined ? `Registration closes: ${event.title}` : `Last day to pay: ${event.title}`,
    description:
      entry === undefined
        ? `Enter until then on ${url}.`
        : 'Your entry is complete once it is paid. The link is in your email and on your dashboard.',
    location: event.location,
    url,
    isFree: true,
    sequence: event.sequence,
  };
  return [deadline, ...rounds];
};

const clubEntries = ({ now, timeZone, siteUrl, meetingPlace, club }: MemberCalendar): CalendarEntry[] =>
  clubSessions(now, timeZone, CLUB_SESSIONS, club.schedule).map((session) => ({
    ...clubSessionEntry(session, { url: `${siteUrl}/dashboard`, location: meetingPlace }),
    // Programs take a session's other time of day for a change of it.
    sequence: club.changes,
  }));

const bootcampEntries = ({ now, events, ownEntries: own, siteUrl }: MemberCalendar): CalendarEntry[] =>
  events
    .filter(({ id, type }) => type === 'bootcamp' && own.get(id)?.status === 'paid')
    .flatMap((run) => eventEntries(published(withLink(run, own.get(run.id), now)), `${siteUrl}/bootcamp-registration`));

/** Always with the link to the meeting. */
const workshopEntries = ({ workshops, workshopSeats, siteUrl }: MemberCalendar): CalendarEntry[] =>
  workshops
    .filter(({ id }) => workshopSeats.some(({ eventId, seat }) => eventId === id && seat === 'taken'))
    .flatMap((workshop) =>
      eventEntries(
        published({ ...workshop, location: workshop.zoomLink ?? workshop.location }),
        `${siteUrl}/member/resources?tab=schedules`,
      ),
    );

const officeHoursEntries = ({ officeHours, siteUrl, meetingPlace }: MemberCalendar): CalendarEntry[] =>
  officeHours === null ? [] : [officeHoursEntry(officeHours, siteUrl, meetingPlace)];
