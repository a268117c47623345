import type { PublicSiteTextKey, PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSnapshot } from '../../lib/snapshot.ts';

/** The texts that the association changes itself. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  // Loaded apart: the page renders without the schemas of the call.
  queryFn: async ({ signal }): Promise<PublicSiteTexts> => (await import('./get-site.ts')).getSite(signal),
});

export interface SiteText<K extends PublicSiteTextKey> {
  /** Undefined until the server has answered. */
  readonly text: PublicSiteTexts[K] | undefined;
  readonly isLoading: boolean;
}

/** A text of the site: the one that the page was rendered with, or else the server's. */
export const useSiteText = <K extends PublicSiteTextKey>(key: K): SiteText<K> => {
  const { site, isPreview } = useSnapshot();
  const known = site?.[key];
  const { data, isLoading } = useQuery({ ...siteQuery, enabled: known === undefined });
  return { text: isPreview ? known : (data?.[key] ?? known), isLoading };
};
