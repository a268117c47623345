import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import type { RouteContract } from '../route.ts';

/*
 * The documentation of routes, for integrators. It lies beside the contracts and not in them, because the browser loads
 * the contracts.
 */

type Input<S> = z.input<Extract<S, z.ZodMiniType>>;
type IsDeclared<S> = [NonNullable<S>] extends [never] ? false : true;

interface Texts {
  /** One sentence: what the route does. */
  readonly summary: string;
  /** More for an integrator to know. */
  readonly description?: string;
  /** The codes of errors beyond those that follow from the contract. */
  readonly errors?: readonly ErrorCode[];
  /** Other statuses with the same answer, each with its meaning. */
  readonly alsoAnswers?: Readonly<Record<number, string>>;
}

type ParamsExample<C extends RouteContract> =
  IsDeclared<C['params']> extends true ? { readonly params: Input<C['params']> } : unknown;

type QueryExample<C extends RouteContract> =
  IsDeclared<C['query']> extends true ? { readonly query?: Input<C['query']> } : unknown;

/** A provider's body is its own matter: the contract does not describe it. */
type BodyExample<C extends RouteContract> = C['audience'] extends 'webhook'
  ? { readonly body: unknown }
  : IsDeclared<C['body']> extends true
    ? { readonly body: Input<C['body']> }
    : unknown;

type ResponseExample<C extends RouteContract> =
  z.output<C['response']> extends { contentType: string; cacheControl: string }
    ? { /** The media type of the file. */ readonly file: string }
    : [z.output<C['response']>, keyof z.output<C['response']>] extends [{ html: string }, 'html']
      ? unknown
      : { readonly response: z.output<C['response']> };

/** The documentation of one route, with a valid example of each part. */
export type RouteDocs<C extends RouteContract = RouteContract> = Texts &
  ParamsExample<C> &
  QueryExample<C> &
  BodyExample<C> &
  ResponseExample<C>;

/** The documentation of every route that a module exports. */
export type DocsOf<M> = {
  readonly [K in keyof M as M[K] extends RouteContract ? K : never]: M[K] extends RouteContract
    ? RouteDocs<M[K]>
    : never;
};

/** The documentation of any route, as the document is written from it. */
export interface AnyDocs extends Texts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly file?: string;
  readonly response?: unknown;
}
