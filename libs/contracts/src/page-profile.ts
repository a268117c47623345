/*
 * The association's profile as pages show it. Pages of visitors load this module; forms and services read it from
 * `content/association-profile.ts`.
 */

export interface PageProfile {
  readonly name: string;
  readonly fullName: string;
  readonly tagline: string;
  /** A year. */
  readonly founded: string;
  /** IANA time zone in which dates are shown. */
  readonly timeZone: string;
  readonly supportEmail: string;
  readonly billingEmail: string;
  readonly careersEmail: string | null;
  /** Its pages on other sites. */
  readonly social: readonly { readonly link: string }[];
  /** Colors of the two sides, #rrggbb; the first is also the color of buttons. */
  readonly color: string;
  readonly secondColor: string;
  /** Path of its logo on the site; null where it has none. */
  readonly logo: string | null;
}

/** The profile that the software ships with, and that the pages of a build have. */
export const SHIPPED_PROFILE: PageProfile & { readonly careersEmail: string } = {
  name: 'Lectern',
  fullName: 'Lectern Speech & Debate Association',
  tagline: 'Compete. Grow. Connect.',
  founded: '2019',
  timeZone: 'America/Los_Angeles',
  supportEmail: 'support@lectern.example',
  billingEmail: 'billing@lectern.example',
  careersEmail: 'careers@lectern.example',
  social: [
    { link: 'https://www.linkedin.com/company/lectern-example' },
    { link: 'https://www.youtube.com/@lectern-example' },
    { link: 'https://www.instagram.com/lectern.example' },
  ],
  color: '#b3372b',
  secondColor: '#1e5f74',
  logo: null,
};

/** The settings of an association that differ from the shipped ones. Its pages carry it as JSON in the element with the id {@link PROFILE_ID}. */
export type ChangedProfile = Partial<PageProfile>;

export const PROFILE_ID = 'association';

/** The path of an uploaded logo on the site (`content/logo-http.ts`). */
export const logoPath = (id: string): string => `/api/logos/${id}`;
