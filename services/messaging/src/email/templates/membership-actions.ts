import type { EmailSite } from '../email-template.ts';

interface Action {
  readonly label: string;
  readonly url: string;
  readonly terms: string;
}

/** Leads to the membership's page, or to setting up an account first where none has the membership. A missing value means that one has. */
export const membershipAction = (
  site: EmailSite,
  hasAccount: boolean | undefined,
  { label, terms }: Omit<Action, 'url'>,
): Action =>
  hasAccount === false
    ? {
        label: 'Set up your account',
        url: `${site.url}/setup-account`,
        terms: `No account has this membership yet: set one up for this email address first. ${terms}`,
      }
    : { label, url: `${site.url}/account/subscription`, terms };

/** Leads to a new membership after the end of the last one. */
export const joinAgainAction = (site: EmailSite, hasAccount: boolean | undefined): Action =>
  hasAccount === false
    ? {
        label: 'Join again',
        url: `${site.url}/subscribe`,
        terms: 'You can begin a new membership there whenever you like.',
      }
    : {
        label: 'Join again',
        url: `${site.url}/account/subscription`,
        terms: 'You keep your account. You can begin a new membership there whenever you like.',
      };

/** The sentence for a person who did not request a change of their membership. */
export const unaskedChange = (hasAccount: boolean | undefined): string =>
  hasAccount === false
    ? 'If you did not ask for this, reply to this email.'
    : 'If you did not ask for this, somebody else may know your password: choose a new one in your account settings, and reply to this email.';
