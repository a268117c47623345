import type { listQuery, Page } from '@lectern/contracts/page';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { ExportKind } from './export-store.ts';
import { viewQuery, type ListView } from './list-view.ts';
import { toPage } from './to-page.ts';

const PAGE_SIZE = 50;

/** A list of the server: its cache key, its request, and the kind of its export, if any. */
export interface AdminListSource<T> {
  readonly key: string;
  readonly exportKind?: ExportKind;
  /** Milliseconds until the list is requested again while it has these rows; false for never. */
  readonly again?: (rows: readonly T[]) => number | false;
  readonly ask: (query: z.input<typeof listQuery>, signal: AbortSignal) => Promise<T[] | Page<T>>;
}

/** A list that the server searches and filters, page by page. */
export const adminListQuery = <T>({ key, ask, again }: AdminListSource<T>, view: ListView) =>
  infiniteQueryOptions({
    // Without the columns, which ask for no other rows.
    queryKey: ['admin', key, { q: view.q, filters: view.filters, sort: view.sort }],
    queryFn: async ({ pageParam, signal }) =>
      toPage(
        await ask(
          {
            limit: PAGE_SIZE,
            cursor: pageParam ?? undefined,
            ...viewQuery(view),
          },
          signal,
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Staff delete rows from lists, so a view that opens is requested again instead of read from the cache.
    staleTime: 0,
    refetchInterval: ({ state }) => again?.(state.data?.pages.flatMap(({ items }) => items) ?? []) ?? false,
  });
