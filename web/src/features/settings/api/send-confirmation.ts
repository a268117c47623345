import { verifyEmail } from '@lectern/contracts/identity/http';
import { callMember } from '../../../lib/call-member.ts';

/** Sends the email that confirms the member's address, unless it is already confirmed; the message says which. */
export const sendConfirmation = () => callMember(verifyEmail, {});
