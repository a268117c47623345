import type { SavedView, ViewDefinition, ViewedList, ViewForm } from '@lectern/contracts/identity/saved-view';
import { changeView, deleteView, listSavedViews, saveView } from '@lectern/contracts/identity/saved-view-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';
import type { ShownView } from '../list-view.ts';

/** The saved views of a list that the administrator sees, by name. */
export const savedViewsQuery = (list: ViewedList) =>
  queryOptions({
    queryKey: ['admin', 'views', list],
    queryFn: async ({ signal }) => (await callAdmin(listSavedViews, { query: { list }, signal })).items,
  });

export const storeView = ({ list, id, form }: { list: ViewedList; id: string | null; form: ViewForm }) =>
  id === null
    ? callAdmin(saveView, { body: { list, ...form } })
    : callAdmin(changeView, { params: { id }, body: form });

export const removeView = ({ id }: SavedView) => callAdmin(deleteView, { params: { id } });

export const toDefinition = (view: ShownView, hidden: readonly string[]): ViewDefinition => ({
  q: view.q,
  filters: Object.entries(view.filters).map(([key, value]) => ({ key, value })),
  ...(view.sort === undefined ? {} : { sort: view.sort }),
  hidden: [...hidden],
});

/** A saved view as the list shows it. Values that the list no longer knows are left out when the URL is read. */
export const toShownView = ({ id, definition: { q, filters, sort, hidden } }: SavedView): ShownView => ({
  q,
  filters: Object.fromEntries(filters.map(({ key, value }) => [key, value])),
  ...(sort === undefined ? {} : { sort }),
  hidden,
  saved: id,
});

const ofFilters = (filters: ViewDefinition['filters']): string =>
  filters
    .map(({ key, value }) => `${key}=${value}`)
    .toSorted()
    .join('&');

/** Whether two definitions show the same, in whatever order their filters and columns are named. */
export const isSameView = (one: ViewDefinition, other: ViewDefinition): boolean =>
  one.q === other.q &&
  one.sort === other.sort &&
  ofFilters(one.filters) === ofFilters(other.filters) &&
  one.hidden.toSorted().join() === other.hidden.toSorted().join();
