import type { CurrentUser } from '@lectern/contracts/identity/model';
import type { User } from './user.entity.ts';

export const presentUser = (user: User): CurrentUser => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  subscriptionStatus: user.subscriptionStatus,
  division: user.division,
  hasChosenDivision: user.hasChosenDivision,
  pendingEmail: user.pendingEmail,
  isEmailVerified: user.emailVerifiedAt !== null,
  createdAt: user.createdAt.toISOString(),
});
