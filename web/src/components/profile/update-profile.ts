import { updateProfile } from '@lectern/contracts/identity/http';
import type { BodyOf } from '../../lib/api-client.ts';
import { callMember } from '../../lib/call-member.ts';

export type Profile = BodyOf<typeof updateProfile>;

/** Names and division change immediately; another email only once its mailbox confirmed it, as the message says. */
export const saveProfile = (body: Profile) => callMember(updateProfile, { body });
