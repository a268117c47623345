import { adminLogout } from '@lectern/contracts/identity/http';
import { call } from '../../../lib/api-client.ts';

/** Ends this token on the server. The administrator is signed out here whether or not the server hears of it. */
export const logOutAdmin = (token: string | null) => call(adminLogout, { token });
