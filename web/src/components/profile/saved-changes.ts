import { emailKey } from '@lectern/contracts/fields';
import type { CurrentUser } from '@lectern/contracts/identity/model';
import type { Profile } from './update-profile.ts';

/** The address that the form begins with: the one that was asked for last. Saving the names then does not take it back. */
export const emailInForm = ({ email, pendingEmail }: CurrentUser): string => pendingEmail ?? email;

/** Whether a typed address is another mailbox than the account's, which the account changes to with its password alone. */
export const isOtherEmail = ({ email }: CurrentUser, typed: string): boolean => emailKey(typed) !== emailKey(email);

const emailChanges = (user: CurrentUser, email: string): Partial<CurrentUser> =>
  isOtherEmail(user, email) ? { pendingEmail: email } : { email, pendingEmail: null };

/** What holds of a saved profile: names and division at once, another address only once its mailbox confirmed it. */
export const savedChanges = (user: CurrentUser, saved: Profile): Partial<CurrentUser> => {
  return {
    firstName: saved.firstName.trim(),
    lastName: saved.lastName.trim(),
    ...(saved.email === undefined ? {} : emailChanges(user, saved.email.trim())),
    ...(saved.division === undefined ? {} : { division: saved.division, hasChosenDivision: true }),
  };
};
