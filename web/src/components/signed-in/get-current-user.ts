import { getUser } from '@lectern/contracts/identity/http';
import { callMember } from '../../lib/call-member.ts';

export const getCurrentUser = (signal: AbortSignal) => callMember(getUser, { signal });
