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
 * One page of those `objects` that match; they stand oldest first and are listed newest first. Only as many are looked at
 * as the page needs.
 * @throws StripeError 400 when the cursor is not one of the objects, or both cursors are given
 */
export const listPage = <T extends { id: string }>(
  objects: readonly T[],
  params: ParamsOf<typeof PAGE_SHAPE>,
  url: string,
  matches: (object: T) => boolean = () => true,
): ListPage<T> => {
  const { limit = 10, starting_after: after, ending_before: before } = params;
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.');
  }
  if (before !== undefined) {
    const found = take(objects, indexOf(objects, before, 'ending_before') + 1, 1, limit + 1, matches);
    return { object: 'list', url, has_more: found.length > limit, data: found.slice(0, limit).reverse() };
  }
  const start = after === undefined ? objects.length : indexOf(objects, after, 'starting_after');
  const found = take(objects, start - 1, -1, limit + 1, matches);
  return { object: 'list', url, has_more: found.length > limit, data: found.slice(0, limit) };
};

/** A list that is shown whole inside another object. */
export const wholeList = <T>(data: T[], url: string): ListPage<T> => {
  return { object: 'list', url, has_more: false, data };
};

const take = <T>(
  objects: readonly T[],
  start: number,
  step: 1 | -1,
  count: number,
  matches: (object: T) => boolean,
): T[] => {
  const found: T[] = [];
  for (let index = start; index >= 0 && index < objects.length && found.length < count; index += step) {
    const object = objects[index];
    if (object !== undefined && matches(object)) found.push(object);
  }
  return found;
};

const indexOf = (objects: readonly { id: string }[], id: string, param: string): number => {
  const index = objects.findIndex((object) => object.id === id);
  if (index === -1) throw invalidRequest(`No such object: '${id}'`, param, 'resource_missing');
  return index;
};
