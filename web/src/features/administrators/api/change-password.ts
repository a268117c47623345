import { changeAdminPassword } from '@lectern/contracts/identity/session-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Changes the administrator's password and ends every other session. Returns the new token of this session. */
export const choosePassword = ({ currentPassword, newPassword }: BodyOf<typeof changeAdminPassword>) =>
  callAdmin(changeAdminPassword, { body: { currentPassword, newPassword } });
