import type { EmailSite } from '../email-template.ts';

const address = (site: EmailSite, path: string, parameters: Record<string, string>): string =>
  `${site.url}${path}?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** Where an account is set up, with the proof that its mailbox is held. */
export const setupAddress = (site: EmailSite, email: string, token: string): string =>
  address(site, '/setup-account', { email, token });

/** Where a new password is chosen. */
export const resetAddress = (site: EmailSite, token: string): string => address(site, '/reset-password', { token });

/** Where a person asks for a link to choose a new password. */
export const askResetAddress = (site: EmailSite): string => `${site.url}/reset-password`;

/** Where an account's address is confirmed, a new one or the one that it has. */
export const confirmEmailAddress = (site: EmailSite, token: string): string =>
  address(site, '/confirm-email', { token });

/** Where a change of an account's address is undone. */
export const undoEmailChangeAddress = (site: EmailSite, token: string): string =>
  address(site, '/undo-email-change', { token });

/** Where an administrator chooses a password. */
export const adminPasswordAddress = (site: EmailSite, token: string): string =>
  address(site, '/admin/choose-password', { token });

/** Where the session that an email reports is ended. */
export const endSessionAddress = (site: EmailSite, token: string): string => address(site, '/end-session', { token });

/** How long identity lets such a link work, in words. */
export const SETUP_TERMS =
  'The button works once, for three days. After that, ask for a new one on the page that it opens.';
export const RESET_TERMS = 'The button works once, for an hour.';
export const EMAIL_CHANGE_TERMS = 'The button works once, for a day.';
export const EMAIL_UNDO_TERMS =
  'The button works once, within seven days of the change. It opens a page where you choose a new password.';
export const VERIFY_EMAIL_TERMS =
  'The button works for three days. After that, ask for a new one in your account settings.';
