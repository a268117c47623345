import { confirmEmail } from '@lectern/contracts/identity/http';
import { callMember } from '../../../lib/call-member.ts';

/** Confirms the email that the link was sent to, for the signed-in account that requested it: a new email or the present one. */
export const confirmAddress = (token: string) => callMember(confirmEmail, { body: { token } });
