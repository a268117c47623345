import type { Page } from '@lectern/contracts/page';

/** A list route answers a plain list or a page; either way, a page. */
export const toPage = <T>(answer: T[] | Page<T>): Page<T> =>
  Array.isArray(answer) ? { items: answer, nextCursor: null, total: answer.length } : answer;
