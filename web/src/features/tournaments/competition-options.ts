import type { Division } from '@lectern/contracts/fields';
import {
  closedReason,
  competitionName,
  DIVISIONS,
  excludeEachOther,
} from '@lectern/contracts/registrations/competition-rules';
import type { EventSetup } from '@lectern/contracts/registrations/event-setup';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { formatDate } from '../../lib/format.ts';
import type { Entry } from './entry.ts';

export interface CompetitionOption {
  readonly id: string;
  readonly name: string;
  readonly hint: string | undefined;
  readonly isDisabled: boolean;
}

/** "Full: you join the waitlist.", "1 place left." */
const leftWords = (left: number): string =>
  left === 0 ? 'Full: you join the waitlist.' : left === 1 ? '1 place left.' : `${left} places left.`;

/** The names of the full competitions and divisions that an entry asks for: it joins the waitlist. */
export const fullPartsOf = (
  setup: EventSetup,
  { events, division }: Pick<Entry, 'events' | 'division'>,
  places: PublicEvent['places'] = [],
): string[] =>
  places
    .filter(({ of, id, placesLeft }) => placesLeft === 0 && (of === 'division' ? id === division : events.includes(id)))
    .map(({ of, id }) =>
      of === 'division' ? `the ${DIVISIONS[id as Division]} division` : competitionName(setup, id),
    );

/** The competitions of a tournament in the entry form. One that cannot be added says why; a chosen one can always be unchosen. */
export const optionsOf = (
  setup: EventSetup,
  { events, division }: Pick<Entry, 'events' | 'division'>,
  now: Date,
  places: PublicEvent['places'] = [],
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
    const ofDivision = only === null ? null : `For the ${DIVISIONS[only]} division only.`;
    const isOfOther = only !== null && division !== '' && only !== division;
    const until = closed !== null || deadline === null ? null : `Register for it by ${formatDate(deadline)}.`;
    const left = places.find((limited) => limited.of === 'competition' && limited.id === id)?.placesLeft;
    const room = closed !== null || left === undefined ? null : leftWords(left);
    const hint = [description, closed ?? ofDivision, closed === null ? apart : null, until, room]
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
