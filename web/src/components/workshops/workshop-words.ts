import type { Workshop } from '@lectern/contracts/registrations/workshop-model';
import type { Tone } from '../ui/badge.tsx';

const STATES = {
  open: { tone: 'ok', label: 'Open' },
  closed: { tone: 'stop', label: 'Sign-Up Closed' },
  full: { tone: 'wait', label: 'Full' },
} as const satisfies Record<Workshop['state'], { tone: Tone; label: string }>;

/** The badge of a workshop: the member's own seat, or else whether there are any. */
export const badgeOf = ({ seat, state }: Pick<Workshop, 'seat' | 'state'>): { tone: Tone; label: string } => {
  if (seat === null) return STATES[state];
  if (seat.position === null) return { tone: 'ok', label: 'You have a seat' };
  return { tone: 'wait', label: `On the waitlist, number ${seat.position}` };
};

/** "7", "No limit", "None, there is a waitlist", or "None" once sign-up has closed. */
export const seatsLeft = ({ placesLeft, state }: Pick<Workshop, 'placesLeft' | 'state'>): string => {
  if (placesLeft === null) return 'No limit';
  if (placesLeft === 0) return state === 'closed' ? 'None' : 'None, there is a waitlist';
  return String(placesLeft);
};
