import type { Division } from '@lectern/contracts/fields';
import { MISSING, PROMPTS } from '@lectern/contracts/prompts';
import type { ToastMessage } from '../../lib/toast-store.ts';
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

export interface Complaint {
  toast: ToastMessage;
  /** Where the focus goes. */
  field: keyof Entry;
  /** The error under each invalid field. It names that field. */
  fields: Partial<Record<keyof Entry, string>>;
}

/**
 * The first error of an entry, in the order and words of the specification (section 5); null when it is valid. The contract
 * `tournamentForm` has these rules and more for the API, whose other errors the form shows as they are. The form checks them itself because the specification gives each error a toast with a
 * title, which the contract does not have.
 */
export const checkEntry = (entry: Entry): Complaint | null => {
  const complain = (field: keyof Entry, title: string, description: string): Complaint => ({
    field,
    fields: { [field]: description },
    toast: { title, description, variant: 'destructive' },
  });
  const missing = (['firstName', 'lastName', 'email'] as const).filter((field) => entry[field].trim() === '');
  const [first] = missing;
  if (first !== undefined)
    return {
      ...complain(first, 'Missing information', MISSING.tournament),
      fields: Object.fromEntries(missing.map((field) => [field, PROMPTS[field]])),
    };
  if (!entry.email.includes('@')) return complain('email', 'Invalid email', 'Please enter a valid email address.');
  if (entry.events.length === 0)
    return complain('events', 'No events selected', 'Please select at least one event to compete in.');
  if (entry.division === '')
    return complain('division', 'Division required', 'Please select your competition division.');
  if (!entry.waiver)
    return complain('waiver', 'Waiver required', 'You must agree to the liability waiver to register.');
  return null;
};
