import { siteOrigin } from '../../lib/site-origin.ts';
import type { PageProfile } from '@lectern/contracts/page-profile';
import { pathTo } from '../../config/paths.ts';

/** The association as structured data (https://schema.org/Organization). */
export const organization = (association: PageProfile): Record<string, unknown> => ({
  '@type': 'Organization',
  '@id': `${siteOrigin()}/#organization`,
  name: association.fullName,
  alternateName: association.name,
  slogan: association.tagline,
  url: siteOrigin() + pathTo('home'),
  logo: `${siteOrigin()}${association.logo ?? '/favicon.svg'}`,
  foundingDate: association.founded,
  email: association.supportEmail,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    email: association.supportEmail,
    availableLanguage: 'English',
  },
});
