import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, LINK_TOKEN, MARCH_1, PASSWORD } from '../route-docs/samples.ts';
import type * as http from './administrator-http.ts';

const email = 'second-admin@example.org';
const administrator = {
  id: ID,
  email,
  name: 'Second Administrator',
  isActive: true,
  hasSecondFactor: false,
  createdAt: MARCH_1,
  lastLoginAt: null,
};

export const administratorDocs = {
  listAllAdministrators: {
    summary: 'Lists every administrator, oldest first.',
    response: { items: [administrator] },
  },
  inviteAdministrator: {
    summary: 'Invites an administrator by an emailed link.',
    description:
      'Requires the caller’s own password. An administrator who has not used the link gets another one, at most three an hour. A link works for three days.',
    errors: ['email_taken'],
    body: { email, name: administrator.name, currentPassword: PASSWORD },
    response: { ...administrator, message: `We have sent an invitation to ${email}. Its link works for three days.` },
  },
  switchAdministrator: {
    summary: 'Deactivates or reactivates an administrator.',
    description:
      'Requires the caller’s own password. Deactivation ends every session. The caller’s own account and the last active administrator are refused.',
    params: { id: ID },
    body: { isActive: false, currentPassword: PASSWORD },
    response: { ...administrator, isActive: false, message: `${administrator.name} can no longer log in.` },
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
