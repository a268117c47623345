import { changePassword } from '@lectern/contracts/identity/http';
import { callMember } from '../../../lib/call-member.ts';

/** Ends every other session; answers the token with which this one goes on. */
export const choosePassword = ({ currentPassword, newPassword }: { currentPassword: string; newPassword: string }) =>
  callMember(changePassword, { body: { currentPassword, newPassword } });
