import * as z from 'zod/mini';
import { division, uuid } from '../fields.ts';
import { listQuery, pageOf } from '../page.ts';
import { personData } from '../person-data.ts';
import { foundPeople, knownAccount, peopleSearch, timelinePart, timelineRequest } from '../person-timeline.ts';
import { rpc } from '../rpc.ts';
import { actingAdmin, adminAction, adminProfile, currentUser, linkPurpose, requestOrigin } from './model.ts';

/**
 * Browsers that signed in to an account before, as the cookie of the one that asks says; the gateway checked signature, audience and expiry.
 * One counts for its account alone, until that has a new password.
 */
export const knownDevices = z.array(z.object({ deviceId: uuid(), subject: uuid(), sessionVersion: z.number() }));
export type KnownDevice = z.output<typeof knownDevices>[number];

/** What the browser is to keep, so that others' failed sign-ins do not make it wait. Missing from an older revision. */
export const deviceToken = z.optional(z.string());

/** The session that confirms by the password: its failures count by themselves. Missing from an older revision: then with the account's. */
export const sessionId = z.optional(uuid());

/**
 * Opens an account, inactive until paid. Safe to repeat: an unpaid account with the same password is the same account
 * (its names are updated), and with a live membership `membership_exists`. `email_taken`, alike, for another password, which counts as a failed
 * sign-in, and for an address that paid for a membership without an account.
 */
export const registerAccount = rpc({
  name: 'identity.register-account.v1',
  input: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    password: z.string(),
    devices: z.optional(knownDevices),
    /** Missing where the caller is of before networks took turns. */
    origin: z.optional(requestOrigin),
  }),
  /**
   * `sessionVersion` is that of the password which was given. No `deviceToken` where an account existed and does not know the browser: it comes
   * to know it by a sign-in, which is emailed to its holder.
   */
  output: z.object({ userId: uuid(), email: z.string(), sessionVersion: z.optional(z.number()), deviceToken }),
});

/**
 * Whose referral code this is, or `null` when it is nobody's. Compared trimmed and without letter case; the code of a
 * deactivated account is nobody's. `emailKey` is for gateways of an older revision.
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

const credentials = z.object({
  email: z.string(),
  password: z.string(),
  origin: requestOrigin,
  devices: z.optional(knownDevices),
});

/** Answers a bearer token; `credentials_wrong` and `too_many_attempts` look alike for known and unknown addresses. */
export const loginMember = rpc({
  name: 'identity.login-member.v1',
  input: credentials,
  output: z.object({ token: z.string(), deviceToken }),
});

/**
 * As {@link loginMember}. Where the administrator's second factor is on, the right password without a code is
 * `second_factor_required`, and with a wrong or used one `second_factor_wrong`; elsewhere a code is not looked at.
 */
export const loginAdmin = rpc({
  name: 'identity.login-admin.v1',
  input: z.extend(credentials, { code: z.optional(z.string()) }),
  output: z.object({ token: z.string(), admin: adminProfile, deviceToken }),
});

/**
 * Which of a browser's devices signed in before to an account with this address, a member's or an administrator's; `null` where none did, or
 * not since its last new password.
 */
export const findKnownDevice = rpc({
  name: 'identity.find-known-device.v1',
  input: z.object({ email: z.string(), devices: knownDevices }),
  output: z.object({ deviceId: z.nullable(uuid()) }),
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

/**
 * Makes a single-use link for an email: `setup` (72 hours) for an address that has no password yet, `reset` (60 minutes) for
 * the account of an address, `email_change` (24 hours) for the address that account `userId` wants to change to, `verify_email`
 * (72 hours) for the present address of account `userId`, `email_undo` for a verified address that account `userId` left, until seven days
 * after it did. Answers `null` where such a link would lead nowhere: of `verify_email`
 * where the address is verified already, the account is gone or has another one by now, or somebody else paid for it; of an email that identity did
 * not publish; `in_progress` where it may be a welcome whose membership has not arrived. The token is stored as its hash alone, so it stands nowhere but in the
 * answer; links made before stay valid, for emails whose fate is not known.
 */
export const issueLink = rpc({
  name: 'identity.issue-link.v1',
  callers: ['messaging-worker'],
  input: z.object({ email: z.string(), purpose: linkPurpose, userId: z.optional(uuid()) }),
  /** `isRefused`: the account is deactivated, so nothing is emailed that asks it in. Not of `email_undo`, whose email is sent all the same. */
  output: z.object({ token: z.nullable(z.string()), isRefused: z.optional(z.boolean()) }),
});

/**
 * Whether something may be sold for an address without an account. `address_refused` where its account is deactivated: nobody could use
 * what is paid for.
 */
export const checkGuestAddress = rpc({
  name: 'identity.check-guest-address.v1',
  input: z.object({ email: z.string() }),
  output: z.object({}),
});

/**
 * Whether an account may end or change what was paid for its address. `email_unverified` where a payment alone set it up: the person who opened
 * that payment page may not be the holder of the mailbox.
 */
export const checkOwnAddress = rpc({
  name: 'identity.check-own-address.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({}),
});

/**
 * Notes that somebody asked for an email with a link. It looks at no account, so that answer and time are the same for every
 * address; the email that fits follows, at most three an hour for an address and purpose.
 */
export const requestLink = rpc({
  name: 'identity.request-link.v1',
  input: z.object({ email: z.string(), purpose: z.enum(['setup', 'reset', 'admin_reset']) }),
  output: z.object({}),
});

/**
 * Makes the account of an address, or sets the first password of one that has none; every link that was emailed for it ends. The proof is
 * an emailed token, which verifies the mailbox, or `payment`: the caller saw the completed membership checkout of this very address, which
 * brings what its customer paid for and nothing else. `link_invalid` where the proof shows nothing (any more), `email_taken` where there
 * is a password already, unless nobody verified that mailbox and the token does. Answers a bearer token.
 */
export const setUpAccount = rpc({
  name: 'identity.setup-account.v1',
  input: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    password: z.string(),
    division: division(),
    /** Of who sets it up; missing where the caller is of before sessions were listed. */
    origin: z.optional(requestOrigin),
    credential: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('token'), token: z.string() }),
      z.object({ kind: z.literal('payment'), customerId: z.string() }),
    ]),
    devices: z.optional(knownDevices),
  }),
  output: z.object({ userId: uuid(), token: z.string(), deviceToken }),
});

/** Sets a new password by a mailed token, once, and ends every bearer token and every link of the account; `link_invalid` otherwise. */
export const resetPassword = rpc({
  name: 'identity.reset-password.v1',
  input: z.object({ token: z.string(), password: z.string(), devices: z.optional(knownDevices) }),
  output: z.object({ deviceToken }),
});

/**
 * Changes a password that the member knows, and ends every bearer token; answers a fresh one. `current_password_wrong` is
 * counted for its session and slowed down like a failed sign-in.
 */
export const changePassword = rpc({
  name: 'identity.change-password.v1',
  input: z.object({
    userId: uuid(),
    currentPassword: z.string(),
    newPassword: z.string(),
    origin: requestOrigin,
    sessionId,
  }),
  output: z.object({ token: z.string(), deviceToken }),
});

/**
 * Changes names and division immediately. Another email address needs `currentPassword`, and is taken once its mailbox confirmed it: an email
 * with a link goes to it, `pendingEmail` names it, and until then the account keeps the old one. Asking for the present address withdraws a
 * pending change. `invalid_request` without the password, `current_password_wrong` for another one, counted for its session and slowed down like
 * a failed sign-in; `too_many_requests` beyond three such emails an hour; `email_unverified` where somebody paid for the present address without this
 * account and nobody has shown yet that its mailbox is theirs. Refused, it changes nothing.
 */
export const updateProfile = rpc({
  name: 'identity.update-profile.v1',
  input: z.object({
    userId: uuid(),
    firstName: z.string(),
    lastName: z.string(),
    /** Address and pending change stay as they are, when left out. */
    email: z.optional(z.string()),
    /** As it was, when left out. */
    division: z.optional(division()),
    currentPassword: z.optional(z.string()),
    /** Missing where the caller is of before another address needed the password. */
    origin: z.optional(requestOrigin),
    sessionId,
  }),
  output: z.object({ pendingEmail: z.nullable(z.string()) }),
});

/**
 * Deletes a member's account for who knows its password: the row and everything that identity keeps of the person go at once, with
 * every token and link, and others are told to do the same. `current_password_wrong` is counted for its session and slowed down like
 * a failed sign-in; `email_unverified` where somebody paid for this address without this account and nobody has shown yet that its mailbox
 * is theirs: what they paid for must not end with it.
 */
export const deleteAccount = rpc({
  name: 'identity.delete-account.v1',
  input: z.object({ userId: uuid(), currentPassword: z.string(), origin: requestOrigin, sessionId }),
  output: z.object({}),
});

/**
 * What the link in a mailbox confirms, for the signed-in holder of the account that asked for it. Of `email_change`, the account takes
 * that address, once (`isChanged`); `email_taken` when another account has it by now, `email_unverified` where the account was set up by a
 * payment for an address that it never verified. Of `verify_email`, the present address is verified from now on; one that is verified
 * already stays so, and the answer is the same. `link_invalid` otherwise, also for another account's link.
 */
export const confirmEmail = rpc({
  name: 'identity.confirm-email.v1',
  input: z.object({ token: z.string(), userId: uuid() }),
  output: z.object({ isChanged: z.boolean() }),
});

/**
 * Gives an account back to the mailbox of a verified address that it left, by a link that was emailed there: it has that address again,
 * verified, with the new password. All its sessions and emailed links end, but those that undo an earlier change. `link_invalid` for a link
 * that is unknown, used, older than seven days, or of the address that the account has; `email_taken` where another account has the address
 * by now; `account_deactivated`. Refused, it changes nothing and leaves the link as it was.
 */
export const undoEmailChange = rpc({
  name: 'identity.undo-email-change.v1',
  input: z.object({ token: z.string(), password: z.string() }),
  output: z.object({ email: z.string(), deviceToken }),
});

/**
 * Has an email sent by which an account's holder shows that the mailbox of its address is theirs. `isSent` is false where they have
 * already. `too_many_requests` beyond three such emails an hour.
 */
export const requestEmailVerification = rpc({
  name: 'identity.request-email-verification.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({ isSent: z.boolean(), email: z.string() }),
});

/** Records what an administrator did that changes no service's rows, such as taking a list along. */
export const recordAdminAction = rpc({
  name: 'identity.record-admin-action.v1',
  input: z.object({ by: actingAdmin, action: z.string(), details: z.record(z.string(), z.unknown()) }),
  output: z.object({}),
});

export const listAdminActions = rpc({
  name: 'identity.list-admin-actions.v2',
  input: listQuery,
  output: pageOf(adminAction),
});

/**
 * Everything that identity keeps of an account's holder. `verifiedEmail` is the address with which the other services are to be
 * asked: missing until the holder has shown that its mailbox is theirs. `not_found` for an unknown account.
 */
export const exportPerson = rpc({
  name: 'identity.export-person.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({ verifiedEmail: z.nullable(z.string()), data: personData }),
  timeoutMs: 10_000,
});

/** Accounts whose name or address somebody searches for. */
export const findPeople = rpc({ name: 'identity.find-people.v1', input: peopleSearch, output: foundPeople });

/** A page of what identity knows of an address: its account, if it has one, and what was done to either. */
export const readTimeline = rpc({
  name: 'identity.read-timeline.v1',
  input: z.omit(timelineRequest, { userId: true }),
  output: z.extend(timelinePart, { account: z.nullable(knownAccount) }),
});

/** Records that an administrator reads everything of an address; at most once in an hour for each of them. */
export const recordPersonView = rpc({
  name: 'identity.record-person-view.v1',
  input: z.object({ by: actingAdmin, email: z.string() }),
  output: z.object({}),
});

const accountSwitch = z.object({ userId: uuid(), reason: z.string(), by: actingAdmin });
/** `isChanged` is false for an account that was so already; then nothing is done and nothing recorded. */
const switched = z.object({ name: z.string(), isChanged: z.boolean() });

/**
 * Lets nobody sign in to an account any more: every token and every mailed link of it ends, and who knows its password is told
 * so. What was paid stays; unpaid places in events are given back. `not_found` for an unknown account.
 */
export const deactivateMember = rpc({ name: 'identity.deactivate-member.v1', input: accountSwitch, output: switched });

/**
 * Asks another mailbox to confirm itself for an account, for an administrator who knows whose it is: also where the account was set up by a payment
 * for an address that its holder cannot read. As with a change of their own, the holder follows the link while signed in. `not_found`,
 * `account_deactivated`, `too_many_requests` beyond three such emails an hour, and `invalid_request` for the address that the account has.
 * `current_password_wrong` and `too_many_attempts` of the administrator.
 */
export const correctMemberEmail = rpc({
  name: 'identity.correct-member-email.v1',
  input: z.object({
    userId: uuid(),
    email: z.string(),
    reason: z.string(),
    by: actingAdmin,
    currentPassword: z.string(),
    sessionId,
  }),
  output: z.object({ name: z.string() }),
});

/** Lets an account's holder sign in again, with the password that it had. `not_found` for an unknown account. */
export const reactivateMember = rpc({ name: 'identity.reactivate-member.v1', input: accountSwitch, output: switched });
