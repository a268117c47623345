import type { Page } from '@lectern/contracts/page';

/** Converts the response of a list route, an array or a page, to a page. */
export const toPage = <T>(answer: T[] | Page<T>): Page<T> =>
  Array.isArray(answer) ? { items: answer, nextCursor: null, total: answer.length } : answer;
