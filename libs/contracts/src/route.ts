import type * as z from 'zod/mini';

/**
 * Who may call a route. `member` and `admin` need a bearer token of that audience; `webhook` verifies itself by its
 * provider's signature; `public` needs nothing.
 */
export type Audience = 'public' | 'member' | 'admin' | 'webhook';

/**
 * Which limit of calls per address holds (decisions, "Accounts"): `write` for public writes, `checkout` where a
 * checkout is opened, `sign-in` where a password or a link is checked, `none` for reads and signed-in calls.
 */
/** `provider-read`: a public read for which the payment provider is asked. */
export type RateLimit = 'none' | 'write' | 'checkout' | 'sign-in' | 'provider-read';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type BodyType = 'json' | 'signed' | 'one-click' | 'csv';

type Schema = z.ZodMiniType;

/** One HTTP route: what it takes and answers. The gateway serves it and the web application calls it from this alone. */
export interface RouteContract<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
  A extends Audience = Audience,
> {
  readonly method: Method;
  /** Path with `:name` parameters, `/api` included. */
  readonly path: string;
  readonly audience: A;
  readonly rateLimit: RateLimit;
  /** A public route that knows a member by the token that they send along. It needs none, and refuses a wrong one. */
  readonly knowsMembers?: boolean;
  /**
   * A write that is not harmless to repeat by itself. It may carry an `idempotency-key`: the same key and contents answer the
   * same again without a second effect, for a day at least; the same key with other contents is `idempotency_conflict`.
   */
  readonly idempotent?: boolean;
  /** Headers, in lower case, without which a signed body is not read. */
  readonly signedBy?: readonly string[];
  /** Says of several problems of a body the first alone, in the order of its fields; `fields` names all of them. */
  readonly saysFirst?: boolean;
  /**
   * A read whose answer is the same for everybody: it travels packed and with a tag (`etag`), by which a browser asks whether it is still
   * the same instead of for the whole of it.
   */
  readonly isShared?: boolean;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The allow-list of what goes out: fields that it does not name never leave the gateway. */
  readonly response: R;
  /** Status of a success; 200 unless said. */
  readonly status?: number;
  /**
   * What its body is; `json` unless said. `signed`: JSON of a provider, kept byte for byte for its signature; `one-click`: JSON, or the form by
   * which a mail program unsubscribes (RFC 8058, section 3.1), which says nothing and is not read; `csv`: a file, read as it arrives.
   */
  readonly takes?: BodyType;
  /** Largest body in bytes; 100 KB unless said (decisions, "Mail"). */
  readonly bodyLimit?: number;
}

// A part that a contract leaves out is `undefined`; the optional property's own `undefined` is not.
type Out<S> = [NonNullable<S>] extends [never]
  ? undefined
  : NonNullable<S> extends Schema
    ? z.output<NonNullable<S>>
    : undefined;
type In<S> = [NonNullable<S>] extends [never]
  ? undefined
  : NonNullable<S> extends Schema
    ? z.input<NonNullable<S>>
    : undefined;

export type RouteParams<C extends RouteContract> = Out<C['params']>;
export type RouteQuery<C extends RouteContract> = Out<C['query']>;
/** The body as the handler gets it, after parsing. */
export type RouteBody<C extends RouteContract> = Out<C['body']>;
/** The body as a client sends it, before parsing. */
export type RouteBodyInput<C extends RouteContract> = In<C['body']>;
export type RouteQueryInput<C extends RouteContract> = In<C['query']>;
export type RouteResponse<C extends RouteContract> = z.output<C['response']>;

/** Declares a route. Identity at run time; keeps the literal types of its schemas. */
export const route = <
  R extends Schema,
  const A extends Audience,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  contract: RouteContract<P, Q, B, R, A>,
): RouteContract<P, Q, B, R, A> => contract;

export const BODY_LIMIT_BYTES = 100 * 1024;
