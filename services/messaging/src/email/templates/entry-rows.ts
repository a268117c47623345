import type * as z from 'zod/mini';
import type { Division } from '@lectern/contracts/fields';
import type { competition } from '@lectern/contracts/registrations/model';

const COMPETITIONS: Record<z.output<typeof competition>, string> = {
  prepared_speech: 'Prepared Speech',
  prepared_acting: 'Prepared Acting',
  spontaneous_speech: 'Spontaneous Speech',
  spontaneous_debate: 'Spontaneous Debate',
};

interface Entry {
  readonly competitions: readonly z.output<typeof competition>[];
  readonly division: Division;
}

/** The rows of an email that say for what a person entered a tournament. */
export const entryRowsOf = ({ competitions, division }: Entry): [label: string, value: string][] => [
  ['Events', competitions.map((name) => COMPETITIONS[name]).join(', ')],
  ['Division', division === 'development' ? 'Development' : 'Professional'],
];
