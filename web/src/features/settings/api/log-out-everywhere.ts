import { logoutAll } from '@lectern/contracts/identity/http';
import { callMember } from '../../../lib/call-member.ts';

/** Ends every token of the account, this one too. */
export const endAllSessions = () => callMember(logoutAll, {});
