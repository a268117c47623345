import type { DocsOf } from '../route-docs/route-docs.ts';
import {
  ADMIN_EMAIL,
  CODE,
  ID,
  LINK_TOKEN,
  MARCH_1,
  MARCH_2,
  OTHER_ID,
  pageWith,
  PASSWORD,
  PERSON,
  TOKEN,
} from '../route-docs/samples.ts';
import type * as http from './http.ts';

const { email, firstName, lastName } = PERSON;
const newPassword = { password: PASSWORD, confirmPassword: PASSWORD };

export const identityDocs = {
  login: {
    summary: 'Signs a member in and answers a bearer token.',
    description: 'The answer is the same for an unknown email address and for a wrong password.',
    errors: ['credentials_wrong', 'too_many_attempts', 'account_deactivated'],
    body: { email, password: PASSWORD },
    response: { token: TOKEN, message: 'Welcome back' },
  },
  setupAccount: {
    summary: 'Creates the account of an email address, or sets the first password of an account without one.',
    description:
      'The proof is the `token` of an emailed link, or the `sessionId` of a completed membership checkout. Without a proof, the answer is 202 for every email address and an email with the next step follows.',
    errors: [
      ...(['link_invalid', 'payment_processing', 'email_taken'] as const),
      ...(['account_deactivated', 'password_common', 'payment_provider_unavailable'] as const),
    ],
    alsoAnswers: { 202: 'No proof was sent: an email with the next step follows, and there is no token.' },
    body: { email, ...newPassword, firstName, lastName, division: 'development', token: LINK_TOKEN },
    response: { token: TOKEN, message: 'Your account is ready. Welcome!' },
  },
  resetPassword: {
    summary: 'Emails a link with which a member chooses a new password.',
    description: 'The answer is the same for every email address. At most three such emails an hour.',
    body: { email },
    response: { message: 'If there is an account with this email, an email with a link is on its way to it.' },
  },
  confirmReset: {
    summary: 'Sets a new password with an emailed link.',
    description: 'Ends every session of the account and all its other links.',
    errors: ['link_invalid', 'account_deactivated', 'password_common'],
    body: { token: LINK_TOKEN, ...newPassword },
    response: { message: 'Your password has been changed. Please log in.' },
  },
  getUser: {
    summary: 'Answers the profile of the signed-in member.',
    response: {
      id: ID,
      ...PERSON,
      subscriptionStatus: 'active',
      division: 'development',
      hasChosenDivision: true,
      pendingEmail: null,
      isEmailVerified: true,
      createdAt: MARCH_1,
    },
  },
  updateProfile: {
    summary: 'Changes the name, division or email address of the signed-in member.',
    description:
      'Names and division change immediately. Another email address requires `currentPassword` and takes effect when its mailbox confirms it.',
    errors: ['email_unverified'],
    body: { firstName, lastName, division: 'professional' },
    response: { message: 'Your profile has been updated.' },
  },
  confirmEmail: {
    summary: 'Confirms a mailbox with an emailed link.',
    description: 'Changes the account to the new email address, or verifies the current one, depending on the link.',
    errors: ['link_invalid', 'email_taken', 'email_unverified', 'email_just_changed', 'account_deactivated'],
    body: { token: LINK_TOKEN },
    response: { message: 'Your email is confirmed.' },
  },
  undoEmailChange: {
    summary: 'Reverts a change of email address with the link that was emailed to the old one.',
    description: 'Sets a new password and ends every session. The link works for seven days.',
    errors: ['link_invalid', 'email_taken', 'email_just_changed', 'account_deactivated', 'password_common'],
    body: { token: LINK_TOKEN, ...newPassword },
    response: { message: `Your account has the email ${email} again, and your new password.` },
  },
  verifyEmail: {
    summary: 'Emails a link with which the member verifies the mailbox.',
    description: 'Sends none where it is verified already. At most three such emails an hour.',
    response: { message: `We have sent an email to ${email}. Follow the link in it to confirm your email.` },
  },
  changePassword: {
    summary: 'Changes the password of the signed-in member and ends all other sessions.',
    description: 'Continue with the token of the answer: the one of the request ends as well.',
    errors: ['password_common'],
    body: { currentPassword: PASSWORD, newPassword: 'another long sentence' },
    response: { token: TOKEN, message: 'Your password has been changed.' },
  },
  logout: {
    summary: 'Ends this session of the member.',
    response: { message: 'You have been successfully logged out.' },
  },
  logoutAll: {
    summary: 'Ends every session of the member.',
    response: { message: 'You have been logged out everywhere.' },
  },
  exportData: {
    summary: 'Downloads everything that is stored about the member as a JSON file.',
    description: 'Data that belongs to an email address alone is included only once its mailbox is verified.',
    file: 'application/json',
  },
  deleteAccount: {
    summary: 'Deletes the account and the data of the member permanently.',
    description: 'A running membership ends with it, without a refund.',
    errors: ['account_deactivated', 'email_unverified', 'email_just_changed'],
    body: { currentPassword: PASSWORD },
    response: { message: 'Your account has been deleted. A last email about it is on its way to you.' },
  },
  adminLogin: {
    summary: 'Signs an administrator in and answers a bearer token.',
    description:
      'Where the second factor is on, send `code` as well: a code of the authenticator app, or a recovery code.',
    errors: [...(['credentials_wrong', 'second_factor_required', 'second_factor_wrong'] as const), 'too_many_attempts'],
    body: { email: ADMIN_EMAIL, password: PASSWORD, code: CODE },
    response: {
      token: TOKEN,
      admin: { id: ID, email: ADMIN_EMAIL, name: 'Sample Administrator', role: 'owner' },
      message: 'Welcome back, Sample Administrator',
    },
  },
  adminLogout: {
    summary: 'Ends this session of the administrator.',
    response: { message: 'You have been logged out.' },
  },
  listActionNames: {
    summary: 'Answers the names of all recorded actions.',
    response: { names: ['create_event', 'login'] },
  },
  listAdminActions: {
    summary: 'Lists the actions of administrators, newest first.',
    description:
      'Ten unless `limit` says otherwise; `q` searches the administrator’s name, the action and its details; `adminId` and `action` limit the list to one administrator and one name.',
    query: { limit: 10 },
    response: pageWith({
      id: OTHER_ID,
      adminId: ID,
      adminName: 'Sample Administrator',
      action: 'export_list',
      details: { list: 'newsletter' },
      ipAddress: '192.0.2.7',
      userAgent: 'Firefox',
      isOriginShortened: false,
      createdAt: MARCH_2,
    }),
  },
} satisfies DocsOf<typeof http>;
