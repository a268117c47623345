import * as z from 'zod/mini';
import { STAFF_ROLES, type StaffRole } from './staff-role.ts';

/*
 * The permissions of staff, and the roles that have them. Every route for administrators names the permission that it
 * requires, and every request that acts for an administrator names it again for the service (docs/roles.md).
 */

/** Each permission, as an administrator reads what it allows: "may …". */
export const PERMISSIONS = {
  'console:read': 'see the dashboard, events, promo codes, campaigns and site content',
  'people:read': 'see members, registrations and subscribers',
  'people:write': 'change accounts, notes, tags, subscribers and lists, and merge and import people',
  'people:export': 'download lists and a person’s data, and copy all email addresses',
  'people:erase': 'erase a person’s data',
  'people:view-as': 'see the site as a member sees it',
  'registrations:write': 'add, correct and remove registrations, and bring missing ones over from Stripe',
  'events:write': 'create, change and close tournaments, bootcamp runs and workshops',
  'promo-codes:write': 'create and delete promo codes',
  'payments:read': 'see payments, amounts and revenue',
  'payments:refund': 'refund payments, and give and withdraw credit',
  'payments:record': 'record checks, cash and bank transfers, and undo such records',
  'memberships:write':
    'cancel, switch, pause and extend memberships, and set what members are offered when they cancel',
  'inbox:write': 'read and answer messages, assign and close them, and edit canned replies',
  'email:write': 'write, preview and test campaigns',
  'email:send': 'send, schedule and stop campaigns',
  'content:write': 'change articles, testimonials, recordings, documents and texts of the site',
  'settings:write': 'change the settings of the association',
  'staff:read': 'see the staff and the record of their actions',
  'staff:write': 'invite staff, change their roles and disable them',
  'system:read': 'see background jobs',
  'system:write': 'retry background jobs',
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

export const permission = z.enum(ALL_PERMISSIONS as [Permission, ...Permission[]]);

/** The roles that require a second factor as soon as an owner turns the requirement on, unless they choose others. */
export const SECOND_FACTOR_ROLES: readonly StaffRole[] = ['owner', 'manager', 'treasurer'];

const everythingBut = (...without: Permission[]): readonly Permission[] =>
  ALL_PERMISSIONS.filter((permission) => !without.includes(permission));

export const ROLE_PERMISSIONS: Readonly<Record<StaffRole, readonly Permission[]>> = {
  owner: ALL_PERMISSIONS,
  manager: everythingBut('staff:write', 'system:write'),
  treasurer: [
    'console:read',
    'people:read',
    'people:export',
    'promo-codes:write',
    'payments:read',
    'payments:refund',
    'payments:record',
    'memberships:write',
  ],
  director: [
    'console:read',
    'people:read',
    'people:export',
    'registrations:write',
    'events:write',
    'payments:read',
    'inbox:write',
    'email:write',
  ],
  editor: ['console:read', 'email:write', 'content:write'],
  viewer: ['console:read', 'people:read'],
};

/** A role on pages and in emails: its name, and its purpose in a sentence. */
export const ROLE_WORDS: Readonly<Record<StaffRole, { readonly name: string; readonly purpose: string }>> = {
  owner: { name: 'Owner', purpose: 'May do everything, and decides who else may use the console.' },
  manager: { name: 'Manager', purpose: 'Runs the association: everything but changing the staff.' },
  treasurer: {
    name: 'Treasurer',
    purpose: 'Sees payments and members, refunds and records payments, and makes promo codes.',
  },
  director: {
    name: 'Director',
    purpose: 'Runs tournaments and bootcamps: events, registrations, the inbox and drafts of emails.',
  },
  editor: {
    name: 'Editor',
    purpose: 'Writes articles, the texts of the site and drafts of emails. Sees no people and no payments.',
  },
  viewer: { name: 'Viewer', purpose: 'Sees members, registrations and content, no payments. Changes nothing.' },
};

/**
 * The access that a route or request for administrators requires. `own`: nothing but a session, because it concerns the caller’s
 * own account. `sign-in`: not even the second factor that the role requires, because it sets that up or logs out.
 */
export type StaffAccess = Permission | 'own' | 'sign-in';

export const roleMay = (role: StaffRole, access: StaffAccess): boolean =>
  access === 'own' || access === 'sign-in' || ROLE_PERMISSIONS[role].includes(access);

/** The roles with a permission, in the order of {@link STAFF_ROLES}. */
export const rolesThatMay = (permission: Permission): StaffRole[] =>
  STAFF_ROLES.filter((role) => roleMay(role, permission));

/** "an owner", "a viewer" */
export const roleWithArticle = (role: StaffRole): string =>
  `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${ROLE_WORDS[role].name.toLowerCase()}`;

const listed = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** For a person who lacks a permission: "Only an owner or manager may …". */
export const onlyMay = (permission: Permission): string => {
  const roles = rolesThatMay(permission).map((role) => ROLE_WORDS[role].name.toLowerCase());
  return `Only an ${listed.format(roles)} may ${PERMISSIONS[permission]}.`;
};
