/** The parts of a session, each with the field of the weekly session that has its minutes. */
export const sessionParts = [
  {
    name: 'Warm-up',
    minutes: 'warmUpMinutes',
    text: 'Impromptu rounds of a minute each. You speak before you have time to be nervous.',
  },
  {
    name: 'Main activity',
    minutes: 'mainActivityMinutes',
    text: 'A debate or a set of speeches in your division, with time to prepare and a flow of every argument.',
  },
  {
    name: 'Feedback',
    minutes: 'feedbackMinutes',
    text: 'What landed, what did not, and the one thing to try next week. From a coach, to you.',
  },
] as const;

/** Of the curriculum. */
export const CURRICULUM_WEEKS = 8;

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
