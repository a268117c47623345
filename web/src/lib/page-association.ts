import { type ChangedProfile, type PageProfile, PROFILE_ID } from '@lectern/contracts/page-profile';
import { associationOf } from '../config/association.ts';

let current: PageProfile | undefined;
const listeners = new Set<() => void>();

/**
 * The association of the page in this browser. The server renders pages for any profile and has none: what it renders gets the
 * association from its context (`association.ts`).
 */
export const pageAssociation = (): PageProfile => {
  const text = current === undefined ? document.getElementById(PROFILE_ID)?.textContent || '{}' : '';
  return (current ??= associationOf(JSON.parse(text) as ChangedProfile));
};

/** Shows a changed profile on the open page. */
export const showAssociation = (profile: ChangedProfile): void => {
  current = associationOf(profile);
  for (const changed of listeners) changed();
};

export const subscribeToAssociation = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};
