import * as z from 'zod/mini';
import { acknowledgement, uuid } from '../fields.ts';
import { route } from '../route.ts';
import { membershipAction, membershipActionForm, membershipEffects } from './membership-action.ts';

const params = z.strictObject({ userId: uuid() });

/** The effects of an action on the membership of an account. Nothing is changed. */
export const previewMembershipAction = route({
  method: 'POST',
  path: '/api/admin/members/:userId/membership/preview',
  audience: 'admin',
  permission: 'memberships:write',
  rateLimit: 'none',
  params,
  body: z.strictObject({ action: membershipAction }),
  response: membershipEffects,
});

/** Changes the membership, with the effects that were shown. A repetition changes nothing more. */
export const changeMembership = route({
  method: 'POST',
  path: '/api/admin/members/:userId/membership',
  audience: 'admin',
  permission: 'memberships:write',
  rateLimit: 'none',
  params,
  body: z.strictObject(membershipActionForm),
  response: acknowledgement,
});
