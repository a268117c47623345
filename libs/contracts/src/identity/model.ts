import * as z from 'zod/mini';
import { division, instant, uuid } from '../fields.ts';

/** What gates the member area: only `active` opens it (specification, section 4 "Membership"). */
export const subscriptionStatus = z.enum(['inactive', 'active']);

/** The signed-in member as the pages read it. */
export const currentUser = z.object({
  id: uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  subscriptionStatus,
  division: division(),
  /** Whether they ever chose a division by themselves; who registers starts in development without being asked. */
  hasChosenDivision: z.boolean(),
  /** The address that the account is to change to, once its mailbox confirmed it. */
  pendingEmail: z.nullable(z.string()),
  /** Whether they have shown that the mailbox of `email` is theirs. */
  isEmailVerified: z.boolean(),
  createdAt: instant(),
});
export type CurrentUser = z.output<typeof currentUser>;

export const adminProfile = z.object({ id: uuid(), email: z.string(), name: z.string(), role: z.string() });
export type AdminProfile = z.output<typeof adminProfile>;

/** One row of the record of what administrators did. */
export const adminAction = z.object({
  id: uuid(),
  adminId: z.nullable(uuid()),
  adminName: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** Whether, after ninety days, only the address's network is left, and nothing of the browser. */
  isOriginShortened: z.boolean(),
  createdAt: instant(),
});
export type AdminAction = z.output<typeof adminAction>;

/** Where a request came from, kept with what it did. */
export const requestOrigin = z.object({
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
});
export type RequestOrigin = z.output<typeof requestOrigin>;

/** The administrator behind a request, and where it came from. */
export const actingAdmin = z.object({ adminId: uuid(), origin: requestOrigin });
export type ActingAdmin = z.output<typeof actingAdmin>;

/**
 * What an administrator did: published by the service that it was done in, in the transaction of its effect, and recorded by identity. Each
 * service names its own actions, so that identity takes no other service's word for them.
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
 * What somebody may have bought or been registered for without an account: a customer of the payment provider with everything it paid
 * for, or a registration. It is identified by the id that its own service gives it.
 */
export const claimKind = z.enum(['customer', 'tournament_entry', 'bootcamp_registration', 'debate_club_registration']);
export type ClaimKind = z.output<typeof claimKind>;

/** What a publisher keeps without an account, and the mailbox that it was made for. No service claims what another one keeps. */
export const claimMade = <K extends readonly ClaimKind[]>(kinds: K) =>
  z.object({ kind: z.enum(kinds), subjectId: z.string(), email: z.string() });

/** What a mailed single-use link is for. */
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
