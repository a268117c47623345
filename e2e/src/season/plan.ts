import { type SeededRandom } from '@lectern/sandbox/state/seeded-random';

/*
 * A year of the association, drawn from a seed before it is lived, so that its outcome is known beforehand. Pure. Months count from 0.
 */

export const MONTHS = 12;
/** A tournament in each quarter, and a bootcamp a month later. */
export const TOURNAMENT_MONTHS = [1, 4, 7, 10] as const;
export const BOOTCAMP_MONTHS = [2, 5, 8, 11] as const;

/**
 * Payment of an entry: with the page that follows the form, by the emailed link days later, or never; or by a check that staff record, record
 * with a wrong amount and correct, or undo because it bounced.
 */
export const PAYING = ['immediately', 'late', 'never', 'check', 'corrected_check', 'bounced_check'] as const;
export type Paying = (typeof PAYING)[number];

export interface PlannedEntry {
  /** The index of the tournament. */
  readonly tournament: number;
  readonly paying: Paying;
  /** A guest types a wrong email address, and staff correct the entry. */
  readonly isMistyped: boolean;
}

export interface PlannedPerson {
  readonly name: string;
  /** The month in which they become a member; null for guests of events. */
  readonly joins: number | null;
  readonly plan: 'monthly' | 'annual';
  readonly promo: boolean;
  /** The first month in which their card fails; a new one is saved a few days later where `isRepaired`. */
  readonly cardFails: number | null;
  readonly isRepaired: boolean;
  readonly cancels: number | null;
  readonly resumes: boolean;
  readonly deletes: number | null;
  /** The month in which they switch to the other plan. */
  readonly switches: number | null;
  /** The month in which they pause a monthly membership, and for how many. */
  readonly pause: { readonly month: number; readonly months: 1 | 2 | 3 } | null;
  readonly entries: readonly PlannedEntry[];
  /** Indexes of bootcamps. */
  readonly bootcamps: readonly number[];
}

/** A refund by staff in a month: of a part, of all, or of a wrong part first and the rest after the mistake was seen. */
export interface PlannedRefund {
  readonly month: number;
  readonly kind: 'part' | 'all' | 'mistake';
}

export interface SeasonPlan {
  readonly seed: number;
  readonly people: readonly PlannedPerson[];
  readonly refunds: readonly PlannedRefund[];
  /** Places of each tournament: fewer than people who want one in the second and the fourth. */
  readonly places: readonly (number | null)[];
}

const NAMES = ['Ada', 'Bo', 'Cleo', 'Dita', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'Juno', 'Zoë', 'Łukasz'] as const;

/** Draws the year of so many people. */
export const planSeason = (random: SeededRandom, people: number): SeasonPlan => {
  const chance = (share: number): boolean => random.next() < share;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)] as T;
  const month = (from: number, until = MONTHS): number => from + Math.floor(random.next() * (until - from));
  const planned = Array.from({ length: people }, (_, index): PlannedPerson => {
    const joins = chance(0.7) ? month(0, 9) : null;
    const leaves = joins !== null && joins < MONTHS - 2 && chance(0.25);
    const cancels = leaves ? month(joins + 1, MONTHS - 1) : null;
    const cardFails = joins !== null && joins < MONTHS - 3 && chance(0.12) ? month(joins + 1, MONTHS - 2) : null;
    const deletes = joins !== null && joins < MONTHS - 2 && chance(0.05) ? month(joins + 1, MONTHS - 1) : null;
    const stays = joins !== null && cancels === null && cardFails === null && deletes === null;
    const plan = chance(0.35) ? 'annual' : 'monthly';
    const switches = stays && chance(0.2) ? month(joins + 1) : null;
    const pauses = stays && switches === null && plan === 'monthly' && joins < MONTHS - 3 && chance(0.25);
    return {
      name: NAMES[index % NAMES.length] as string,
      joins,
      plan,
      promo: chance(0.1),
      cardFails,
      isRepaired: chance(0.6),
      cancels,
      resumes: chance(0.3),
      deletes,
      switches,
      pause: pauses ? { month: month(joins + 1, MONTHS - 2), months: pick([1, 2, 3] as const) } : null,
      entries: TOURNAMENT_MONTHS.flatMap((_at, tournament) =>
        chance(joins === null ? 0.5 : 0.2)
          ? [
              {
                tournament,
                paying: pick(['immediately', 'immediately', 'late', ...PAYING] as const),
                isMistyped: joins === null && chance(0.2),
              },
            ]
          : [],
      ),
      bootcamps: BOOTCAMP_MONTHS.flatMap((_at, bootcamp) => (chance(0.06) ? [bootcamp] : [])),
    };
  });
  const wanting = (tournament: number): number =>
    planned.filter(({ entries }) => entries.some((entry) => entry.tournament === tournament)).length;
  return {
    seed: random.seed,
    people: planned,
    refunds: Array.from({ length: Math.max(3, Math.round(people / 25)) }, (_, index) => ({
      month: month(1),
      kind: (['part', 'all', 'mistake'] as const)[index % 3] as PlannedRefund['kind'],
    })),
    places: TOURNAMENT_MONTHS.map((_at, tournament) =>
      tournament % 2 === 1 ? Math.max(1, Math.floor(wanting(tournament) * 0.6)) : null,
    ),
  };
};
