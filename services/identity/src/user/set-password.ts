import type { User } from './user.entity.ts';

/** Gives an account a new password. Every bearer token that it has ends with that, and a change of address that its mailbox has not confirmed. */
export const setPassword = (user: User, passwordHash: string): void => {
  user.passwordHash = passwordHash;
  user.hasSetPassword = true;
  user.sessionVersion += 1;
  user.pendingEmail = null;
  user.isChangeByStaff = false;
};
