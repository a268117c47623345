import { DIVISIONS } from '@lectern/contracts/registrations/competition-rules';
import type { Event } from './event.entity.ts';

/*
 * The limits of an event: of its places, and of those of a tournament's divisions and competitions. An entry has a place in
 * everything it asks for, or in nothing: the whole entry waits. A free place is for the first person on the waitlist for whose
 * whole entry there is room; people before them who need something else that is full keep their positions.
 */

/** The event itself, one of its divisions or one of its competitions. */
type Bounded = 'event' | `division:${string}` | `competition:${string}`;

/** The number of taken places of each {@link Bounded}. */
export type Taken = ReadonlyMap<string, number>;

interface Limit {
  readonly of: Bounded;
  readonly name: string;
  readonly capacity: number;
}

type Limited = Pick<Event, 'capacity'> & Partial<Pick<Event, 'setup'>>;

interface Needs {
  readonly division: 'development' | 'professional';
  readonly competitions: readonly string[];
}

const limit = (of: Bounded, name: string, capacity: number | null | undefined): Limit[] =>
  capacity == null ? [] : [{ of, name, capacity }];

/** The limits of a tournament's divisions and competitions. */
const partLimits = ({ setup }: Limited): Limit[] =>
  setup == null
    ? []
    : [
        ...(['development', 'professional'] as const).flatMap((id) =>
          limit(`division:${id}`, `the ${DIVISIONS[id]} division`, setup.divisionCapacities?.[id]),
        ),
        ...setup.competitions.flatMap(({ id, name, capacity }) => limit(`competition:${id}`, name, capacity)),
      ];

const limitsOf = (event: Limited): Limit[] => [...limit('event', '', event.capacity), ...partLimits(event)];

/** Whether divisions or competitions of a tournament have limits of their own. */
export const hasLimitedParts = (event: Limited): boolean => partLimits(event).length > 0;

/** Whether anything of an event is limited: unpaid entries then hold their places for some time only. */
export const isLimited = (event: Limited): boolean => limitsOf(event).length > 0;

/** As {@link hasLimitedParts}, an SQL condition on a row of `events`, which is never null. */
const hasLimitedPartsSql = (events: string): string =>
  `(${events}.setup IS NOT NULL AND (jsonb_path_exists(${events}.setup, '$.competitions[*].capacity ? (@ > 0)') OR jsonb_path_exists(${events}.setup, '$.divisionCapacities.* ? (@ > 0)')))`;

/** As {@link isLimited}, an SQL condition on a row of `events`. */
export const isLimitedSql = (events: string): string =>
  `(${events}.capacity IS NOT NULL OR ${hasLimitedPartsSql(events)})`;

const needsOf = ({ division, competitions }: Needs): Bounded[] => [
  'event',
  `division:${division}`,
  ...competitions.map((id) => `competition:${id}` as const),
];

const takenOf = (taken: Taken, of: Bounded): number => taken.get(of) ?? 0;

/** The taken places with another entry, or without it (`by` is -1). */
export const withEntry = (taken: Taken, entry: Needs, by: 1 | -1 = 1): Taken =>
  new Map([...taken, ...needsOf(entry).map((of) => [of, takenOf(taken, of) + by] as const)]);

const fullLimits = (event: Limited, taken: Taken, entry: Needs): Limit[] => {
  const needs = needsOf(entry);
  return limitsOf(event).filter(({ of, capacity }) => needs.includes(of) && takenOf(taken, of) >= capacity);
};

/**
 * Whether there is room for everything that an entry asks for. Nobody on the waitlist would get it before: the waitlist moves in the
 * transaction that frees a place, so people who still wait need something else, or a rule keeps them out.
 */
export const fits = (event: Limited, taken: Taken, entry: Needs): boolean =>
  fullLimits(event, taken, entry).length === 0;

/** The names of the full competitions and divisions that an entry asks for; none where the event itself is full. */
export const fullPartsFor = (event: Limited, taken: Taken, entry: Needs): string[] => {
  const full = fullLimits(event, taken, entry);
  return full.some(({ of }) => of === 'event') ? [] : full.map(({ name }) => name);
};

/** Those of a waitlist, in its order, who get a place now. */
export const nextToMoveUp = <T extends Needs>(event: Limited, taken: Taken, waiting: readonly T[]): T[] => {
  let current = taken;
  return waiting.filter((entry) => {
    const hasRoom = fits(event, current, entry);
    if (hasRoom) current = withEntry(current, entry);
    return hasRoom;
  });
};

/** The limited competitions and divisions with the places that are open to new registrations. */
export const partsWithPlaces = (event: Limited, taken: Taken) =>
  partLimits(event).map(({ of, capacity }) => {
    const [kind, id] = of.split(':') as ['competition' | 'division', string];
    return { of: kind, id, placesLeft: Math.max(0, capacity - takenOf(taken, of)) };
  });

/** The competitions and divisions with a new limit below the places that are taken, by the path of the field in the set-up. */
export const limitsBelowTaken = (wanted: Limited, current: Limited, taken: Taken): ReadonlyMap<string, number> => {
  const kept = new Map(partLimits(current).map(({ of, capacity }) => [of, capacity]));
  const below = partLimits(wanted).filter(
    ({ of, capacity }) => capacity !== kept.get(of) && capacity < takenOf(taken, of),
  );
  return new Map(
    below.map(({ of }) => {
      const [kind, id] = of.split(':') as ['competition' | 'division', string];
      const index = wanted.setup!.competitions.findIndex((competition) => competition.id === id);
      const path = kind === 'division' ? `divisionCapacities.${id}` : `competitions.${index}.capacity`;
      return [`setup.${path}`, takenOf(taken, of)];
    }),
  );
};
