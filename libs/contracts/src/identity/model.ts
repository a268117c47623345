import * as z from 'zod/mini';
import { division, instant, uuid } from '../fields.ts';
import { staffRole } from './staff-role.ts';

/** Gates the member area: only `active` opens it (specification, section 4 "Membership"). */
export const subscriptionStatus = z.enum(['inactive', 'active']);

/** The signed-in member as the pages read it. */
export const currentUser = z.object({
  id: uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  subscriptionStatus,
  division: division(),
  /** Whether the member ever chose a division; a new account starts in development without a choice. */
  hasChosenDivision: z.boolean(),
  /** The new email address of the account, which its mailbox has not confirmed yet. */
  pendingEmail: z.nullable(z.string()),
  /** Whether the member has verified the mailbox of `email`. */
  isEmailVerified: z.boolean(),
  createdAt: instant(),
});
export type CurrentUser = z.output<typeof currentUser>;

export const adminProfile = z.object({ id: uuid(), email: z.string(), name: z.string(), role: staffRole });
export type AdminProfile = z.output<typeof adminProfile>;

/** The administrator of a session. */
export const signedInAdmin = z.extend(adminProfile, {
  /** Whether the role requires a second factor that is off: the session then reaches nothing but its setup and logout. */
  needsSecondFactor: z.boolean(),
});
export type SignedInAdmin = z.output<typeof signedInAdmin>;

/** One row of the record of administrators' actions. */
export const adminAction = z.object({
  id: uuid(),
  adminId: z.nullable(uuid()),
  adminName: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** Whether the row is older than ninety days: then it keeps only the network of the IP address, and nothing of the browser. */
  isOriginShortened: z.boolean(),
  createdAt: instant(),
});
export type AdminAction = z.output<typeof adminAction>;

/** Filters of the record: one administrator’s actions, and actions of one name. */
export const actionFilter = {
  adminId: z.optional(uuid()),
  action: z.optional(z.string().check(z.maxLength(60), z.regex(/^[a-z_]+$/))),
};

/** The origin of a request, kept with the action that it caused. */
export const requestOrigin = z.object({
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
});
export type RequestOrigin = z.output<typeof requestOrigin>;

/** The administrator behind a request, and its origin. */
export const actingAdmin = z.object({ adminId: uuid(), origin: requestOrigin });
export type ActingAdmin = z.output<typeof actingAdmin>;

/**
 * The acting administrator in a request of the gateway, with the role that identity gave when it confirmed the session.
 * The service refuses a role without the permission of the request’s contract.
 */
export const actor = z.extend(actingAdmin, { role: staffRole });
export type Actor = z.output<typeof actor>;

/**
 * An action of an administrator: published by the service that performs it, in the transaction of its effect, and
 * recorded by identity. Each service names its own actions, so that identity accepts no action that another service
 * reports in its name.
 */
export const performedAction = <const A extends readonly string[]>(actions: A) =>
  z.object({
    by: actingAdmin,
    action: z.enum(actions),
    details: z.record(z.string(), z.unknown()),
    at: instant(),
  });
export type PerformedAction = Omit<z.output<ReturnType<typeof performedAction>>, 'action'> & {
  readonly action: string;
};

/**
 * The kinds of purchase or registration that a person may have without an account: a customer of the payment provider
 * with all its payments, or a registration. Identified by the id that its own service gives it.
 */
export const claimKind = z.enum(['customer', 'tournament_entry', 'bootcamp_registration', 'debate_club_registration']);
export type ClaimKind = z.output<typeof claimKind>;

/**
 * A claim of a publisher without an account, and the mailbox that it was made for. No service publishes claims of
 * another one.
 */
export const claimMade = <K extends readonly ClaimKind[]>(kinds: K) =>
  z.object({ kind: z.enum(kinds), subjectId: z.string(), email: z.string() });

/** The purpose of an emailed single-use link. */
export const linkPurpose = z.enum([
  'setup',
  'reset',
  'email_change',
  'verify_email',
  'email_undo',
  'admin_invite',
  'admin_reset',
]);
export type LinkPurpose = z.output<typeof linkPurpose>;
