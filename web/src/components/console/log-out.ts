import { adminLogout } from '@lectern/contracts/identity/http';
import { call } from '../../lib/api-client.ts';

/** Revokes this token on the server. The browser signs the administrator out even if this request fails. */
export const logOutAdmin = (token: string | null) => call(adminLogout, { token });
