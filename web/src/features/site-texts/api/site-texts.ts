import type { SiteTextKey } from '@lectern/contracts/content/site-text';
import * as contracts from '@lectern/contracts/content/site-text-http';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { saveOrLearn } from '../../../components/console/edit-outcome.ts';
import { toPage } from '../../../components/console/to-page.ts';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

const HISTORY_PAGE = 20;

export const siteTextsQuery = queryOptions({
  queryKey: ['admin', 'site-texts'],
  queryFn: ({ signal }) => callAdmin(contracts.listSiteTexts, { signal }),
});

const read = (key: SiteTextKey, signal?: AbortSignal) =>
  callAdmin(contracts.readSiteText, { params: { key }, ...(signal === undefined ? {} : { signal }) });

export const siteTextQuery = (key: SiteTextKey) =>
  queryOptions({ queryKey: ['admin', 'site-texts', key], queryFn: ({ signal }) => read(key, signal) });

export const historyQuery = (key: SiteTextKey) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'site-texts', key, 'history'],
    queryFn: async ({ pageParam, signal }) =>
      toPage(
        await callAdmin(contracts.listSiteTextVersions, {
          params: { key },
          query: { limit: HISTORY_PAGE, cursor: pageParam ?? undefined },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const versionQuery = (key: SiteTextKey, version: number) =>
  queryOptions({
    queryKey: ['admin', 'site-text-version', key, version],
    queryFn: ({ signal }) =>
      callAdmin(contracts.readSiteTextVersion, { params: { key, version: String(version) }, signal }),
  });

export const saveText = (body: BodyOf<typeof contracts.saveSiteText>) =>
  saveOrLearn(
    () => callAdmin(contracts.saveSiteText, { body }),
    () => read(body.key),
  );

export const restoreText = (key: SiteTextKey, body: BodyOf<typeof contracts.restoreSiteText>) =>
  callAdmin(contracts.restoreSiteText, { params: { key }, body });
