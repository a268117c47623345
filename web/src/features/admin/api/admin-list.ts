import type { listQuery, Page } from '@lectern/contracts/page';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { ExportKind } from '../export-store.ts';
import { viewQuery, type ListView } from '../list-view.ts';
import { toPage } from '../to-page.ts';

const PAGE_SIZE = 50;

/** A list of the server: its name in the cache, how it is asked, and the kind of its export where it has one. */
export interface AdminListSource<T> {
  readonly key: string;
  readonly exportKind?: ExportKind;
  /** Milliseconds until rows like these are asked for again; false while they stay as they are. */
  readonly again?: (rows: readonly T[]) => number | false;
  readonly ask: (query: z.input<typeof listQuery>, signal: AbortSignal) => Promise<T[] | Page<T>>;
}

/** A list searched and filtered by the server, page by page. */
export const adminListQuery = <T>({ key, ask, again }: AdminListSource<T>, view: ListView) =>
  infiniteQueryOptions({
    queryKey: ['admin', key, view],
    queryFn: async ({ pageParam, signal }) =>
      toPage(
        await ask(
          {
            limit: PAGE_SIZE,
            cursor: pageParam ?? undefined,
            ...viewQuery(view),
            ...(view.sort === undefined ? {} : { sort: view.sort }),
          },
          signal,
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // What is deleted by a list should be what is there: an opened view is asked for again.
    staleTime: 0,
    refetchInterval: ({ state }) => again?.(state.data?.pages.flatMap(({ items }) => items) ?? []) ?? false,
  });
