// Only Vite provides it; specs run without.
const env = (import.meta.env as Record<string, string | undefined> | undefined) ?? {};

const setting = (name: string, fallback: string): string => {
  const value = env[`VITE_${name}`];
  return value === undefined || value === '' ? fallback : value;
};

/**
 * The association's profile: the one place of its name, addresses and links. Each value can be replaced at build time by the
 * environment variable beside it, so that another association can adopt the software without touching code.
 */
export const association = {
  /** VITE_ASSOCIATION_NAME */
  name: setting('ASSOCIATION_NAME', 'Lectern'),
  /** VITE_ASSOCIATION_FULL_NAME */
  fullName: setting('ASSOCIATION_FULL_NAME', 'Lectern Speech & Debate Association'),
  /** VITE_ASSOCIATION_TAGLINE */
  tagline: setting('ASSOCIATION_TAGLINE', 'Compete. Grow. Connect.'),
  /** VITE_ASSOCIATION_FOUNDED */
  founded: setting('ASSOCIATION_FOUNDED', '2019'),
  /** VITE_SUPPORT_EMAIL */
  supportEmail: setting('SUPPORT_EMAIL', 'support@lectern.example'),
  /** VITE_BILLING_EMAIL */
  billingEmail: setting('BILLING_EMAIL', 'billing@lectern.example'),
  /** VITE_CAREERS_EMAIL */
  careersEmail: setting('CAREERS_EMAIL', 'careers@lectern.example'),
  /** VITE_ZOOM_URL: the standing meeting of the weekly session */
  zoomUrl: setting('ZOOM_URL', 'https://zoom.us/j/8005551234'),
  /** VITE_DISCORD_URL */
  discordUrl: setting('DISCORD_URL', 'https://discord.com/invite/lectern'),
  /** VITE_TIME_ZONE */
  timeZone: setting('TIME_ZONE', 'America/Los_Angeles'),
} as const;

/** Who an article is by when it names nobody. */
export const TEAM_NAME = `The ${association.name} Team`;
