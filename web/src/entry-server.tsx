import type { AssociationProfile } from '@lectern/contracts/association';
import { setAssociationProfile } from './config/association-profile.ts';

/** The renderer of pages, for this profile. A process has one: modules read the profile when they load. */
export const rendererFor = (profile: AssociationProfile): Promise<typeof import('./server/renderer.tsx')> => {
  setAssociationProfile(profile);
  return import('./server/renderer.tsx');
};
