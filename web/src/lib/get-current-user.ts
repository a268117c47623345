import { getUser } from '@lectern/contracts/identity/http';
import { callMember } from './call-member.ts';

export const getCurrentUser = (signal: AbortSignal) => callMember(getUser, { signal });
