import type { MemberStanding } from '@lectern/contracts/content/rpc';
import type { CurrentUser } from '@lectern/contracts/identity/model';

/** As whom the content service is to answer a member: what is for members is for active ones (specification, section 6). */
export const memberStanding = ({ subscriptionStatus }: CurrentUser): MemberStanding =>
  subscriptionStatus === 'active' ? 'active_member' : 'inactive_member';
