import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { logoPath } from '@lectern/contracts/page-profile';
import { themeOf } from '@lectern/contracts/theme';
import { pageAssociation, showAssociation } from '../../lib/page-association.ts';

/** The logo for a profile: without an uploaded one, the one that the installation has as a file. */
const logoOf = (uploaded: string | null): string | null => {
  if (uploaded !== null) return logoPath(uploaded);
  const { logo } = pageAssociation();
  return logo?.startsWith(logoPath('')) === true ? null : logo;
};

/** Shows a saved profile on the open page, as every page has it that is loaded from now on. */
export const showProfile = (profile: SiteTextValue<'profile'>): void => {
  showAssociation({ ...profile, logo: logoOf(profile.logo) });
  for (const [name, value] of Object.entries(themeOf(profile.color, profile.secondColor)))
    document.documentElement.style.setProperty(name, value);
};
