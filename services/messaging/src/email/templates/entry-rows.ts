import type { Division } from '@lectern/contracts/fields';
import { competitionName, SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';

interface Entry {
  readonly competitions: readonly string[];
  /** Missing in emails of revisions that published ids only. */
  readonly competitionNames?: readonly string[] | undefined;
  readonly division: Division;
}

/** The rows of an email that say for what a person entered a tournament. */
export const entryRowsOf = ({ competitions, competitionNames, division }: Entry): [label: string, value: string][] => [
  ['Events', (competitionNames ?? competitions.map((id) => competitionName(SHIPPED_SETUP, id))).join(', ')],
  ['Division', division === 'development' ? 'Development' : 'Professional'],
];
