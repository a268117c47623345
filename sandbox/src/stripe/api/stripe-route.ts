import type { StripeAccount } from '../stripe-account.ts';
import type { StripeError } from '../stripe-error.ts';
import type { ParamsOf, Shape } from './param.ts';

/** Ids in the path; empty where the path has none. */
export interface PathIds {
  id: string;
  child: string;
}

export interface StripeRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** As in Stripe's reference, with `:id` and `:child` for parts of the path. */
  path: string;
  shape: Shape;
  handle: (account: StripeAccount, params: never, ids: PathIds) => object | StripeError;
}

/**
 * One operation of the API. `handle` runs in a transaction: what it throws undoes its changes. A StripeError that it
 * returns is answered as an error while the changes stay, as after a declined card.
 */
export const route = <const S extends Shape>(
  method: StripeRoute['method'],
  path: string,
  shape: S,
  handle: (account: StripeAccount, params: ParamsOf<S>, ids: PathIds) => object | StripeError,
): StripeRoute => {
  return { method, path, shape, handle };
};
