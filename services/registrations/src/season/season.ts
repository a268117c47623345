import { createHash } from 'node:crypto';
import { addDays, instantIn } from '@lectern/contracts/zoned-time';
import type { Event } from '../event/event.entity.ts';

/*
 * The association's calendar (specification, section 9 "Schedule and sizes"; decisions, "Dates, sessions and events"). It is
 * data of a fresh install, which administrators change from then on.
 */

type Quarter = 'winter' | 'spring' | 'summer' | 'fall';

/** Saturdays: the last of February, the third of May and of August, and the one before Thanksgiving. */
const TOURNAMENT_DATES: readonly (readonly [Quarter, string])[] = [
  ['fall', '2025-11-22'],
  ['winter', '2026-02-28'],
  ['spring', '2026-05-16'],
  ['summer', '2026-08-15'],
  ['fall', '2026-11-21'],
  ['winter', '2027-02-27'],
  ['spring', '2027-05-15'],
  ['summer', '2027-08-21'],
  ['fall', '2027-11-20'],
  ['winter', '2028-02-26'],
  ['spring', '2028-05-20'],
  ['summer', '2028-08-19'],
  ['fall', '2028-11-18'],
  ['winter', '2029-02-24'],
  ['spring', '2029-05-19'],
  ['summer', '2029-08-18'],
  ['fall', '2029-11-17'],
];

const TOURNAMENT = {
  zone: 'America/New_York',
  // Noon in New York is nine in Los Angeles: nobody debates before breakfast.
  begins: '12:00',
  ends: '19:00',
  /** Registration closes with the Saturday before. */
  deadlineDaysBefore: 7,
  price: 4_000,
} as const;

const BOOTCAMP = {
  zone: 'America/Los_Angeles',
  begins: '10:30',
  ends: '12:30',
  weeks: 4,
  /** The last of its Sundays leaves two weeks to practice before the tournament's Saturday. */
  lastSundayDaysBefore: 13,
  capacity: 12,
  price: 15_500,
} as const;

const END_OF_DAY = '23:59:59';

const QUARTERS: Readonly<Record<Quarter, { name: string; tournament: string; bootcamp: string }>> = {
  fall: {
    name: 'Fall',
    tournament:
      'The last tournament of the year. Enter prepared speech, prepared acting, spontaneous speech and spontaneous debate, in any combination, and leave with written feedback from every judge before Thanksgiving.',
    bootcamp:
      'Four Sundays in October and November that take a first-time competitor to the Online Fall Classic: a prepared speech, a spontaneous one, an acting piece and a debate, each practiced once before it counts.',
  },
  winter: {
    name: 'Winter',
    tournament:
      'The season opens from your living room. Four competitions in two divisions, three rounds each, and a final that everybody may watch. First-time competitors are seeded together.',
    bootcamp:
      'Four Sundays that turn a resolution into a first tournament: find a subject, build the speech, survive a spontaneous round and argue a side you did not choose. Ends two weeks before the Online Winter Classic.',
  },
  spring: {
    name: 'Spring',
    tournament:
      'Four competitions in two divisions, judged by coaches and experienced members who write down what worked and what to try next. Spring is the friendliest field of the year for a first debate round.',
    bootcamp:
      'Four Sundays in spring, at most twelve people, two hours each. You leave with a seven-minute speech, a flow you can read back, and a place in the Online Spring Classic.',
  },
  summer: {
    name: 'Summer',
    tournament:
      'One Saturday in August, no travel and no dress code. Prepared and spontaneous events in both divisions, with time between the rounds to read your ballots and adjust.',
    bootcamp:
      'Four Sundays in July and August that prepare you for the Online Summer Classic, one event a week, with coaching on your own material and a mock round at the end.',
  },
};

/** A UUID (version 5) that is derived from a name, so that seeding again finds its rows. */
const stableId = (name: string): string => {
  const digest = createHash('sha1').update('lectern/registrations/events/').update(name).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** An event as it is seeded, before administrators change it. */
export type SeasonEvent = Omit<
  Event,
  | 'createdAt'
  | 'setup'
  | 'refundSteps'
  | 'closedAt'
  | 'movedAt'
  | 'linkChangedAt'
  | 'version'
  | 'fieldVersions'
  | 'sequence'
  | 'clonedFrom'
>;

const tournament = (quarter: Quarter, date: string): SeasonEvent => ({
  id: stableId(`tournament-${date}`),
  title: `Online ${QUARTERS[quarter].name} Classic`,
  description: QUARTERS[quarter].tournament,
  type: 'tournament',
  division: null,
  datetime: instantIn(TOURNAMENT.zone, date, TOURNAMENT.begins),
  endsAt: instantIn(TOURNAMENT.zone, date, TOURNAMENT.ends),
  timezone: TOURNAMENT.zone,
  location: 'Zoom',
  zoomLink: null,
  capacity: null,
  registrationDeadline: instantIn(TOURNAMENT.zone, addDays(date, -TOURNAMENT.deadlineDaysBefore), END_OF_DAY),
  price: TOURNAMENT.price,
  isActive: true,
});

const bootcampBefore = (quarter: Quarter, tournamentDate: string): SeasonEvent => {
  const last = addDays(tournamentDate, -BOOTCAMP.lastSundayDaysBefore);
  const first = addDays(last, -7 * (BOOTCAMP.weeks - 1));
  return {
    id: stableId(`bootcamp-${first}`),
    title: `${QUARTERS[quarter].name} Tournament Prep Bootcamp`,
    description: QUARTERS[quarter].bootcamp,
    type: 'bootcamp',
    division: null,
    datetime: instantIn(BOOTCAMP.zone, first, BOOTCAMP.begins),
    endsAt: instantIn(BOOTCAMP.zone, last, BOOTCAMP.ends),
    timezone: BOOTCAMP.zone,
    location: 'Zoom',
    zoomLink: null,
    capacity: BOOTCAMP.capacity,
    registrationDeadline: instantIn(BOOTCAMP.zone, addDays(first, -1), END_OF_DAY),
    price: BOOTCAMP.price,
    isActive: true,
  };
};

/** Every tournament, and before each but the first one a bootcamp run that ends with an entry to it. */
export const SEASON: readonly SeasonEvent[] = TOURNAMENT_DATES.flatMap(([quarter, date], index) =>
  index === 0 ? [tournament(quarter, date)] : [bootcampBefore(quarter, date), tournament(quarter, date)],
);
