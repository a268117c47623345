import type { PageTextKey, PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { useAssociation } from '../../lib/association.ts';
import { fillIn, placeholdersOf } from './fill-in.ts';
import { siteQuery, useSiteText } from './use-site-text.ts';

/** The texts that may have placeholders. */
type FilledTextKey = PageTextKey | 'homeQuestions' | 'clubQuestions' | 'contactQuestions';

let request: Promise<PublicSiteTexts> | undefined;

/** One promise for all renderings that wait for it. */
const requested = (client: QueryClient): Promise<PublicSiteTexts> => {
  request ??= client.ensureQueryData(siteQuery).finally(() => {
    request = undefined;
  });
  return request;
};

/** The values of the placeholders; undefined until the server has answered. */
export const usePlaceholders = (): ReturnType<typeof placeholdersOf> | undefined => {
  const association = useAssociation();
  const { text: weeklySession } = useSiteText('weeklySession');
  const { text: bootcamp } = useSiteText('bootcamp');
  if (weeklySession === undefined || bootcamp === undefined) return undefined;
  return placeholdersOf(association, { weeklySession, bootcamp });
};

/** Words with their placeholders filled in; undefined until the server has answered. */
export const useFilledText = <K extends FilledTextKey>(key: K): PublicSiteTexts[K] | undefined => {
  const { text } = useSiteText(key);
  const values = usePlaceholders();
  return text === undefined || values === undefined ? undefined : fillIn(text, values);
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
