import { deleteAccount } from '@lectern/contracts/identity/http';
import { callMember } from '../../../lib/call-member.ts';

/** Deletes the account for who knows its password, at once and for good. */
export const endAccount = (body: { currentPassword: string }) => callMember(deleteAccount, { body });
