import { deleteAccount } from '@lectern/contracts/identity/http';
import { callMember } from '../../../lib/call-member.ts';

/** Deletes the account immediately and for good. Needs its password. */
export const endAccount = (body: { currentPassword: string }) => callMember(deleteAccount, { body });
