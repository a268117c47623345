import type { ListQuery, Page } from '@lectern/contracts/page';

interface ListCall<Q> {
  readonly query: Q;
  setHeader(name: string, value: string): void;
}

/** A page where a `limit` was asked for; else the plain list, its whole count in `X-Total-Count` (decisions, "Routes and names"). */
export const listOrPage = async <T, Q extends ListQuery>(
  call: ListCall<Q>,
  fetch: (query: Q) => Promise<Page<T>>,
): Promise<T[] | Page<T>> => {
  const page = await fetch(call.query);
  if (call.query.limit !== undefined) return page;
  call.setHeader('x-total-count', String(page.total));
  return page.items;
};
