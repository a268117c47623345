import type { Division } from '@lectern/contracts/fields';
import {
  brokenRule,
  choiceProblem,
  competitionName,
  divisionReason,
  SHIPPED_SETUP,
} from '@lectern/contracts/registrations/competition-rules';
import { answerOf, type Answers } from '@lectern/contracts/registrations/event-questions';
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

type Ruled = Pick<Event, 'title' | 'division' | 'setup'>;
type Entered = Parameters<typeof brokenRule>[1];

interface KeptEntry extends Entered {
  readonly paymentStatus: 'pending' | 'paid' | 'failed' | 'refunded';
  readonly waitlistedAt: Date | null;
  readonly releasedAt: Date | null;
}

/** Why a division is not that of a tournament; null if it is. */
export const refusedByEvent = ({ title, division }: Pick<Event, 'title' | 'division'>, of: Division): string | null =>
  divisionReason({ name: `The ${title}`, division }, of);

/** The rule of a tournament that an entry breaks, in words; null if it breaks none. */
export const ruleBroken = (event: Ruled, entry: Entered, at: Parameters<typeof brokenRule>[2]): string | null =>
  refusedByEvent(event, entry.division) ?? brokenRule(setupOf(event), entry, at);

/**
 * As {@link ruleBroken}, for an entry as it is: one with a place keeps what closes, one that waits was made before the deadlines,
 * and a released one would be a new one at `now`.
 */
export const ruleBrokenBy = (event: Ruled, entry: KeptEntry, now: Date): string | null => {
  if (entry.paymentStatus === 'refunded') return null;
  return ruleBroken(event, entry, entry.releasedAt !== null ? now : entry.waitlistedAt !== null ? 'waiting' : 'placed');
};

/** {@link ruleBrokenBy} as an SQL condition on a row of `tournament_registrations`, for entries with a place or waiting for one; false or null where none is broken. */
export const ruleBrokenSql = (entry: string): string =>
  `(${entry}.payment_status <> 'refunded' AND ${entry}.released_at IS NULL AND EXISTS (SELECT 1 FROM events ruled WHERE ruled.id = ${entry}.event_id AND (
    ruled.division <> ${entry}.division
    OR jsonb_array_length(${entry}.competitions) > (ruled.setup ->> 'mostCompetitions')::int
    OR EXISTS (SELECT 1 FROM jsonb_array_elements(ruled.setup -> 'competitions') AS offered (one)
      WHERE ${entry}.competitions @> jsonb_build_array(one -> 'id') AND (
        one ->> 'division' <> ${entry}.division
        OR EXISTS (SELECT 1 FROM jsonb_array_elements(one -> 'excludes') AS excluded (id) WHERE ${entry}.competitions @> jsonb_build_array(excluded.id))
        OR ${entry}.waitlisted_at IS NOT NULL AND (one ->> 'isClosed')::boolean)))))`;

const SHIPPED = `'${JSON.stringify(SHIPPED_SETUP).replaceAll("'", "''")}'::jsonb`;

/** A JSON list of competitions as their names in a set-up, an SQL expression: “Prepared Speech, Debate”. An id without a name stays. */
export const competitionNamesText = (competitions: string, setup: string): string =>
  `(SELECT string_agg(coalesce(offered.competition ->> 'name', chosen.id), ', ' ORDER BY chosen.number)
    FROM jsonb_array_elements_text(${competitions}) WITH ORDINALITY AS chosen (id, number)
    LEFT JOIN LATERAL jsonb_array_elements(${setup} -> 'competitions') AS offered (competition) ON offered.competition ->> 'id' = chosen.id)`;

/** Answers as text with the words of their questions in a set-up, an SQL expression: “Shirt size: M; Lunch: Yes”. Null without any. */
export const answersText = (answers: string, setup: string): string =>
  `(SELECT string_agg((asked.one ->> 'question') || ': ' || (${answers} ->> (asked.one ->> 'id')), '; ' ORDER BY asked.number)
    FROM jsonb_array_elements(${setup} -> 'questions') WITH ORDINALITY AS asked (one, number)
    WHERE ${answers} ->> (asked.one ->> 'id') IS NOT NULL)`;

/** Answers with the words of their questions, also of hidden ones, in the order of the set-up. */
export const answersOf = (
  event: Pick<Event, 'setup'>,
  answers: Answers,
): { readonly question: string; readonly answer: string }[] =>
  (setupOf(event).questions ?? []).flatMap(({ id, question }) => {
    const answer = answerOf(answers, id);
    return answer === undefined ? [] : [{ question, answer }];
  });

/** As {@link setupOf}, an SQL expression. */
export const setupText = (setup: string): string => `coalesce(${setup}, ${SHIPPED})`;
