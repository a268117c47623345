import { confirmEmail } from '@lectern/contracts/identity/http';
import { call } from '../../../lib/api-client.ts';

/** Takes the new address by the link in its mailbox, once. */
export const confirmAddress = (token: string) => call(confirmEmail, { body: { token } });
