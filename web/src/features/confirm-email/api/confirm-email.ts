import { confirmEmail } from '@lectern/contracts/identity/http';
import { call } from '../../../lib/api-client.ts';

/** Confirms the address that the link was sent to: a new one, which the account then takes, or the one that it has. */
export const confirmAddress = (token: string) => call(confirmEmail, { body: { token } });
