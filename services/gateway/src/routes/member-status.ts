import type { MemberStatus } from '@lectern/contracts/content/rpc';
import type { CurrentUser } from '@lectern/contracts/identity/model';

/** The status by which content answers a member: the content for members is for active ones (specification, section 6). */
export const memberStatus = ({ subscriptionStatus }: CurrentUser): MemberStatus =>
  subscriptionStatus === 'active' ? 'active_member' : 'inactive_member';
