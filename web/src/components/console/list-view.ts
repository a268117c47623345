import { SEARCH_COUNT_MAX } from '@lectern/contracts/page';
import { formatCount } from '../../lib/format.ts';

interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** A filter of a list: one of some values, or none. `key` is its name in the URL and in the server's query. */
export interface ListFilter {
  readonly key: string;
  readonly label: string;
  /** The option for no filter: "All statuses". */
  readonly all: string;
  readonly options: readonly FilterOption[];
  /** A day ('2026-09-01') instead of one of these values. */
  readonly isDay?: boolean;
}

/** The rows that a list shows, and their order. */
export interface ListView {
  readonly q: string;
  /** The chosen values by the key of their filter; a filter without a choice is missing. */
  readonly filters: Readonly<Record<string, string>>;
  /** A column name of the server, with "-" before it for descending order; newest first if missing. */
  readonly sort?: string;
}

/** A view with its columns. It is kept in the URL, so that it can be linked and the browser's Back restores it. */
export interface ShownView extends ListView {
  /** The columns that are not shown; missing where this device decides. */
  readonly hidden?: readonly string[];
  /** The id of the saved view that it began as. */
  readonly saved?: string;
}

/** The parts of a list that decide which views it knows. */
export interface ListShape {
  readonly filters: readonly ListFilter[];
  /** The columns by which the server can sort. */
  readonly sorts: readonly string[];
}

export const EVERYTHING: ShownView = { q: '', filters: {} };

export const statusFilter = (options: readonly FilterOption[]): ListFilter => ({
  key: 'status',
  label: 'Status',
  all: 'All statuses',
  options,
});

export const dayFilter = (key: string, label: string): ListFilter => ({
  key,
  label,
  all: 'Any day',
  options: [],
  isDay: true,
});

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The default order of a list: by its first sortable column, descending. */
export const usualSort = (sorts: readonly string[]): string | undefined =>
  sorts[0] === undefined ? undefined : `-${sorts[0]}`;

/** The requested order, if the list supports it and it is not the default. */
const sortOf = (named: string | null, sorts: readonly string[]): Pick<ListView, 'sort'> =>
  named !== null && named !== usualSort(sorts) && sorts.includes(named.replace(/^-/, '')) ? { sort: named } : {};

/** In the URL, for a view that hides no column. */
const NO_COLUMN = 'none';

const hiddenIn = (params: URLSearchParams): Pick<ShownView, 'hidden'> => {
  const named = params.get('hide');
  if (named === null) return {};
  return { hidden: named === NO_COLUMN ? [] : named.split(',').filter((key) => key !== '') };
};

/** The view in a URL's parameters. Values that the list does not know count as not given. */
export const readView = (params: URLSearchParams, { filters, sorts }: ListShape): ShownView => ({
  q: params.get('q') ?? '',
  filters: Object.fromEntries(
    filters.flatMap(({ key, options, isDay }) => {
      const given = params.get(key) ?? '';
      const isKnown = isDay === true ? DAY.test(given) : options.some(({ value }) => value === given);
      return isKnown ? [[key, given]] : [];
    }),
  ),
  ...sortOf(params.get('sort'), sorts),
  ...hiddenIn(params),
  ...(params.get('view') === null ? {} : { saved: params.get('view')! }),
});

const setOrDelete = (params: URLSearchParams, name: string, value: string | undefined): void => {
  if (value === undefined || value === '') params.delete(name);
  else params.set(name, value);
};

/** The same URL parameters with another view; what is not chosen is left out. */
export const writeView = (params: URLSearchParams, view: ShownView, { filters }: ListShape): URLSearchParams => {
  const next = new URLSearchParams(params);
  setOrDelete(next, 'q', view.q);
  for (const { key } of filters) setOrDelete(next, key, view.filters[key]);
  setOrDelete(next, 'sort', view.sort);
  setOrDelete(next, 'hide', view.hidden?.length === 0 ? NO_COLUMN : view.hidden?.join(','));
  setOrDelete(next, 'view', view.saved);
  return next;
};

/** The same view with another choice of one filter; an empty value is none. */
export const withFilter = (view: ShownView, key: string, value: string): ShownView => {
  const { [key]: _before, ...others } = view.filters;
  return { ...view, filters: value === '' ? others : { ...others, [key]: value } };
};

export const isFiltered = (view: ListView): boolean => view.q !== '' || Object.keys(view.filters).length > 0;

/** The search, the filters and the order as query parameters of the server's lists and exports. */
export const viewQuery = ({ q, filters, sort }: ListView): Record<string, string> => ({
  ...(q === '' ? {} : { q }),
  ...filters,
  ...(sort === undefined ? {} : { sort }),
});

/** "1 registration", "1,200 registrations". */
export const countOf = (count: number, [one, many]: readonly [string, string]): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** As {@link countOf}, for a list's `total`, which stops at a maximum. */
export const totalOf = (total: number, noun: readonly [string, string]): string =>
  total === SEARCH_COUNT_MAX ? `${countOf(total, noun)} or more` : countOf(total, noun);
