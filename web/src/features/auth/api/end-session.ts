import { endSessionByLink } from '@lectern/contracts/identity/session-http';
import { call } from '../../../lib/api-client.ts';

/** Ends the session that an email reported, by the link in it. */
export const endSession = (token: string) => call(endSessionByLink, { body: { token } });
