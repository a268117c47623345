import type { SiteTextEntry } from '@lectern/contracts/content/site-text-http';

/** The administrator of a version, for people. */
export const saverOf = ({ savedBy }: Pick<SiteTextEntry, 'savedBy'>): string =>
  savedBy === null ? 'Came with the site' : (savedBy.name ?? 'an administrator whose name is not known');
