import { correctMemberEmail, deactivateMember, reactivateMember } from '@lectern/contracts/system/people-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export interface MemberSwitch {
  readonly userId: string;
  readonly body: BodyOf<typeof deactivateMember>;
}

/** Ends a member's sign-ins; the message says what became of it. */
export const deactivate = ({ userId, body }: MemberSwitch) => callAdmin(deactivateMember, { params: { userId }, body });

/** Lets a member sign in again. */
export const reactivate = ({ userId, body }: MemberSwitch) => callAdmin(reactivateMember, { params: { userId }, body });

/** Emails a link to a member's other address; the message says so. */
export const correctEmail = ({
  userId,
  body,
}: {
  readonly userId: string;
  readonly body: BodyOf<typeof correctMemberEmail>;
}) => callAdmin(correctMemberEmail, { params: { userId }, body });
