import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, LINK_TOKEN, MARCH_1, PASSWORD } from '../route-docs/samples.ts';
import type * as http from './administrator-http.ts';

const email = 'second-admin@example.org';
const administrator = {
  id: ID,
  email,
  name: 'Second Administrator',
  role: 'manager' as const,
  isActive: true,
  hasSecondFactor: false,
  createdAt: MARCH_1,
  lastLoginAt: null,
  lastSeenOn: null,
  invitedUntil: MARCH_1,
};

export const administratorDocs = {
  getCurrentAdmin: {
    summary: 'Answers the signed-in administrator with the permissions of their role.',
    description:
      '`needsSecondFactor`: the role requires a second factor that is off, so that other routes answer `second_factor_missing`.',
    response: {
      ...{ id: ID, email, name: administrator.name, role: 'viewer' as const },
      needsSecondFactor: false,
      permissions: ['console:read', 'people:read'],
    },
  },
  listAllAdministrators: {
    summary: 'Lists every administrator, oldest first.',
    response: { items: [administrator] },
  },
  inviteAdministrator: {
    summary: 'Invites an administrator by an emailed link.',
    description:
      'Requires the caller’s own password. An administrator who has not used the link gets another one, at most three an hour. A link works for three days.',
    errors: ['email_taken'],
    body: { email, name: administrator.name, role: 'manager', currentPassword: PASSWORD },
    response: { ...administrator, message: `We have sent an invitation to ${email}. Its link works for three days.` },
  },
  switchAdministrator: {
    summary: 'Deactivates or reactivates an administrator.',
    description:
      'Requires the caller’s own password. Deactivation ends every session. The caller’s own account and the last active owner are refused.',
    params: { id: ID },
    body: { isActive: false, currentPassword: PASSWORD },
    response: { ...administrator, isActive: false, message: `${administrator.name} can no longer log in.` },
  },
  setAdministratorRole: {
    summary: 'Gives an administrator another role.',
    description:
      'Requires the caller’s own password. Counts for open sessions within a second. The last active owner keeps the role.',
    params: { id: ID },
    body: { role: 'viewer', currentPassword: PASSWORD },
    response: { ...administrator, role: 'viewer', message: `${administrator.name} is a viewer now.` },
  },
  getStaffPolicy: {
    summary: 'Answers which roles require a second factor.',
    response: { secondFactorRoles: ['owner', 'manager', 'treasurer'], version: 1 },
  },
  changeStaffPolicy: {
    summary: 'Changes which roles require a second factor.',
    description:
      'Requires the caller’s own password. Counts for open sessions within a second: without the second factor they reach nothing but its setup and logout.',
    body: { secondFactorRoles: ['owner'], version: 1, currentPassword: PASSWORD },
    response: { secondFactorRoles: ['owner'], version: 2, message: 'A second factor is required of owners now.' },
  },
  forgotAdminPassword: {
    summary: 'Emails a link with which an administrator chooses a new password.',
    description: 'The answer is the same for every email address.',
    body: { email },
    response: { message: 'If there is an administrator account for this email, we have sent it a link.' },
  },
  chooseAdminPassword: {
    summary: 'Sets the password of an administrator with the link of an invitation or a password reset.',
    description: 'Where the second factor is on, send `code` as well. Ends every session and link.',
    errors: [
      ...(['link_invalid', 'password_common', 'second_factor_required'] as const),
      ...(['second_factor_wrong', 'too_many_attempts'] as const),
    ],
    body: { token: LINK_TOKEN, password: PASSWORD, confirmPassword: PASSWORD },
    response: { message: `Your password is set. Log in with ${email}.` },
  },
} satisfies DocsOf<typeof http>;
