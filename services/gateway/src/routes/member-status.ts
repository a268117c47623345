import type { MemberStatus } from '@lectern/contracts/content/rpc';
import type { CurrentUser } from '@lectern/contracts/identity/model';

/** As whom the content service is to answer a member: what is for members is for active ones (specification, section 6). */
export const memberStatus = ({ subscriptionStatus }: CurrentUser): MemberStatus =>
  subscriptionStatus === 'active' ? 'active_member' : 'inactive_member';
