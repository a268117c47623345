import type { AssociationProfile } from '@lectern/contracts/association';

/** The element in which the gateway's pages carry what the installation has set (`services/gateway/src/branding/branding.ts`). */
const ELEMENT_ID = 'association';

let ofServer: AssociationProfile = {};

/** On the server: must be called before the modules of pages load, which read the profile once. */
export const setAssociationProfile = (profile: AssociationProfile): void => {
  ofServer = profile;
};

export const associationProfile = (): AssociationProfile => {
  if (typeof document === 'undefined') return ofServer;
  const text = document.getElementById(ELEMENT_ID)?.textContent ?? '';
  return text === '' ? {} : (JSON.parse(text) as AssociationProfile);
};
