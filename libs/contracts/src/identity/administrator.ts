import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { staffRole } from './staff-role.ts';

/** An administrator, as the others see them. */
export const administrator = z.object({
  id: uuid(),
  email: z.string(),
  name: z.string(),
  role: staffRole,
  isActive: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: instant(),
  /** Null for an administrator who was invited and has not signed in yet. */
  lastLoginAt: z.nullable(instant()),
  /** The last day, where the association is, on which a session was used; null for one who has not signed in yet. */
  lastSeenOn: z.nullable(z.iso.date()),
  /** Until when the newest link of an invitation works; null without one that still does. */
  invitedUntil: z.nullable(instant()),
});
export type Administrator = z.output<typeof administrator>;

/** The rules for the sign-in of staff. A new installation has none. */
export const staffPolicy = z.object({
  /** The roles that require a second factor. */
  secondFactorRoles: z.array(staffRole),
  version: z.number(),
});
export type StaffPolicy = z.output<typeof staffPolicy>;
