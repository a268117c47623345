import type * as z from 'zod/mini';
import type { StaffAccess } from './identity/permission.ts';

/**
 * The callers of a route. `member` and `admin` require a bearer token of that audience; `webhook` verifies its
 * provider's signature; `public` requires nothing.
 */
export type Audience = 'public' | 'member' | 'admin' | 'webhook';

/**
 * The rate limit per IP address (decisions, "Accounts"): `write` for public writes, `account-write` the same number per
 * account for writes of members who may share a network, `checkout` where a checkout is opened, `sign-in` where a password or a link is checked, `provider-read` for a public read that queries the payment
 * provider, `none` for other reads and signed-in calls.
 */
export type RateLimit = 'none' | 'write' | 'account-write' | 'checkout' | 'sign-in' | 'provider-read';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type BodyType = 'json' | 'signed' | 'signed-form' | 'one-click';

type Schema = z.ZodMiniType;

/**
 * One HTTP route: its input and its answer. The gateway serves it and the web application calls it from this definition
 * alone.
 */
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
  /** The permission that the role of the administrator must have. Every route for administrators names one, and no other. */
  readonly permission?: StaffAccess;
  readonly rateLimit: RateLimit;
  /** A public route that recognizes a member by a bearer token. It requires none, and refuses a wrong one. */
  readonly recognizesMembers?: boolean;
  /**
   * A write that is not safe to repeat. It may carry an `idempotency-key`: the same key and contents get the same
   * answer without a second effect, for a day at least; the same key with other contents is `idempotency_conflict`.
   */
  readonly idempotent?: boolean;
  /** Headers, in lower case, that must be present before a signed body is read. */
  readonly signedBy?: readonly string[];
  /**
   * With several invalid fields, the message is that of the first one, in the order of the fields; `fields` names all
   * of them.
   */
  readonly reportsFirstError?: boolean;
  /** The message of the answer while a required field is empty; `fields` has one for each field (`prompts.ts`). */
  readonly missingMessage?: string;
  /**
   * A read whose answer is the same for every caller: it is compressed and has an `etag`, with which a browser
   * revalidates its copy instead of downloading it again.
   */
  readonly isShared?: boolean;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The allow-list of the response: the gateway removes all other fields. */
  readonly response: R;
  /** Status of a success; 200 by default. */
  readonly status?: number;
  /**
   * The type of its body; `json` by default. `signed`: JSON of a provider, kept byte for byte for its signature;
   * `signed-form`: a provider's form with its parts (multipart), kept in the same way;
   * `one-click`: JSON, or the form with which a mail program unsubscribes (RFC 8058, section 3.1), whose contents are
   * not read.
   */
  readonly takes?: BodyType;
  /** The media types of a body that is a file, instead of `takes`. The gateway passes it on as it arrives. */
  readonly takesFile?: readonly string[];
  /** Largest body in bytes; 100 KB by default (decisions, "Mail"). */
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

/** A route for administrators without a permission does not compile. */
type PermissionOf<A extends Audience> = A extends 'admin'
  ? { readonly permission: StaffAccess }
  : { readonly permission?: never };

/** Declares a route. Identity at run time; keeps the literal types of its schemas. */
export const route = <
  R extends Schema,
  const A extends Audience,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  contract: RouteContract<P, Q, B, R, A> & PermissionOf<A>,
): RouteContract<P, Q, B, R, A> => contract;

export const BODY_LIMIT_BYTES = 100 * 1024;
