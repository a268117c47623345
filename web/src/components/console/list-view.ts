import { SEARCH_COUNT_MAX } from '@lectern/contracts/page';
import { formatCount } from '../../lib/format.ts';

/** The search and the status filter of a list (`all` for no filter). */
export interface ListView {
  q: string;
  status: string;
  /** A column name of the server, with "-" before it for descending order; newest first if missing. */
  sort?: string;
}

export interface StatusFilter {
  value: string;
  label: string;
}

export const NO_FILTER: StatusFilter = { value: 'all', label: 'All statuses' };

/** The requested order, if the list supports it and it is not the default. */
const sortOf = (named: string | null, sorts: readonly string[]): Pick<ListView, 'sort'> =>
  named !== null && named !== usualSort(sorts) && sorts.includes(named.replace(/^-/, '')) ? { sort: named } : {};

/** The default order of a list: by its first sortable column, descending. */
export const usualSort = (sorts: readonly string[]): string | undefined =>
  sorts[0] === undefined ? undefined : `-${sorts[0]}`;

/** The view in a URL's parameters. An unknown status counts as no filter. `sorts`: the sortable columns of the list. */
export const readView = (
  params: URLSearchParams,
  filters: readonly StatusFilter[],
  sorts: readonly string[] = [],
): ListView => ({
  q: params.get('q') ?? '',
  status: filters.find((filter) => filter.value === params.get('status'))?.value ?? NO_FILTER.value,
  ...sortOf(params.get('sort'), sorts),
});

/** The same URL parameters with another view; empty filters are left out. */
export const writeView = (params: URLSearchParams, view: ListView): URLSearchParams => {
  const next = new URLSearchParams(params);
  if (view.q === '') next.delete('q');
  else next.set('q', view.q);
  if (view.status === NO_FILTER.value) next.delete('status');
  else next.set('status', view.status);
  if (view.sort === undefined) next.delete('sort');
  else next.set('sort', view.sort);
  return next;
};

/** The view as query parameters of the server's lists and exports. */
export const viewQuery = ({ q, status }: ListView): { q?: string; status?: string } => ({
  ...(q === '' ? {} : { q }),
  ...(status === NO_FILTER.value ? {} : { status }),
});

/** "1 registration", "1,200 registrations". */
export const countOf = (count: number, [one, many]: readonly [string, string]): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** As {@link countOf}, for a list's `total`, which stops at a maximum. */
export const totalOf = (total: number, noun: readonly [string, string]): string =>
  total === SEARCH_COUNT_MAX ? `${countOf(total, noun)} or more` : countOf(total, noun);
