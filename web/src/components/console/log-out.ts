import { adminLogout } from '@lectern/contracts/identity/http';
import { adminSession } from '../../lib/admin-session.ts';
import { call } from '../../lib/api-client.ts';
import { forgetPersonalDrafts } from './kept-drafts.ts';

/** Logs the administrator out here, deletes their drafts with personal data of others, and revokes the token on the server. */
export const logOut = (): void => {
  const token = adminSession.token();
  forgetPersonalDrafts(() => window.localStorage);
  adminSession.end('logged-out');
  // The browser has already deleted the token. If the server cannot be reached, the token expires by itself.
  call(adminLogout, { token }).catch(() => undefined);
};
