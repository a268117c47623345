import * as z from 'zod/mini';
import { division, instant, uuid } from '../fields.ts';
import { listQuery, pageOf } from '../page.ts';
import { person, personData } from '../person-data.ts';
import { knownAccount, knownTag, personNote, timelinePart, timelineRequest } from '../person-timeline.ts';
import { rpc } from '../rpc.ts';
import {
  actionFilter,
  actor,
  adminAction,
  adminProfile,
  currentUser,
  linkPurpose,
  requestOrigin,
  signedInAdmin,
} from './model.ts';

/**
 * Browsers that signed in to an account before, by the cookie of the requesting browser; the gateway checked signature,
 * audience and expiry. Each counts for its own account only, until that account gets a new password.
 */
export const knownDevices = z.array(z.object({ deviceId: uuid(), subject: uuid(), sessionVersion: z.number() }));
export type KnownDevice = z.output<typeof knownDevices>[number];

/** The cookie for the browser, so that failed sign-ins of others do not slow it down. Left out by older revisions. */
export const deviceToken = z.optional(z.string());

/**
 * The session that confirms by the password: its failures count separately. Left out by older revisions: then they
 * count with the account's.
 */
export const sessionId = z.optional(uuid());

/**
 * Creates an account, inactive until paid. Safe to repeat: an unpaid account with the same password is the same
 * account, and its names are updated; with a live membership `membership_exists`. `email_taken` alike for another
 * password, which counts as a failed sign-in, and for an email address that paid for a membership without an account.
 */
export const registerAccount = rpc({
  name: 'identity.register-account.v1',
  input: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    password: z.string(),
    devices: z.optional(knownDevices),
    /** Left out by callers older than the limit on networks. */
    origin: z.optional(requestOrigin),
  }),
  /**
   * `sessionVersion` is that of the given password. No `deviceToken` where an account exists that does not know the
   * browser: the browser becomes known by a sign-in, which is emailed to the holder.
   */
  output: z.object({ userId: uuid(), email: z.string(), sessionVersion: z.optional(z.number()), deviceToken }),
});

/**
 * The account of a referral code; `null` for an unknown code and for that of a deactivated account. Compared trimmed
 * and without letter case. `emailKey` is for gateways of an older revision.
 */
export const findReferrer = rpc({
  name: 'identity.find-referrer.v1',
  input: z.object({ code: z.string() }),
  output: z.nullable(z.object({ userId: uuid(), firstName: z.string(), emailKey: z.string() })),
});

/** The permanent referral code of an account; `not_found` where there is no such account. */
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

/** Answers a bearer token; `credentials_wrong` and `too_many_attempts` are alike for known and unknown email addresses. */
export const loginMember = rpc({
  name: 'identity.login-member.v1',
  input: credentials,
  output: z.object({ token: z.string(), deviceToken }),
});

/**
 * As {@link loginMember}. Where the administrator's second factor is on, the right password without a code is
 * `second_factor_required`, and with a wrong or used one `second_factor_wrong`; otherwise a code is ignored.
 */
export const loginAdmin = rpc({
  name: 'identity.login-admin.v1',
  input: z.extend(credentials, { code: z.optional(z.string()) }),
  output: z.object({ token: z.string(), admin: adminProfile, deviceToken }),
});

/**
 * The device of a browser that signed in before to an account with this email address, a member's or an
 * administrator's; `null` where none did, or not since its last new password.
 */
export const findKnownDevice = rpc({
  name: 'identity.find-known-device.v1',
  input: z.object({ email: z.string(), devices: knownDevices }),
  output: z.object({ deviceId: z.nullable(uuid()) }),
});

/** The claims of a verified token. The gateway checked signature, issuer, audience and expiry. */
export const tokenClaims = z.object({
  subject: uuid(),
  tokenId: uuid(),
  sessionVersion: z.number(),
  expiresAt: z.number(),
});
export type TokenClaims = z.output<typeof tokenClaims>;

/** The member behind a token, if the token is still valid: not signed out, not older than the last password change. */
export const resumeMemberSession = rpc({
  name: 'identity.resume-member-session.v1',
  input: tokenClaims,
  output: currentUser,
});

export const resumeAdminSession = rpc({
  name: 'identity.resume-admin-session.v1',
  input: tokenClaims,
  output: signedInAdmin,
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
 * Creates a single-use link for an email: `setup` (72 hours) for an email address without a password, `reset` (60
 * minutes) for the account of an email address, `email_change` (24 hours) for the new email address of account
 * `userId`, `verify_email` (72 hours) for the current one of account `userId`, `email_undo` for a verified one that
 * account `userId` left, until seven days after it did.
 * Answers `null` where the link would lead nowhere: for `verify_email` where the email address is verified already, the
 * account is gone or has another one by now, or another person paid for it; and for an email that identity did not
 * publish. `in_progress` where the email may be a welcome whose membership has not arrived.
 * Only the hash of the token is stored, so only the answer contains it. Earlier links stay valid, for emails whose
 * delivery is unknown.
 */
export const issueLink = rpc({
  name: 'identity.issue-link.v1',
  callers: ['messaging-worker'],
  input: z.object({ email: z.string(), purpose: linkPurpose, userId: z.optional(uuid()) }),
  /**
   * `isRefused`: the account is deactivated, so no email invites its holder to sign in. Not for `email_undo`, whose
   * email is sent anyway.
   */
  output: z.object({ token: z.nullable(z.string()), isRefused: z.optional(z.boolean()) }),
});

/**
 * Whether an account may cancel or change what was paid for its email address. `email_unverified` where a payment alone
 * set it up: the person who opened that payment page may not be the holder of the mailbox.
 */
export const checkOwnAddress = rpc({
  name: 'identity.check-own-address.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({}),
});

/**
 * Records a request for an email with a link. It reads no account, so that answer and time are the same for every email
 * address; the matching email follows, at most three an hour for each email address and purpose.
 */
export const requestLink = rpc({
  name: 'identity.request-link.v1',
  input: z.object({ email: z.string(), purpose: z.enum(['setup', 'reset', 'admin_reset']) }),
  output: z.object({}),
});

/**
 * Creates the account of an email address, or sets the first password of an account without one; every link that was
 * emailed for it ends. The proof is an emailed token, which verifies the mailbox, or `payment`: the caller saw the
 * completed membership checkout of this very email address, which grants that customer's purchases and nothing else.
 * `link_invalid` where the proof is invalid or expired, `email_taken` where there is a password already, unless that
 * mailbox was never verified and the token verifies it. Answers a bearer token.
 */
export const setUpAccount = rpc({
  name: 'identity.setup-account.v1',
  input: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    password: z.string(),
    division: division(),
    /** The origin of the set-up; left out by callers older than the list of sessions. */
    origin: z.optional(requestOrigin),
    credential: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('token'), token: z.string() }),
      z.object({ kind: z.literal('payment'), customerId: z.string() }),
    ]),
    devices: z.optional(knownDevices),
  }),
  output: z.object({ userId: uuid(), token: z.string(), deviceToken }),
});

/**
 * Sets a new password by an emailed token, once, and ends every bearer token and every link of the account;
 * `link_invalid` otherwise.
 */
export const resetPassword = rpc({
  name: 'identity.reset-password.v1',
  input: z.object({ token: z.string(), password: z.string(), devices: z.optional(knownDevices) }),
  output: z.object({ deviceToken }),
});

/**
 * Changes the password of a member who enters the current one, and ends every bearer token; answers a new one.
 * `current_password_wrong` is counted for its session and slowed down like a failed sign-in.
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
 * Changes names and division immediately. Another email address requires `currentPassword`, and takes effect once its
 * mailbox confirms it: it gets an email with a link, `pendingEmail` names it, and until then the account keeps the old
 * one. A request for the current email address withdraws a pending change. `invalid_request` without the password,
 * `current_password_wrong` for another one, counted for its session and slowed down like a failed sign-in;
 * `too_many_requests` beyond three such emails an hour; `email_unverified` where another person paid for the current
 * email address without this account and its mailbox is not verified. A refused request changes nothing.
 */
export const updateProfile = rpc({
  name: 'identity.update-profile.v1',
  input: z.object({
    userId: uuid(),
    firstName: z.string(),
    lastName: z.string(),
    /** Where it is left out, email address and pending change stay as they are. */
    email: z.optional(z.string()),
    /** Unchanged where it is left out. */
    division: z.optional(division()),
    currentPassword: z.optional(z.string()),
    /** Left out by callers older than the password requirement. */
    origin: z.optional(requestOrigin),
    sessionId,
  }),
  output: z.object({ pendingEmail: z.nullable(z.string()) }),
});

/**
 * Deletes a member's account; requires its password. The row and all of identity's data about the person are deleted in
 * one transaction, with every token and link, and the other services are notified to do the same.
 * `current_password_wrong` is counted for its session and slowed down like a failed sign-in; `email_unverified` where
 * another person paid for this email address without this account and its mailbox is not verified: their purchase must
 * not end with it.
 */
export const deleteAccount = rpc({
  name: 'identity.delete-account.v1',
  input: z.object({ userId: uuid(), currentPassword: z.string(), origin: requestOrigin, sessionId }),
  output: z.object({}),
});

/**
 * Confirms the mailbox of an emailed link, for the signed-in holder of the account that requested it. With
 * `email_change` the account takes that email address, once (`isChanged`); `email_taken` where another account has it
 * by now, `email_unverified` where the account was set up by a payment for an email address that it never verified.
 * With `verify_email` the current email address becomes verified; a verified one stays so, with the same answer.
 * `link_invalid` otherwise, also for another account's link.
 */
export const confirmEmail = rpc({
  name: 'identity.confirm-email.v1',
  input: z.object({ token: z.string(), userId: uuid() }),
  output: z.object({ isChanged: z.boolean() }),
});

/**
 * Returns an account to the mailbox of a verified email address that it left, by a link that was emailed there: the
 * account has that email address again, verified, with the new password. All its sessions and emailed links end, except
 * those that undo an earlier change. `link_invalid` for a link that is unknown, used, older than seven days, or for the
 * account's current email address; `email_taken` where another account has the email address by now;
 * `account_deactivated`. A refused request changes nothing and leaves the link as it was.
 */
export const undoEmailChange = rpc({
  name: 'identity.undo-email-change.v1',
  input: z.object({ token: z.string(), password: z.string() }),
  output: z.object({ email: z.string(), deviceToken }),
});

/**
 * Sends an email with which the holder of an account verifies its mailbox. `isSent` is false where it is verified
 * already. `too_many_requests` beyond three such emails an hour.
 */
export const requestEmailVerification = rpc({
  name: 'identity.request-email-verification.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({ isSent: z.boolean(), email: z.string() }),
});

/**
 * As {@link requestEmailVerification}, for an administrator, with the same limit; recorded. `not_found`, `account_deactivated`.
 */
export const sendEmailVerification = rpc({
  name: 'identity.send-email-verification.v1',
  permission: 'people:write',
  input: z.object({ userId: uuid(), by: actor }),
  /** `isRepeated` where a request of the last seconds sent the email, and this one sends no second. */
  output: z.object({ isSent: z.boolean(), isRepeated: z.boolean(), email: z.string() }),
});

/** Records an administrator's action that changes no service's rows, such as exporting a list. */
export const recordAdminAction = rpc({
  name: 'identity.record-admin-action.v1',
  permission: 'console:read',
  input: z.object({ by: actor, action: z.string(), details: z.record(z.string(), z.unknown()) }),
  output: z.object({}),
});

export const listAdminActions = rpc({
  name: 'identity.list-admin-actions.v2',
  input: z.extend(listQuery, actionFilter),
  output: pageOf(adminAction),
});

export const listActionNames = rpc({
  name: 'identity.list-action-names.v1',
  input: z.object({}),
  output: z.array(z.string()),
});

/**
 * All of identity's data about the holder of an account. `verifiedEmail` is the email address for requests to the other
 * services: null until the holder has verified the mailbox. `not_found` for an unknown account.
 */
export const exportPerson = rpc({
  name: 'identity.export-person.v1',
  input: z.object({ userId: uuid() }),
  output: z.object({ verifiedEmail: z.nullable(z.string()), data: personData }),
  timeoutMs: 10_000,
});

/**
 * Identity's data of the holder of a mailbox, for staff who answer their request: of the account with this email address, verified or
 * not, and of the mailbox. `person` is for the requests to the other services; its `userId` is of no account where `hasAccount` is false.
 * Records nothing.
 */
export const exportMailbox = rpc({
  name: 'identity.export-mailbox.v1',
  permission: 'people:export',
  input: z.object({ email: z.string(), by: actor }),
  output: z.object({ person, hasAccount: z.boolean(), data: personData }),
  timeoutMs: 10_000,
});

/**
 * Erases everything under an email address: the account that has it, or the mailbox where none does. The other services are notified as
 * by {@link deleteAccount}. The caller chooses the `id` of the erasure: repeating it within a day erases nothing more, and with another
 * address it is an `idempotency_conflict`. `version_conflict` where the address has another account than `userId`, or one where that is
 * null, and where the mailbox is being erased already. `administrator_stays` where an administrator has the address.
 */
export const erasePerson = rpc({
  name: 'identity.erase-person.v1',
  permission: 'people:erase',
  input: z.object({ id: uuid(), userId: z.nullable(uuid()), email: z.string(), by: actor }),
  output: z.object({}),
});

/** The services that have not confirmed an erasure yet; `not_found` for an unknown one. */
export const getErasure = rpc({
  name: 'identity.get-erasure.v1',
  permission: 'people:erase',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({ erasedAt: instant(), waitingFor: z.array(z.string()) }),
});

/** A page of identity's timeline of an email address: its account, if it has one, and the actions on either. */
export const readTimeline = rpc({
  name: 'identity.read-timeline.v1',
  input: z.omit(timelineRequest, { userId: true }),
  output: z.extend(timelinePart, {
    account: z.nullable(knownAccount),
    /** With the first page. Left out by older revisions. */
    notes: z.optional(z.array(personNote)),
    /** With the first page. Left out by older revisions. */
    tags: z.optional(z.array(z.string())),
    /** As the list of people has it. With the first page. Left out by older revisions. */
    name: z.optional(z.nullable(z.string())),
  }),
});

/**
 * Adds a note about an account, or about an email address without one, under the caller's id: a repeated request adds nothing.
 * `idempotency_conflict` where another note has the id; `invalid_request` beyond {@link NOTES_MAX}.
 */
export const addNote = rpc({
  name: 'identity.add-note.v1',
  permission: 'people:write',
  input: z.object({ id: uuid(), email: z.string(), text: z.string(), by: actor }),
  output: z.object({}),
});

/** `not_found` for one that does not exist, also the second time. */
export const deleteNote = rpc({
  name: 'identity.delete-note.v1',
  permission: 'people:write',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({}),
});

const tagChange = z.object({ email: z.string(), tag: z.string(), by: actor });

/**
 * Gives a tag to an account, or to an email address without one, in the spelling that it has for others. Idempotent. `invalid_request`
 * beyond {@link TAGS_MAX}.
 */
export const tagPerson = rpc({
  name: 'identity.tag-person.v1',
  permission: 'people:write',
  input: tagChange,
  output: z.object({}),
});

/** Removes a tag. Idempotent. */
export const untagPerson = rpc({
  name: 'identity.untag-person.v1',
  permission: 'people:write',
  input: tagChange,
  output: z.object({}),
});

/** The tags of all people, those of most people first; the 200 first ones. */
export const listTags = rpc({
  name: 'identity.list-tags.v1',
  input: z.object({}),
  output: z.object({ tags: z.array(knownTag) }),
});

/** Records that an administrator read everything about an email address; at most once an hour for each of them. */
export const recordPersonView = rpc({
  name: 'identity.record-person-view.v1',
  permission: 'people:read',
  input: z.object({ by: actor, email: z.string() }),
  output: z.object({}),
});

const accountSwitch = z.object({ userId: uuid(), reason: z.string(), by: actor });
/** `isChanged` is false for an account that was in that state already; then nothing changes and nothing is recorded. */
const switched = z.object({ name: z.string(), isChanged: z.boolean() });

/**
 * Deactivates an account: nobody can sign in, and all its tokens and emailed links end. A caller with its password gets
 * `account_deactivated`. Payments stay; unpaid places in events are released. `not_found` for an unknown account.
 */
export const deactivateMember = rpc({
  name: 'identity.deactivate-member.v1',
  permission: 'people:write',
  input: accountSwitch,
  output: switched,
});

/**
 * Asks another mailbox to confirm itself for an account, at the request of an administrator who knows the holder: also
 * where the account was set up by a payment for an email address that its holder cannot read. As with a change of their
 * own, the holder follows the link while signed in. `not_found`, `account_deactivated`, `too_many_requests` beyond
 * three such emails an hour, and `invalid_request` for the account's current email address. `current_password_wrong`
 * and `too_many_attempts` for the administrator.
 */
export const correctMemberEmail = rpc({
  name: 'identity.correct-member-email.v1',
  permission: 'people:write',
  input: z.object({
    userId: uuid(),
    email: z.string(),
    reason: z.string(),
    by: actor,
    currentPassword: z.string(),
    sessionId,
  }),
  output: z.object({ name: z.string() }),
});

const memberProfile = z.object({ firstName: z.string(), lastName: z.string(), division: division() });

/**
 * Corrects an account's names and division for an administrator, and records the old and the new values. `changed` names the fields:
 * none for an edit that is sent a second time. `not_found`; `version_conflict` where a field is neither as it was `seen` nor as wanted.
 */
export const correctMember = rpc({
  name: 'identity.correct-member.v1',
  permission: 'people:write',
  input: z.extend(memberProfile, { userId: uuid(), seen: memberProfile, by: actor }),
  output: z.object({ name: z.string(), changed: z.array(z.string()) }),
});

/** Reactivates an account: its holder can sign in again, with the old password. `not_found` for an unknown account. */
export const reactivateMember = rpc({
  name: 'identity.reactivate-member.v1',
  permission: 'people:write',
  input: accountSwitch,
  output: switched,
});
