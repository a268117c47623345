import type { Division } from '../fields.ts';
import type { Competition, EventSetup } from './event-setup.ts';

/*
 * The rules of a tournament's set-up for a new entry. The entry form shows them beforehand; registrations enforces them under the
 * lock of the tournament.
 */

const shipped = (id: string, name: string, description: string): Competition => ({
  id,
  name,
  description,
  division: null,
  deadline: null,
  isClosed: false,
  excludes: [],
  capacity: null,
});

/** The set-up of a tournament that nobody has set up: the four competitions of the specification (section 3). */
export const SHIPPED_SETUP: EventSetup = {
  competitions: [
    shipped('prepared_speech', 'Prepared Speech', '7 minutes, your own words, known before the day.'),
    shipped('prepared_acting', 'Prepared Acting', '7 minutes of somebody else’s words, performed by you.'),
    shipped('spontaneous_speech', 'Spontaneous Speech', 'One of three topics, 2 minutes to think, then you speak.'),
    shipped('spontaneous_debate', 'Spontaneous Debate', 'One motion, one opponent, sides decided by a coin.'),
  ],
  mostCompetitions: 4,
  divisionCapacities: { development: null, professional: null },
  laterPrices: [],
  questions: [],
};

export const DIVISIONS: Readonly<Record<Division, string>> = {
  development: 'Development',
  professional: 'Professional',
};

/** The name of a competition, also of one that the set-up does not have: `lincoln_douglas` is “Lincoln Douglas”. */
export const competitionName = ({ competitions }: Pick<EventSetup, 'competitions'>, id: string): string =>
  competitions.find((competition) => competition.id === id)?.name ??
  id.replaceAll(/(?:^|_)([a-z0-9])/g, (_match, first: string) => ` ${first.toUpperCase()}`).trim();

/** "Oratory is full", "Oratory and the Professional division are full". */
export const fullWords = (names: readonly string[]): string => {
  const words = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${names.length === 1 ? 'is' : 'are'} full`;
};

/** Whether nobody enters both competitions. */
export const excludeEachOther = (one: Competition, other: Competition): boolean =>
  one.excludes.includes(other.id) || other.excludes.includes(one.id);

/**
 * The entry that the rules are for: a new one at an instant; one that is `waiting`, and was made before the deadlines; or one with a
 * place, which keeps its competitions when they close (`placed`).
 */
type RulesAt = Date | 'waiting' | 'placed';

/** Why a competition takes no entry; null if it takes one. */
export const closedReason = ({ name, isClosed, deadline }: Competition, at: RulesAt): string | null => {
  if (at === 'placed') return null;
  const isOver = deadline !== null && at !== 'waiting' && new Date(deadline) <= at;
  return isClosed || isOver ? `Registration for ${name} has closed.` : null;
};

/** Why a competition is not for this division; null if it is. */
export const divisionReason = (competition: Pick<Competition, 'name' | 'division'>, of: Division): string | null =>
  competition.division === null || competition.division === of
    ? null
    : `${competition.name} is for the ${DIVISIONS[competition.division]} division only.`;

interface Choice {
  /** Ids of competitions. */
  readonly competitions: readonly string[];
  readonly division: Division;
}

interface BrokenRule {
  readonly reason: string;
  /** For the person who chooses. */
  readonly advice: string;
}

const broken = (reason: string, advice = reason): BrokenRule => ({ reason, advice });

const firstBroken = (setup: EventSetup, { competitions, division }: Choice, at: RulesAt): BrokenRule | null => {
  const chosen = competitions.map((id) => setup.competitions.find((competition) => competition.id === id));
  const unknown = chosen.indexOf(undefined);
  if (unknown >= 0)
    return broken(
      `This tournament has no event “${competitionName(setup, competitions[unknown]!)}”. Reload the page to see its events.`,
    );
  const known = chosen.filter((competition) => competition !== undefined);
  for (const competition of known) {
    const reason = closedReason(competition, at) ?? divisionReason(competition, division);
    if (reason !== null) return broken(reason);
  }
  for (const [index, one] of known.entries()) {
    const other = known.slice(index + 1).find((later) => excludeEachOther(one, later));
    const reason = `${one.name} and ${other?.name} cannot be combined.`;
    if (other !== undefined) return broken(reason, `${reason} Please select one of them.`);
  }
  const most = setup.mostCompetitions === 1 ? '1 event' : `${setup.mostCompetitions} events`;
  return known.length <= setup.mostCompetitions
    ? null
    : broken(`A person may enter at most ${most}.`, `Please select at most ${most}.`);
};

/** The rule that an entry with these competitions breaks, in words; null if it breaks none. */
export const brokenRule = (...entry: Parameters<typeof firstBroken>): string | null =>
  firstBroken(...entry)?.reason ?? null;

/** As {@link brokenRule}, in words for the person who chooses. */
export const choiceProblem = (...entry: Parameters<typeof firstBroken>): string | null =>
  firstBroken(...entry)?.advice ?? null;
