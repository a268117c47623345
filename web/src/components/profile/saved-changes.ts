import { emailKey } from '@lectern/contracts/fields';
import type { CurrentUser } from '@lectern/contracts/identity/model';
import type { Profile } from './update-profile.ts';

/** The address that the form begins with: the one that was asked for last. Saving the names then does not take it back. */
export const emailInForm = ({ email, pendingEmail }: CurrentUser): string => pendingEmail ?? email;

/** What holds of a saved profile: names and division at once, another address only once its mailbox confirmed it. */
export const savedChanges = (user: CurrentUser, saved: Profile): Partial<CurrentUser> => {
  const email = saved.email.trim();
  const isOther = emailKey(email) !== emailKey(user.email);
  return {
    firstName: saved.firstName.trim(),
    lastName: saved.lastName.trim(),
    ...(isOther ? { pendingEmail: email } : { email, pendingEmail: null }),
    ...(saved.division === undefined ? {} : { division: saved.division, hasChosenDivision: true }),
  };
};
