import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, LINK_TOKEN, MARCH_1, PASSWORD, TOKEN } from '../route-docs/samples.ts';
import type * as http from './session-http.ts';

const sessions = [{ id: ID, client: 'Firefox on Windows', startedAt: MARCH_1, lastSeenOn: '2026-03-02', isThis: true }];
const ending = {
  description:
    'Requires the password. Without `sessionId` all sessions but this one end, and this one continues with the token of the answer.',
  errors: ['not_found'] as const,
  body: { currentPassword: PASSWORD },
  response: { token: TOKEN, message: 'You are logged out everywhere but here.' },
};

export const sessionDocs = {
  listSessions: { summary: 'Lists the sessions of the signed-in member, this one first.', response: { sessions } },
  endSessions: { summary: 'Ends one session, or all other sessions, of the signed-in member.', ...ending },
  listAdminSessions: {
    summary: 'Lists the sessions of the signed-in administrator, this one first.',
    response: { sessions },
  },
  endAdminSessions: { summary: 'Ends one session, or all other sessions, of the signed-in administrator.', ...ending },
  endSessionByLink: {
    summary: 'Ends a session with the link of the email that reported it.',
    description: '`audience` is the kind of account whose password should be changed next.',
    errors: ['link_invalid'],
    body: { token: LINK_TOKEN },
    response: { message: 'That session has ended. Logging in there takes the password again.', audience: 'member' },
  },
  changeAdminPassword: {
    summary: 'Changes the password of the signed-in administrator and ends all other sessions.',
    description: 'Continue with the token of the answer. The new password has at least 12 characters.',
    errors: ['password_common'],
    body: { currentPassword: PASSWORD, newPassword: 'another long sentence' },
    response: { token: TOKEN, message: 'Your password has been changed. You were logged out everywhere else.' },
  },
} satisfies DocsOf<typeof http>;
