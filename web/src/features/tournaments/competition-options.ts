import { closedReason, excludeEachOther } from '@lectern/contracts/registrations/competition-rules';
import type { EventSetup } from '@lectern/contracts/registrations/event-setup';
import { formatDate } from '../../lib/format.ts';
import type { Entry } from './entry.ts';

export interface CompetitionOption {
  readonly id: string;
  readonly name: string;
  readonly hint: string | undefined;
  readonly isDisabled: boolean;
}

/** The competitions of a tournament in the entry form. One that cannot be added says why; a chosen one can always be unchosen. */
export const optionsOf = (
  setup: EventSetup,
  { events, division }: Pick<Entry, 'events' | 'division'>,
  now: Date,
): CompetitionOption[] =>
  setup.competitions.map((competition) => {
    const { id, name, description, deadline } = competition;
    const isChosen = events.includes(id);
    const other = setup.competitions.find(
      (one) => one.id !== id && events.includes(one.id) && excludeEachOther(one, competition),
    );
    const closed = closedReason(competition, now);
    const only = competition.division;
    const apart = other === undefined ? null : `Not together with ${other.name}.`;
    const ofDivision =
      only === null ? null : `For the ${only === 'professional' ? 'Professional' : 'Development'} division only.`;
    const isOfOther = only !== null && division !== '' && only !== division;
    const until = closed !== null || deadline === null ? null : `Register for it by ${formatDate(deadline)}.`;
    const hint = [description, closed ?? ofDivision, closed === null ? apart : null, until]
      .filter((part) => part !== null && part !== '')
      .join(' ');
    return {
      id,
      name,
      hint: hint === '' ? undefined : hint,
      isDisabled:
        !isChosen && (closed !== null || isOfOther || apart !== null || events.length >= setup.mostCompetitions),
    };
  });
