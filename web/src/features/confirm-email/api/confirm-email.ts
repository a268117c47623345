import { confirmEmail } from '@lectern/contracts/identity/http';
import { callMember } from '../../../lib/call-member.ts';

/** Confirms the address that the link was sent to, for the signed-in account that asked for it: a new one, or the one that it has. */
export const confirmAddress = (token: string) => callMember(confirmEmail, { body: { token } });
