import { ASSOCIATION, type AssociationSetting } from '@lectern/contracts/association';
import { socialLinks } from './social-links.ts';

// Only Vite provides it; specs run without.
const env = (import.meta.env as Record<string, string | undefined> | undefined) ?? {};

const setting = (name: AssociationSetting): string => {
  const value = env[name];
  return value === undefined || value === '' ? ASSOCIATION[name] : value;
};

/** The association's profile as the site was built with it. */
export const association = {
  name: setting('ASSOCIATION_NAME'),
  fullName: setting('ASSOCIATION_FULL_NAME'),
  tagline: setting('ASSOCIATION_TAGLINE'),
  founded: setting('ASSOCIATION_FOUNDED'),
  supportEmail: setting('SUPPORT_EMAIL'),
  billingEmail: setting('BILLING_EMAIL'),
  careersEmail: setting('CAREERS_EMAIL'),
  /** Its pages elsewhere. */
  social: socialLinks(setting('ASSOCIATION_SOCIAL_URLS')),
  timeZone: setting('ASSOCIATION_TIME_ZONE'),
} as const;

/** The author of an article that names none. */
export const TEAM_NAME = `The ${association.name} Team`;
