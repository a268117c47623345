import type { Division } from '@lectern/contracts/fields';
import type { ToastMessage } from '../../lib/toast-store.ts';
import type { Competition } from './competitions.ts';

/** What the registration form holds. */
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
  /** Where it is, for the focus. */
  field: keyof Entry;
}

/** The first thing that is wrong with an entry, in the specified order and words (section 5); null when it can be sent. */
export const checkEntry = (entry: Entry): Complaint | null => {
  const complain = (field: keyof Entry, title: string, description: string): Complaint => ({
    field,
    toast: { title, description, variant: 'destructive' },
  });
  const missing = (['firstName', 'lastName', 'email'] as const).find((field) => entry[field].trim() === '');
  if (missing !== undefined) return complain(missing, 'Missing information', 'Please fill out all required fields.');
  if (!entry.email.includes('@')) return complain('email', 'Invalid email', 'Please enter a valid email address.');
  if (entry.events.length === 0)
    return complain('events', 'No events selected', 'Please select at least one event to compete in.');
  if (entry.division === '')
    return complain('division', 'Division required', 'Please select your competition division.');
  if (!entry.waiver)
    return complain('waiver', 'Waiver required', 'You must agree to the liability waiver to register.');
  return null;
};
