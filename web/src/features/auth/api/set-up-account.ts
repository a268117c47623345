import { setupAccount } from '@lectern/contracts/identity/http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

/** With a credential answers a token; without one only a message, and the server sends an email. */
export const setUpAccount = (body: BodyOf<typeof setupAccount>) => call(setupAccount, { body });
