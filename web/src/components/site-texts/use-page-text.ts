import type { PageTextKey, PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { useAssociation } from '../../lib/association.ts';
import { fillIn, placeholdersOf } from './fill-in.ts';
import { siteQuery, useSiteText } from './use-site-text.ts';

let request: Promise<PublicSiteTexts> | undefined;

/** One promise for all renderings that wait for it. */
const requested = (client: QueryClient): Promise<PublicSiteTexts> => {
  request ??= client.ensureQueryData(siteQuery).finally(() => {
    request = undefined;
  });
  return request;
};

/** The words of a page with their placeholders filled in; undefined until the server has answered. */
export const useFilledText = <K extends PageTextKey>(key: K): PublicSiteTexts[K] | undefined => {
  const association = useAssociation();
  const { text } = useSiteText(key);
  const { text: weeklySession } = useSiteText('weeklySession');
  const { text: bootcamp } = useSiteText('bootcamp');
  if (text === undefined || weeklySession === undefined || bootcamp === undefined) return undefined;
  return fillIn(text, placeholdersOf(association, { weeklySession, bootcamp }));
};

/**
 * As {@link useFilledText} for a page that is nothing without its words: where it was not rendered with them, it waits for the server as it
 * waits for its own scripts, and fails as it fails without them.
 */
export const usePageText = <K extends PageTextKey>(key: K): PublicSiteTexts[K] => {
  const client = useQueryClient();
  const text = useFilledText(key);
  return text ?? use(requested(client))[key];
};
