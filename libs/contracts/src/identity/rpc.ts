import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { adminAction, adminProfile, currentUser, requestOrigin } from './model.ts';

/**
 * Opens an account, inactive until paid. Safe to repeat: an unpaid account with the same password is the same account
 * (its names are updated); another password is `email_taken`, a live membership `membership_exists`.
 */
export const registerAccount = rpc({
  name: 'identity.register-account.v1',
  input: z.object({ email: z.string(), firstName: z.string(), lastName: z.string(), password: z.string() }),
  output: z.object({ userId: uuid(), email: z.string() }),
});

/**
 * Whose referral code this is, or `null` when it is nobody's. Compared trimmed and without letter case; the code of a
 * deactivated account is nobody's. `emailKey` lets the asker tell whether somebody refers themselves.
 */
export const findReferrer = rpc({
  name: 'identity.find-referrer.v1',
  input: z.object({ code: z.string() }),
  output: z.nullable(z.object({ userId: uuid(), firstName: z.string(), emailKey: z.string() })),
});

/** The referral code of an account, the same for ever; `not_found` when there is no such account. */
export const getReferralCode = rpc({
  name: 'identity.get-referral-code.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({ referralCode: z.string() }),
});

const credentials = z.object({ email: z.string(), password: z.string(), origin: requestOrigin });

/** Answers a bearer token; `credentials_wrong` and `too_many_attempts` look alike for known and unknown addresses. */
export const loginMember = rpc({
  name: 'identity.login-member.v1',
  input: credentials,
  output: z.object({ token: z.string() }),
});

export const loginAdmin = rpc({
  name: 'identity.login-admin.v1',
  input: credentials,
  output: z.object({ token: z.string(), admin: adminProfile }),
});

/** What a verified token claims. Signature, issuer, audience and expiry were checked by the gateway. */
export const tokenClaims = z.object({
  subject: uuid(),
  tokenId: uuid(),
  sessionVersion: z.number(),
  expiresAt: z.number(),
});
export type TokenClaims = z.output<typeof tokenClaims>;

/** The member behind a token, if the token still counts: not signed out, not older than the last password change. */
export const resumeMemberSession = rpc({
  name: 'identity.resume-member-session.v1',
  input: tokenClaims,
  output: currentUser,
});

export const resumeAdminSession = rpc({
  name: 'identity.resume-admin-session.v1',
  input: tokenClaims,
  output: adminProfile,
});

/** Ends one token. Idempotent. */
export const endSession = rpc({
  name: 'identity.end-session.v1',
  input: z.object({ audience: z.enum(['member', 'admin']), claims: tokenClaims }),
  output: z.object({}),
});

/** Ends every token of a member. Idempotent. */
export const endAllSessions = rpc({
  name: 'identity.end-all-sessions.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({}),
});

export const listAdminActions = rpc({
  name: 'identity.list-admin-actions.v1',
  input: z.object({ limit: z.number() }),
  output: z.array(adminAction),
});
