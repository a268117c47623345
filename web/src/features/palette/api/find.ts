import { listArticles } from '@lectern/contracts/content/admin-http';
import type { Permission } from '@lectern/contracts/identity/permission';
import { listCampaigns } from '@lectern/contracts/messaging/campaign-http';
import { listAdminEvents } from '@lectern/contracts/registrations/admin-http';
import { listPeople } from '@lectern/contracts/system/people-http';
import { queryOptions } from '@tanstack/react-query';
import { toPage } from '../../../components/console/to-page.ts';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { callAdmin } from '../../../lib/call-admin.ts';
import { formatDate } from '../../../lib/format.ts';

export interface Found {
  readonly to: string;
  readonly label: string;
  readonly detail: string;
}

/** The number of results of one kind. */
const LIMIT = 5;
/** The length from which the server searches people. */
export const SHORTEST_SEARCH = 2;

const SEARCHES = {
  People: async (q: string, signal: AbortSignal): Promise<Found[]> =>
    toPage(await callAdmin(listPeople, { query: { q, limit: LIMIT }, signal })).items.map(({ name, email }) => ({
      to: adminSectionPath('people', { email }),
      label: name ?? email,
      detail: name === null ? '' : email,
    })),
  // The next ones first, then the latest past ones.
  Events: async (q: string, signal: AbortSignal): Promise<Found[]> => {
    const orders = [{ status: 'coming', sort: 'datetime' }, { status: 'over' }];
    const pages = await Promise.all(
      orders.map((order) => callAdmin(listAdminEvents, { query: { q, limit: LIMIT, ...order }, signal })),
    );
    return pages
      .flatMap((page) => toPage(page).items)
      .slice(0, LIMIT)
      .map((event) => ({
        to: adminSectionPath('events', { edit: event.id }),
        label: event.title,
        detail: formatDate(event.datetime, event.timezone),
      }));
  },
  Campaigns: async (q: string, signal: AbortSignal): Promise<Found[]> =>
    toPage(await callAdmin(listCampaigns, { query: { q, limit: LIMIT }, signal })).items.map((campaign) => ({
      to: adminSectionPath('campaign', { id: campaign.id }),
      label: campaign.name,
      detail: campaign.subject,
    })),
  Articles: async (q: string, signal: AbortSignal): Promise<Found[]> =>
    toPage(await callAdmin(listArticles, { query: { q, limit: LIMIT }, signal })).items.map((article) => ({
      to: adminSectionPath('articles', { edit: article.id }),
      label: article.title,
      detail: article.category,
    })),
};
export type FoundKind = keyof typeof SEARCHES;
/** The permission that the search of each kind requires. */
export const FOUND_PERMISSIONS: Readonly<Record<FoundKind, Permission>> = {
  People: 'people:read',
  Events: 'console:read',
  Campaigns: 'console:read',
  Articles: 'console:read',
};
export const FOUND_KINDS = Object.keys(SEARCHES) as FoundKind[];

/** Records of a kind that contain the text, at most five. */
export const foundQuery = (kind: FoundKind, q: string) =>
  queryOptions({
    queryKey: ['admin', 'found', kind, q],
    queryFn: ({ signal }) => SEARCHES[kind](q, signal),
    enabled: q.length >= SHORTEST_SEARCH,
    staleTime: 0,
  });
