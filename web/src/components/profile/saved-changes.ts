import { emailKey } from '@lectern/contracts/fields';
import type { CurrentUser } from '@lectern/contracts/identity/model';
import type { Profile } from './update-profile.ts';

/** The email of a profile to send: left out where it is the account's own, because sending that withdraws a pending change. */
export const emailToSend = ({ email }: CurrentUser, typed: string | undefined): Pick<Profile, 'email'> =>
  typed === undefined || typed.trim() === email ? {} : { email: typed };

/** Whether a typed address is another mailbox than the account's. Changing to it needs the password. */
export const isOtherEmail = ({ email }: CurrentUser, typed: string): boolean => emailKey(typed) !== emailKey(email);

const emailChanges = (user: CurrentUser, email: string): Partial<CurrentUser> =>
  isOtherEmail(user, email) ? { pendingEmail: email } : { email, pendingEmail: null };

/** The effects of a saved profile: names and division change immediately, another email only once its mailbox confirmed it. */
export const savedChanges = (user: CurrentUser, saved: Profile): Partial<CurrentUser> => {
  return {
    firstName: saved.firstName.trim(),
    lastName: saved.lastName.trim(),
    ...(saved.email === undefined ? {} : emailChanges(user, saved.email.trim())),
    ...(saved.division === undefined ? {} : { division: saved.division, hasChosenDivision: true }),
  };
};
