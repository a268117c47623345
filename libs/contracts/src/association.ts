import { SHIPPED_PROFILE } from './page-profile.ts';

/**
 * The association's profile before anybody saves one in the console. Each value can be replaced by the environment variable of the same
 * name when the processes start; together they are version 1 of the profile (`content/association-settings.ts`).
 * Articles, testimonials and documents are in `editorial/`; people and other texts are changed in the console.
 */
export const ASSOCIATION = {
  ASSOCIATION_NAME: SHIPPED_PROFILE.name,
  ASSOCIATION_FULL_NAME: SHIPPED_PROFILE.fullName,
  ASSOCIATION_TAGLINE: SHIPPED_PROFILE.tagline,
  ASSOCIATION_FOUNDED: SHIPPED_PROFILE.founded,
  ASSOCIATION_TIME_ZONE: SHIPPED_PROFILE.timeZone,
  SUPPORT_EMAIL: SHIPPED_PROFILE.supportEmail,
  BILLING_EMAIL: SHIPPED_PROFILE.billingEmail,
  CAREERS_EMAIL: SHIPPED_PROFILE.careersEmail,
  /** The association's pages on other sites, separated by spaces. */
  ASSOCIATION_SOCIAL_URLS: SHIPPED_PROFILE.social.map(({ link }) => link).join(' '),
  ASSOCIATION_COLOR: SHIPPED_PROFILE.color,
  ASSOCIATION_SECOND_COLOR: SHIPPED_PROFILE.secondColor,
} as const;

/**
 * Where active members meet. Kept apart from the profile, because the site must not contain these links: they let any
 * holder join, so the server gives them to members only.
 */
export const MEETING_PLACES = {
  /** The fixed meeting of the weekly session. */
  ASSOCIATION_ZOOM_URL: 'https://zoom.us/j/8005551234',
  /** The invitation to the community. */
  ASSOCIATION_DISCORD_URL: 'https://discord.com/invite/lectern',
} as const;

export type AssociationSetting = keyof typeof ASSOCIATION;
