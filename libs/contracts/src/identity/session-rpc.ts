import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { actor, requestOrigin } from './model.ts';
import { deviceToken, sessionId as confirmingSession, tokenClaims } from './rpc.ts';
import { signedInSessions } from './session.ts';

const audience = z.enum(['member', 'admin']);

/** The sessions of a token's holder. */
export const listSessions = rpc({
  name: 'identity.list-sessions.v1',
  input: z.object({ audience, claims: tokenClaims }),
  output: signedInSessions,
});

/**
 * Ends other sessions of a token's holder; requires the password. It ends one session (`not_found` where the holder has
 * none of that id, or no longer has it), or without an id all but this one, which then continues with the token in the
 * answer. `current_password_wrong` is counted for this session and slowed down like a failed sign-in.
 */
export const endOwnSessions = rpc({
  name: 'identity.end-own-sessions.v1',
  input: z.object({
    audience,
    claims: tokenClaims,
    currentPassword: z.string(),
    sessionId: z.optional(uuid()),
    origin: requestOrigin,
  }),
  output: z.object({ token: z.nullable(z.string()), deviceToken }),
});

/**
 * A link that ends a session, for the email to `email` that reports it. `token` is null where the session has ended,
 * was not reported, or where that mailbox was not the account's since the session began. Only the hash of the token is
 * stored; an earlier one for the same session ends.
 */
export const issueSessionEnd = rpc({
  name: 'identity.issue-session-end.v1',
  callers: ['messaging-worker'],
  input: z.object({ sessionId: uuid(), email: z.string() }),
  output: z.object({ token: z.nullable(z.string()) }),
});

/** Ends the session of an emailed link. `link_invalid` where it has ended already. */
export const endSessionByLink = rpc({
  name: 'identity.end-session-by-link.v1',
  input: z.object({ token: z.string() }),
  output: z.object({ audience }),
});

/**
 * Changes the password of an administrator who enters the current one, ends all their sessions and answers a token for
 * this one. `current_password_wrong`, counted for the session `sessionId`; `password_common`.
 */
export const changeAdminPassword = rpc({
  name: 'identity.change-admin-password.v1',
  permission: 'own',
  input: z.object({
    by: actor,
    currentPassword: z.string(),
    newPassword: z.string(),
    sessionId: confirmingSession,
  }),
  output: z.object({ token: z.string(), deviceToken }),
});
