import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { event } from '../event.ts';
import { division, instant, uuid } from '../fields.ts';
import { claimKind } from './model.ts';

/**
 * Somebody opened an account, or changed their names, division, address or password, ended its sessions, or an administrator deactivated or
 * reactivated it. `version` grows with every change of the account.
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
    /** Since when nobody can sign in to it. Left out by who told of it before there was this. */
    deactivatedAt: z.optional(z.nullable(instant())),
    /** Since when its holder is known to read the mailbox of `email`; null while the address was only typed. Missing in older events. */
    emailVerifiedAt: z.optional(z.nullable(instant())),
    /** Every session of an older version has ended, with what it was allowed to make. Missing in older events. */
    sessionVersion: z.optional(z.number()),
    /**
     * The holder of the mailbox got the account by an emailed link alone, at `emailVerifiedAt`, and nobody had verified that mailbox: a stranger
     * may have done what was done in it under an older `sessionVersion`.
     */
    isTakenOver: z.optional(z.boolean()),
  }),
  subscribers: ['registrations', 'billing', 'messaging'],
});

/**
 * Somebody is to get an email with a link: `setup` to an address without a password, `sign_in` to one that asked to be set
 * up and has a password, `reset` to one that asked for a new password, `email_change` to one that account `userId` wants to
 * change to, `verify_email` to the present one of account `userId`. The link itself is asked for when the email is posted
 * (`identity.issue-link.v1`).
 */
export const linkRequested = event({
  name: 'identity.link-requested.v1',
  payload: z.object({
    requestId: uuid(),
    purpose: z.enum(['setup', 'sign_in', 'reset', 'email_change', 'verify_email', 'admin_invite', 'admin_reset']),
    email: z.string(),
    /** Missing where there is no account. */
    firstName: z.nullable(z.string()),
    /** Whether staff entered the address of an `email_change`: then a password reset with it opens the account too. */
    isByStaff: z.optional(z.boolean()),
    /** Whose address is to change, or to be verified, or who resets the password at the address that staff entered. Missing for other emails. */
    userId: z.optional(uuid()),
  }),
  subscribers: ['messaging'],
});

/**
 * An account has another email address, whose mailbox confirmed it. The old one is notified. Once for each `version` of the account.
 * `wasVerified` says whether the holder was known to read the old mailbox. Older events lack it and `newEmail`. `isUndo`: the reader of a
 * mailbox that the account had before undid a change. `isByStaff`: staff asked for the change, which the old mailbox cannot undo.
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
 * An account has another password: its holder changed it, knowing the present one, or a link that was emailed for `isReset`. Not published
 * where an account gets its first password. Once for each `version` of the account.
 */
export const passwordChanged = event({
  name: 'identity.password-changed.v1',
  payload: z.object({
    userId: uuid(),
    version: z.number(),
    email: z.string(),
    firstName: z.string(),
    isReset: z.boolean(),
    /** The reset took an unverified account over: a referral that was noted before is dropped. */
    isTakenOver: z.optional(z.boolean()),
  }),
  subscribers: ['messaging'],
});

/**
 * Somebody signed in in a browser that had not signed in to this account before, or not since its last password. Published
 * for members who have verified their mailbox and for administrators, at most three times an hour for an account. Once for each session.
 */
export const newDeviceSignedIn = event({
  name: 'identity.new-device-signed-in.v1',
  payload: z.object({
    sessionId: uuid(),
    audience: z.enum(['member', 'admin']),
    /** The member's account; null of an administrator. */
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    /** Browser and system in a few words. */
    client: z.string(),
    at: instant(),
  }),
  subscribers: ['messaging'],
});

export const administratorChange = z.enum(['created', 'invited', 'deactivated', 'reactivated']);

/** An administrator was created, invited, deactivated or reactivated. Once for each other administrator who may sign in, to whom it is reported. */
export const administratorsChanged = event({
  name: 'identity.administrators-changed.v1',
  payload: z.object({
    /** Of the change; the same in each report of it. */
    changeId: uuid(),
    /** To whom it is reported. */
    email: z.string(),
    change: administratorChange,
    /** The address of the administrator whom it is about. */
    about: z.string(),
    /** The name of the administrator who did it; null of an operator. */
    by: z.nullable(z.string()),
    at: instant(),
  }),
  subscribers: ['messaging'],
});

/** What somebody changed of the ways in which an administrator signs in. */
export const signInChange = z.enum([
  'change_password',
  'reset_password',
  'turn_on_second_factor',
  'turn_off_second_factor',
  'renew_recovery_codes',
  'add_passkey',
  'remove_passkey',
]);

/** An administrator's own ways to sign in were changed, with what they show for it. Once for each change, for their mailbox. */
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

/** Staff deactivated an account, or reactivated it. Once for each `version` of the account. */
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
 * What a guest bought or was registered for belongs to an account from now on, because its holder verified the mailbox that it was made
 * for, or showed the payment itself. A claim is granted to one account and stays with it, unless registrations refuses the grant. It may be repeated,
 * and may come before or after anything else that is published of the account.
 */
export const claimsGranted = event({
  name: 'identity.claims-granted.v1',
  payload: z.object({
    claims: z.array(
      z.object({
        kind: claimKind,
        subjectId: z.string(),
        userId: uuid(),
        /** The mailbox that it was claimed for, as addresses are compared. Left out by revisions that did not publish it. */
        emailKey: z.optional(z.string()),
      }),
    ),
  }),
  subscribers: ['billing', 'registrations'],
});

/**
 * An account has earned referral credit, as billing tells: so much more than was known of before, and so much in all. Once for each
 * `version` of its credits that brought more.
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

/** Referral credit of an account was taken back, because the payment that earned it was refunded. Once for each `version` of its credits that brought less. */
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
 * Somebody deleted their account. Whoever keeps something of them erases it: what belongs to the account, and what is kept under
 * `verifiedEmail` alone, which is missing where the holder never showed that the mailbox is theirs. `email` is where the last
 * email goes. It may come before what was told of the account earlier, which then changes nothing any more.
 */
export const accountDeleted = event({
  name: 'identity.account-deleted.v1',
  payload: z.object({
    userId: uuid(),
    email: z.string(),
    verifiedEmail: z.nullable(z.string()),
    firstName: z.string(),
    deletedAt: instant(),
    /** Nobody asked for it: the account made room for the holder of `email`, and what was paid with it waits for that mailbox, as a guest's does. */
    leavesPurchases: z.optional(z.boolean()),
  }),
  subscribers: ['billing', 'registrations', 'messaging'],
});
