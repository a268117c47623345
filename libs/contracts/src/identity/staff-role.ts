import * as z from 'zod/mini';

// Apart from the permissions, which pages of members need not load.

/** The roles of staff, from the one that may do everything to the one that changes nothing. */
export const STAFF_ROLES = ['owner', 'manager', 'treasurer', 'director', 'editor', 'viewer'] as const;

export const staffRole = z.enum(STAFF_ROLES);
export type StaffRole = z.output<typeof staffRole>;
