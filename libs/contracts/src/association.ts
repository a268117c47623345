/**
 * The association's profile: the one place of its name, addresses and links. Each can be replaced by the environment variable of
 * its name, for the services when they start and for the site when it is built, so that another association adopts the software
 * without touching code. Texts and people: `editorial/` and `web/src/config/team.ts`.
 */
export const ASSOCIATION = {
  ASSOCIATION_NAME: 'Lectern',
  ASSOCIATION_FULL_NAME: 'Lectern Speech & Debate Association',
  ASSOCIATION_TAGLINE: 'Compete. Grow. Connect.',
  ASSOCIATION_FOUNDED: '2019',
  /** IANA. In which dates are told. */
  ASSOCIATION_TIME_ZONE: 'America/Los_Angeles',
  SUPPORT_EMAIL: 'support@lectern.example',
  BILLING_EMAIL: 'billing@lectern.example',
  CAREERS_EMAIL: 'careers@lectern.example',
  /** Its pages elsewhere, separated by spaces. */
  ASSOCIATION_SOCIAL_URLS:
    'https://www.linkedin.com/company/lectern-example https://www.youtube.com/@lectern-example https://www.instagram.com/lectern.example',
} as const;

/**
 * Where active members meet. Apart from the rest, because the site must not carry them: whoever has the address comes in, so the
 * server tells members alone.
 */
export const MEETING_PLACES = {
  /** The standing meeting of the weekly session. */
  ASSOCIATION_ZOOM_URL: 'https://zoom.us/j/8005551234',
  /** The invitation to the community. */
  ASSOCIATION_DISCORD_URL: 'https://discord.com/invite/lectern',
} as const;

export type AssociationSetting = keyof typeof ASSOCIATION;
