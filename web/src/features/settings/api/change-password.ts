import { changePassword } from '@lectern/contracts/identity/http';
import { callMember } from '../../../lib/call-member.ts';

/** Ends every other session; answers the new token of this one. */
export const choosePassword = ({ currentPassword, newPassword }: { currentPassword: string; newPassword: string }) =>
  callMember(changePassword, { body: { currentPassword, newPassword } });
