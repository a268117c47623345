import { changeAdminPassword } from '@lectern/contracts/identity/session-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Ends every other session of the administrator; answers the token with which this one goes on. */
export const choosePassword = ({ currentPassword, newPassword }: BodyOf<typeof changeAdminPassword>) =>
  callAdmin(changeAdminPassword, { body: { currentPassword, newPassword } });
