import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { adminSectionPath } from '../../config/admin-sections.ts';
import { pathTo } from '../../config/paths.ts';
import { formatCount } from '../../lib/format.ts';

type EventType = ShownEvent['type'];

/** "14 of 20, 9 paid, 2 on the waitlist"; "0 of 20". Nobody pays for a workshop. */
export const peopleOf = ({ type, counts, capacity }: Pick<ShownEvent, 'type' | 'counts' | 'capacity'>): string => {
  const of = capacity === null ? '' : ` of ${formatCount(capacity)}`;
  const waiting = counts.waiting === 0 ? '' : `, ${formatCount(counts.waiting)} on the waitlist`;
  if (counts.entries + counts.waiting === 0) return capacity === null ? 'None yet' : `0${of}`;
  const paid = type === 'workshop' ? '' : `, ${formatCount(counts.paid)} paid`;
  return `${formatCount(counts.entries)}${of}${paid}${waiting}`;
};

/** The people of an event in a link to them: "Show sign-ups". */
export const PEOPLE_WORDS: Readonly<Record<EventType, string>> = {
  tournament: 'entries',
  bootcamp: 'registrations',
  workshop: 'sign-ups',
};

/** The list of an event's registrations. It needs `people:read`. */
export const peoplePathOf = ({ type, id }: Pick<ShownEvent, 'type' | 'id'>): string => {
  switch (type) {
    case 'tournament':
      return pathTo('admin', { tab: 'tournaments', event: id });
    case 'bootcamp':
      return adminSectionPath('bootcamp', { event: id });
    case 'workshop':
      return adminSectionPath('workshops', { event: id });
  }
};

export const eventPathOf = (id: string): string => adminSectionPath('events', { edit: id });
