import { logout } from '@lectern/contracts/identity/http';
import { call } from '../../../lib/api-client.ts';

/** Ends this token on the server. The member is signed out in this browser even if the request fails. */
export const logOut = (token: string | null) => call(logout, { token });
