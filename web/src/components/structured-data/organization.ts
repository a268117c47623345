import { siteOrigin } from '../../lib/site-origin.ts';
import { association } from '../../config/association.ts';
import { pathTo } from '../../config/paths.ts';

/** The association in the words of https://schema.org/Organization. */
export const organization = (): Record<string, unknown> => ({
  '@type': 'Organization',
  '@id': `${siteOrigin()}/#organization`,
  name: association.fullName,
  alternateName: association.name,
  slogan: association.tagline,
  url: siteOrigin() + pathTo('home'),
  logo: `${siteOrigin()}/favicon.svg`,
  foundingDate: association.founded,
  email: association.supportEmail,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    email: association.supportEmail,
    availableLanguage: 'English',
  },
});
