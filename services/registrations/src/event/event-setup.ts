import type { Division } from '@lectern/contracts/fields';
import {
  choiceProblem,
  competitionName,
  divisionReason,
  SHIPPED_SETUP,
} from '@lectern/contracts/registrations/competition-rules';
import type { EventSetup } from '@lectern/contracts/registrations/event-setup';
import type { Event } from './event.entity.ts';

/** The set-up of a tournament: the shipped one until staff change it. */
export const setupOf = ({ setup }: Pick<Event, 'setup'>): EventSetup => setup ?? SHIPPED_SETUP;

/** The names of these competitions, in the same order; none where they are the shipped ones, which every service knows. */
export const competitionNamesOf = ({ setup }: Pick<Event, 'setup'>, competitions: readonly string[]) =>
  setup === null ? undefined : competitions.map((id) => competitionName(setup, id));

/** Why a new entry cannot have these competitions at `now`, in words; null if it can. */
export const refusedChoice = (
  event: Pick<Event, 'setup'>,
  choice: Parameters<typeof choiceProblem>[1],
  now: Date,
): string | null => choiceProblem(setupOf(event), choice, now);

/** Why a division does not fit these competitions; null if it does. */
export const refusedDivision = (
  event: Pick<Event, 'setup'>,
  competitions: readonly string[],
  division: Division,
): string | null =>
  setupOf(event)
    .competitions.filter(({ id }) => competitions.includes(id))
    .map((competition) => divisionReason(competition, division))
    .find((reason) => reason !== null) ?? null;

const SHIPPED = `'${JSON.stringify(SHIPPED_SETUP).replaceAll("'", "''")}'::jsonb`;

/** A JSON list of competitions as their names in a set-up, an SQL expression: “Prepared Speech, Debate”. An id without a name stays. */
export const competitionNamesText = (competitions: string, setup: string): string =>
  `(SELECT string_agg(coalesce(offered.competition ->> 'name', chosen.id), ', ' ORDER BY chosen.number)
    FROM jsonb_array_elements_text(${competitions}) WITH ORDINALITY AS chosen (id, number)
    LEFT JOIN LATERAL jsonb_array_elements(${setup} -> 'competitions') AS offered (competition) ON offered.competition ->> 'id' = chosen.id)`;

/** As {@link setupOf}, an SQL expression. */
export const setupText = (setup: string): string => `coalesce(${setup}, ${SHIPPED})`;
