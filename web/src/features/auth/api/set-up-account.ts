import { setupAccount } from '@lectern/contracts/identity/http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

/** With a proof answers a token; without one only a message, and an email is on its way. */
export const setUpAccount = (body: BodyOf<typeof setupAccount>) => call(setupAccount, { body });
