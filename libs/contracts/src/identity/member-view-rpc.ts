import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { actor, currentUser } from './model.ts';
import { tokenClaims } from './rpc.ts';

/**
 * A token with which an administrator sees the site as a member sees it, and its end: a quarter of an hour later, or with the
 * administrator's own session. Recorded each time. `not_found` where there is no such account; `account_deactivated`, because its holder
 * sees nothing.
 */
export const beginMemberView = rpc({
  name: 'identity.begin-member-view.v1',
  permission: 'people:view-as',
  input: z.object({ userId: uuid(), reason: z.nullable(z.string()), session: tokenClaims, by: actor }),
  output: z.object({ token: z.string(), name: z.string(), expiresAt: instant() }),
});

/**
 * The member that an administrator sees, by a token whose signature and expiry were checked. `token_invalid` where the administrator's
 * session has ended, where their account or role no longer allows it, and where the member's account is deleted or deactivated. Records
 * nothing: the member was not here.
 */
export const resumeMemberView = rpc({
  name: 'identity.resume-member-view.v1',
  input: z.object({ userId: uuid(), admin: z.object({ id: uuid(), tokenId: uuid(), sessionVersion: z.number() }) }),
  output: currentUser,
});
