import type { EmailSite } from '../email-template.ts';

const address = (site: EmailSite, path: string, parameters: Record<string, string>): string =>
  `${site.url}${path}?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** The page to set up an account, with the token that verifies its mailbox. */
export const setupAddress = (site: EmailSite, email: string, token: string): string =>
  address(site, '/setup-account', { email, token });

/** The page to choose a new password. */
export const resetAddress = (site: EmailSite, token: string): string => address(site, '/reset-password', { token });

/** The page to request a link for a new password. */
export const askResetAddress = (site: EmailSite): string => `${site.url}/reset-password`;

/** The page to confirm an account's email address, a new one or the present one. */
export const confirmEmailAddress = (site: EmailSite, token: string): string =>
  address(site, '/confirm-email', { token });

/** The same page, to confirm the address of a newsletter subscriber. */
export const confirmSubscriberAddress = (site: EmailSite, link: Record<string, string>): string =>
  address(site, '/confirm-email', link);

/** The page to undo a change of an account's email address. */
export const undoEmailChangeAddress = (site: EmailSite, token: string): string =>
  address(site, '/undo-email-change', { token });

/** The page for an administrator to choose a password. */
export const adminPasswordAddress = (site: EmailSite, token: string): string =>
  address(site, '/admin/choose-password', { token });

/** The page to end the session that an email reports. */
export const endSessionAddress = (site: EmailSite, token: string): string => address(site, '/end-session', { token });

/** The validity of such a link at identity, in words. */
export const SETUP_TERMS =
  'The button works once, for three days. After that, ask for a new one on the page that it opens.';
export const RESET_TERMS = 'The button works once, for an hour.';
export const EMAIL_CHANGE_TERMS = 'The button works once, for a day.';
export const EMAIL_UNDO_TERMS =
  'The button works once, within seven days of the change. It opens a page where you choose a new password.';
export const VERIFY_EMAIL_TERMS =
  'The button works for three days. After that, ask for a new one in your account settings.';
