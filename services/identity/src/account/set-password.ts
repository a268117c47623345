import { endTokensAndDevices } from '../user/known-device.ts';
import type { User } from '../user/user.entity.ts';

/**
 * Gives an account a new password. Ends every bearer token that it has, its known browsers, and a change of address that its mailbox has
 * not confirmed.
 */
export const setPassword = (user: User, passwordHash: string): void => {
  user.passwordHash = passwordHash;
  user.hasSetPassword = true;
  endTokensAndDevices(user);
  user.pendingEmail = null;
  user.isChangeByStaff = false;
};
