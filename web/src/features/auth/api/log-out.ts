import { logout } from '@lectern/contracts/identity/http';
import { call } from '../../../lib/api-client.ts';

/** Ends this token on the server. The member is signed out here whether or not the server hears of it. */
export const logOut = (token: string | null) => call(logout, { token });
