/**
 * The association's profile before anybody saves one in the console. Each value can be replaced by the environment variable of the same
 * name when the processes start; together they are version 1 of the profile (`content/association-settings.ts`).
 * Articles, testimonials and documents are in `editorial/`; people and other texts are changed in the console.
 */
export const ASSOCIATION = {
  ASSOCIATION_NAME: 'Lectern',
  ASSOCIATION_FULL_NAME: 'Lectern Speech & Debate Association',
  ASSOCIATION_TAGLINE: 'Compete. Grow. Connect.',
  ASSOCIATION_FOUNDED: '2019',
  /** IANA time zone in which dates are shown. */
  ASSOCIATION_TIME_ZONE: 'America/Los_Angeles',
  SUPPORT_EMAIL: 'support@lectern.example',
  BILLING_EMAIL: 'billing@lectern.example',
  CAREERS_EMAIL: 'careers@lectern.example',
  /** The association's pages on other sites, separated by spaces. */
  ASSOCIATION_SOCIAL_URLS:
    'https://www.linkedin.com/company/lectern-example https://www.youtube.com/@lectern-example https://www.instagram.com/lectern.example',
  /** Colors of the two sides, #rrggbb; the first is also the color of buttons. */
  ASSOCIATION_COLOR: '#b3372b',
  ASSOCIATION_SECOND_COLOR: '#1e5f74',
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

/** The settings of an installation that differ from `ASSOCIATION`. The logo is a path on the site. */
export type AssociationProfile = Readonly<Partial<Record<AssociationSetting | 'ASSOCIATION_LOGO', string>>>;
