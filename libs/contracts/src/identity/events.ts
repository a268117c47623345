import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { event } from '../event.ts';
import { division, instant, uuid } from '../fields.ts';
import { claimKind } from './model.ts';
import { mergedPeople } from '../person-merge.ts';
import { staffRole } from './staff-role.ts';

/**
 * An account was created; its names, division, email address or password changed; its sessions ended; or an
 * administrator deactivated or reactivated it. `version` grows with every change of the account.
 */
export const accountChanged = event({
  name: 'identity.account-changed.v1',
  payload: z.object({
    userId: uuid(),
    version: z.number(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    division: division(),
    createdAt: instant(),
    /** When it was deactivated; nobody can sign in to it since then. Left out by revisions that did not publish it. */
    deactivatedAt: z.optional(z.nullable(instant())),
    /**
     * When its holder was verified to read the mailbox of `email`; null while the email address was only typed. Missing
     * in older events.
     */
    emailVerifiedAt: z.optional(z.nullable(instant())),
    /** Every session of an older version has ended, with the changes that it was allowed to make. Missing in older events. */
    sessionVersion: z.optional(z.number()),
    /**
     * The holder of the mailbox got the account by an emailed link alone, at `emailVerifiedAt`, and that mailbox was
     * not verified before: a stranger may have used the account under an older `sessionVersion`.
     */
    isTakenOver: z.optional(z.boolean()),
    /** Staff corrected the name: it is also corrected where it was typed with this email address without logging in. */
    isCorrectedByStaff: z.optional(z.boolean()),
  }),
  subscribers: ['registrations', 'billing', 'messaging'],
});

/**
 * A person is to get an email with a link: `setup` to an email address without a password, `sign_in` to one that
 * requested a set-up and has a password, `reset` to one that requested a new password, `email_change` to the new email
 * address of account `userId`, `verify_email` to the current one of account `userId`. Messaging requests the link
 * itself when it sends the email (`identity.issue-link.v1`).
 */
export const linkRequested = event({
  name: 'identity.link-requested.v1',
  payload: z.object({
    requestId: uuid(),
    purpose: z.enum(['setup', 'sign_in', 'reset', 'email_change', 'verify_email', 'admin_invite', 'admin_reset']),
    email: z.string(),
    /** Null where there is no account. */
    firstName: z.nullable(z.string()),
    /** Whether staff entered the email address of an `email_change`: then a password reset with it opens the account too. */
    isByStaff: z.optional(z.boolean()),
    /**
     * The account whose email address is to change or to be verified, or whose password is reset at the email address
     * that staff entered. Missing for other emails.
     */
    userId: z.optional(uuid()),
  }),
  subscribers: ['messaging'],
});

/**
 * The email address of an account changed, after its mailbox confirmed it. The old one is notified. Once for each
 * `version` of the account. `wasVerified`: the holder was verified to read the old mailbox. Older events lack it and
 * `newEmail`. `isUndo`: the reader of a former mailbox of the account undid a change. `isByStaff`: staff requested the
 * change, which the old mailbox cannot undo.
 */
export const emailChanged = event({
  name: 'identity.email-changed.v1',
  payload: z.object({
    userId: uuid(),
    version: z.number(),
    oldEmail: z.string(),
    newEmail: z.optional(z.string()),
    wasVerified: z.optional(z.boolean()),
    isUndo: z.optional(z.boolean()),
    isByStaff: z.optional(z.boolean()),
    firstName: z.string(),
  }),
  subscribers: ['messaging'],
});

/**
 * The password of an account changed: its holder entered the current one, or used the emailed link of a reset
 * (`isReset`). Not published for the first password of an account. Once for each `version` of the account.
 */
export const passwordChanged = event({
  name: 'identity.password-changed.v1',
  payload: z.object({
    userId: uuid(),
    version: z.number(),
    email: z.string(),
    firstName: z.string(),
    isReset: z.boolean(),
    /** The reset took over an unverified account: a referral noted before it is dropped. */
    isTakenOver: z.optional(z.boolean()),
  }),
  subscribers: ['messaging'],
});

/**
 * A member or administrator signed in with a browser that had not signed in to this account before, or not since its
 * last password change. Published for members with a verified mailbox and for administrators, at most three times an
 * hour for each account. Once for each session.
 */
export const newDeviceSignedIn = event({
  name: 'identity.new-device-signed-in.v1',
  payload: z.object({
    sessionId: uuid(),
    audience: z.enum(['member', 'admin']),
    /** The member's account; null for an administrator. */
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    /** Browser and system in a few words. */
    client: z.string(),
    at: instant(),
  }),
  subscribers: ['messaging'],
});

export const administratorChange = z.enum(['created', 'invited', 'deactivated', 'reactivated', 'role_changed']);

/**
 * An administrator was created, invited, deactivated or reactivated, or got another role. Once for each other active owner, and for the
 * affected administrator unless they were created or invited; each is notified.
 */
export const administratorsChanged = event({
  name: 'identity.administrators-changed.v1',
  payload: z.object({
    /** The id of the change; the same in each of its events. */
    changeId: uuid(),
    /** The administrator to notify. */
    email: z.string(),
    change: administratorChange,
    /** The role of the affected administrator after it. */
    role: staffRole,
    /** The email address of the affected administrator. */
    about: z.string(),
    /** The name of the acting administrator; null for an operator. */
    by: z.nullable(z.string()),
    at: instant(),
  }),
  subscribers: ['messaging'],
});

/** Other roles require a second factor of administrators. Once for each other active owner, who is notified. */
export const staffPolicyChanged = event({
  name: 'identity.staff-policy-changed.v1',
  payload: z.object({
    /** The id of the change; the same in each of its events. */
    changeId: uuid(),
    /** The owner to notify. */
    email: z.string(),
    /** The roles that require it now, and those that did before. */
    roles: z.array(staffRole),
    before: z.array(staffRole),
    /** The name of the acting administrator. */
    by: z.string(),
    at: instant(),
  }),
  subscribers: ['messaging'],
});

/**
 * An administrator got another role, or was deactivated or reactivated. Once for each change. Events of one administrator may arrive in any
 * order.
 */
export const administratorAccessChanged = event({
  name: 'identity.administrator-access-changed.v1',
  payload: z.object({ adminId: uuid(), role: staffRole, isActive: z.boolean() }),
  subscribers: ['messaging'],
});

/** A change of an administrator's sign-in methods. */
export const signInChange = z.enum([
  'change_password',
  'reset_password',
  'turn_on_second_factor',
  'turn_off_second_factor',
  'renew_recovery_codes',
  'add_passkey',
  'remove_passkey',
]);

/**
 * The sign-in methods of an administrator were changed in their own settings, with the confirmation that these require.
 * Once for each change; their mailbox is notified.
 */
export const adminSignInChanged = event({
  name: 'identity.admin-sign-in-changed.v1',
  payload: z.object({
    changeId: uuid(),
    email: z.string(),
    change: signInChange,
    /** Browser and system in a few words. */
    client: z.string(),
    at: instant(),
  }),
  subscribers: ['messaging'],
});

/** Staff deactivated or reactivated an account. Once for each `version` of the account. */
export const accountSwitched = event({
  name: 'identity.account-switched.v1',
  payload: z.object({
    userId: uuid(),
    version: z.number(),
    email: z.string(),
    firstName: z.string(),
    isDeactivated: z.boolean(),
  }),
  subscribers: ['messaging'],
});

/**
 * A guest's purchases or registrations belong to an account from now on, because its holder verified their mailbox, or
 * showed the payment itself. A claim is granted to one account and stays with it, unless registrations refuses the
 * grant. The event may be repeated, and may arrive before or after any other event of the account.
 */
export const claimsGranted = event({
  name: 'identity.claims-granted.v1',
  payload: z.object({
    claims: z.array(
      z.object({
        kind: claimKind,
        subjectId: z.string(),
        userId: uuid(),
        /**
         * The mailbox of the claim, in the form in which email addresses are compared. Left out by revisions that did
         * not publish it.
         */
        emailKey: z.optional(z.string()),
      }),
    ),
  }),
  subscribers: ['billing', 'registrations'],
});

/**
 * An account earned referral credit, by billing's numbers: the increase, and the total. Once for each `version` of its
 * credits with an increase.
 */
export const creditsEarned = event({
  name: 'identity.credits-earned.v1',
  payload: z.object({
    userId: uuid(),
    version: z.number(),
    email: z.string(),
    firstName: z.string(),
    earned: cents,
    totalCredits: cents,
  }),
  subscribers: ['messaging'],
});

/**
 * Referral credit of an account was withdrawn, because the payment that earned it was refunded. Once for each `version`
 * of its credits with a decrease.
 */
export const creditsWithdrawn = event({
  name: 'identity.credits-withdrawn.v1',
  payload: z.object({
    userId: uuid(),
    version: z.number(),
    email: z.string(),
    firstName: z.string(),
    withdrawn: cents,
    totalCredits: cents,
  }),
  subscribers: ['messaging'],
});

/**
 * A person deleted their account, or asked staff to erase them. Each service with data about them erases it: the data of the account, and
 * the data kept under `verifiedEmail`, which is null where the holder never verified the mailbox. `email` gets the last email.
 * The event may arrive before earlier events of the account, which then change nothing.
 */
export const accountDeleted = event({
  name: 'identity.account-deleted.v1',
  payload: z.object({
    userId: uuid(),
    email: z.string(),
    verifiedEmail: z.nullable(z.string()),
    firstName: z.string(),
    deletedAt: instant(),
    /**
     * Nobody requested the deletion: the account made room for the holder of `email`, and its purchases wait for that
     * mailbox, as a guest's do.
     */
    leavesPurchases: z.optional(z.boolean()),
    /** Staff erased the person, and vouch for the mailbox, verified or not. */
    isByStaff: z.optional(z.boolean()),
    /** No account had the mailbox: `userId` is of no account, and everything in the mailbox's name goes, in whatever person's name. */
    isMailbox: z.optional(z.boolean()),
  }),
  subscribers: ['billing', 'registrations', 'messaging'],
});

/**
 * Staff merged a mailbox without an account into another person. Each service gives what it keeps under `oldEmail` to `newEmail`, whose
 * account gets purchases and registrations as claims, and confirms it. Also what arrives under `oldEmail` before that.
 */
export const peopleMerged = event({
  name: 'identity.people-merged.v1',
  payload: z.extend(mergedPeople, { mergeId: uuid(), mergedAt: instant() }),
  subscribers: ['billing', 'registrations', 'messaging'],
});
