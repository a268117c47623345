import { verifyEmail } from '@lectern/contracts/identity/http';
import { callMember } from '../../../lib/call-member.ts';

/** Has the email sent that confirms the member's address, unless it is confirmed by now; the message says which. */
export const sendConfirmation = () => callMember(verifyEmail, {});
