import { CLUB_SESSION } from '@lectern/contracts/club-session';

/**
 * The weekly session. The specification gives several readings and wants each kept on the pages that it names: the dashboard
 * says "weekday at 8AM PST" and two hours, the debate club page Sunday and two hours, the other public pages 90 minutes in three
 * parts.
 */
export const dashboardSession = {
  summary: 'Weekday at 8AM PST',
  time: '8:00 AM PST',
  /** The same as a wall-clock hour of the association's zone. */
  hour: 8,
  length: '2 hours',
} as const;

export const sessionParts = [
  {
    name: 'Warm-up',
    minutes: 15,
    text: 'Impromptu rounds of a minute each. You speak before you have time to be nervous.',
  },
  {
    name: 'Main activity',
    minutes: 60,
    text: 'A debate or a set of speeches in your division, with time to prepare and a flow of every argument.',
  },
  {
    name: 'Feedback',
    minutes: 15,
    text: 'What landed, what did not, and the one thing to try next week. From a coach, to you.',
  },
] as const;

export const SESSION_MINUTES = sessionParts.reduce((sum, part) => sum + part.minutes, 0);

/** As the debate club page says it. `hour` is a wall-clock hour of the association's zone. */
export const clubSession = {
  day: CLUB_SESSION.day,
  time: '8:00-10:00 AM PST',
  hour: CLUB_SESSION.hour,
  hours: CLUB_SESSION.hours,
  weeks: 8,
} as const;

/** The Tournament Prep Bootcamp (specification, section 9). */
export const bootcampSchedule = {
  weeks: 4,
  hours: 2,
  days: 'Sundays',
  time: '10:30am-12:30pm PST',
  /** As the dashboard writes it. */
  dashboardTime: '10:30 AM-12:30 PM PST',
  hour: 10.5,
  classSize: '8-12',
  seats: 12,
} as const;
