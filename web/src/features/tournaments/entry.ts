import type { Division } from '@lectern/contracts/fields';
import { registerForTournament } from '@lectern/contracts/registrations/http';
import type { BodyOf } from '../../lib/api-client.ts';
import { complaintAbout } from '../../lib/form-complaint.ts';
import type { Competition } from './competitions.ts';

/** The values of the registration form. */
export interface Entry {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  events: readonly Competition[];
  division: Division | '';
  experience: 'beginner' | 'intermediate' | 'advanced' | '';
  accommodations: string;
  promoCode: string;
  waiver: boolean;
}

export const EMPTY_ENTRY: Entry = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  events: [],
  division: '',
  experience: '',
  accommodations: '',
  promoCode: '',
  waiver: false,
};

export type EntryBody = BodyOf<typeof registerForTournament>;

/** The request; not valid until it is checked. */
export const bodyOf = (entry: Entry, eventId?: string) =>
  ({
    ...entry,
    events: [...entry.events],
    experience: entry.experience === '' ? undefined : entry.experience,
    eventId,
  }) as EntryBody;

/** The titles are the specification's (section 5, "Tournament registration"). */
export const checkEntry = (body: EntryBody) =>
  complaintAbout(
    registerForTournament,
    body,
    {
      email: 'Invalid email',
      events: 'No events selected',
      division: 'Division required',
      waiver: 'Waiver required',
    },
    'Registration failed',
  );
