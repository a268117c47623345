import { invalidRequest } from '../stripe-error.ts';
import { integer, optional, text, type ParamsOf } from './param.ts';

/** The parameters of every list. Source: Stripe API reference, "Pagination". */
export const PAGE_SHAPE = {
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  ending_before: optional(text()),
};

export interface ListPage<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

/**
 * One page of `objects`, which stand oldest first and are listed newest first.
 * @throws StripeError 400 when the cursor is not one of the objects, or both cursors are given
 */
export function listPage<T extends { id: string }>(objects: readonly T[], params: ParamsOf<typeof PAGE_SHAPE>, url: string): ListPage<T> {
  const { limit = 10, starting_after: after, ending_before: before } = params;
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.');
  }
  const newestFirst = objects.toReversed();
  if (before !== undefined) {
    const end = indexOf(newestFirst, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', url, has_more: start > 0, data: newestFirst.slice(start, end) };
  }
  const start = after === undefined ? 0 : indexOf(newestFirst, after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', url, has_more: start + data.length < newestFirst.length, data };
}

/** A list that is shown whole inside another object. */
export function wholeList<T>(data: T[], url: string): ListPage<T> {
  return { object: 'list', url, has_more: false, data };
}

function indexOf(objects: readonly { id: string }[], id: string, param: string): number {
  const index = objects.findIndex((object) => object.id === id);
  if (index === -1) throw invalidRequest(`No such object: '${id}'`, param, 'resource_missing');
  return index;
}
