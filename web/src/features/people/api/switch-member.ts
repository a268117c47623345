import {
  correctMemberEmail,
  deactivateMember,
  reactivateMember,
  sendConfirmation,
  viewAsMember,
} from '@lectern/contracts/system/people-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export interface MemberSwitch {
  readonly userId: string;
  readonly body: BodyOf<typeof deactivateMember>;
}

/** Deactivates a member's account; the response's message describes the result. */
export const deactivate = ({ userId, body }: MemberSwitch) => callAdmin(deactivateMember, { params: { userId }, body });

/** Reactivates a member's account. */
export const reactivate = ({ userId, body }: MemberSwitch) => callAdmin(reactivateMember, { params: { userId }, body });

/** Emails a member the link that confirms their email address; the response's message says whether it did. */
export const emailConfirmation = (userId: string) => callAdmin(sendConfirmation, { params: { userId } });

/** Begins to see the site as a member sees it, which is recorded. */
export const beginView = ({ userId, body }: { readonly userId: string; readonly body: BodyOf<typeof viewAsMember> }) =>
  callAdmin(viewAsMember, { params: { userId }, body });

/** Emails a confirmation link to a member's new address; the response's message says so. */
export const correctEmail = ({
  userId,
  body,
}: {
  readonly userId: string;
  readonly body: BodyOf<typeof correctMemberEmail>;
}) => callAdmin(correctMemberEmail, { params: { userId }, body });
