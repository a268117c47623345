import { ASSOCIATION, type AssociationSetting } from '@lectern/contracts/association';
import { associationProfile } from './association-profile.ts';
import { socialLinks } from './social-links.ts';

const profile = associationProfile();

const setting = (name: AssociationSetting): string => profile[name] ?? ASSOCIATION[name];

/** The association's profile, as this installation has set it. */
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
  /** Path of its logo; null where it has set none. */
  logo: profile.ASSOCIATION_LOGO ?? null,
} as const;

/** The author of an article that names none. */
export const TEAM_NAME = `The ${association.name} Team`;
