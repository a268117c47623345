import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Idempotency } from '@lectern/contracts/idempotency';
import type { SignedInAdmin, CurrentUser, RequestOrigin } from '@lectern/contracts/identity/model';
import type { TokenClaims } from '@lectern/contracts/identity/rpc';
import type { RouteBody, RouteContract, RouteParams, RouteQuery, RouteResponse } from '@lectern/contracts/route';

/** The config that the server keeps with an API route. */
interface ServedConfig {
  readonly contract?: RouteContract;
  readonly isAhead?: boolean;
}

/** The contract of a request's route; undefined for pages and files. */
export const servedConfigOf = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): ServedConfig =>
  routeOptions.config as ServedConfig;

/** The signed-in person behind a call, by the route's audience. */
export interface Caller {
  readonly claims: TokenClaims;
  readonly member?: CurrentUser;
  readonly admin?: SignedInAdmin;
  /** Whether an administrator sees the site as the member. Links that open without a session are not for them. */
  readonly isView?: boolean;
}

type CallerOf<C extends RouteContract> = C['audience'] extends 'member'
  ? { readonly claims: TokenClaims; readonly member: CurrentUser; readonly isView?: boolean }
  : C['audience'] extends 'admin'
    ? { readonly claims: TokenClaims; readonly admin: SignedInAdmin }
    : C['audience'] extends 'public'
      ? // Where the route knows members, and one sent their token.
        { readonly claims: TokenClaims; readonly member: CurrentUser } | undefined
      : undefined;

/** A validated call of a route: its parsed parts, its caller and its origin. */
export interface Call<C extends RouteContract> {
  readonly params: RouteParams<C>;
  readonly query: RouteQuery<C>;
  readonly body: RouteBody<C>;
  readonly caller: CallerOf<C>;
  readonly origin: RequestOrigin;
  /** Of a route that is `idempotent`, when the caller sent a key. */
  readonly idempotency: Idempotency | undefined;
  /** HEAD where a GET route is called with it. */
  readonly method: string;
  /** Of a route that takes a `signed` body: the raw body; of a `signed-form`: in base64, because its parts have encodings of their own. */
  readonly signedBody: string;
  header(name: string): string | undefined;
  /** Answers with another status of success than the route's usual one. */
  setStatus(status: number): void;
  setHeader(name: string, value: string): void;
}

/** A call that runs before identity has confirmed its session: it knows of its caller only what the token says. */
export type EarlyCall<C extends RouteContract> = Pick<Call<C>, 'params' | 'query' | 'setHeader'> & {
  readonly caller: Pick<Caller, 'claims' | 'isView'>;
};

/** The edge's state of a request while it is checked. */
export interface EdgeRequest extends FastifyRequest {
  /** Whether the request was let in before its body was read. */
  isAdmitted?: boolean;
  /** Of a handler that begins ahead of its session: rejects where the session does not count. */
  session?: Promise<unknown>;
  user?: Caller;
  call?: Call<RouteContract>;
}

/** Passes the checked call as a handler's only argument. */
const TheCall = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<EdgeRequest>().call,
);

/**
 * Makes a controller's method the handler of a route, which gets the checked call. Method, path, audience, rate limit, validation and the allow-list of the
 * response all come from the contract, which also types the method.
 */
export const Serves = <C extends RouteContract>(contract: C) =>
  applyDecorators(
    RequestMapping({ path: contract.path, method: RequestMethod[contract.method] }),
    HttpCode(contract.status ?? 200),
    RouteConfig({ contract } satisfies ServedConfig),
    (target: object, key: string | symbol) => TheCall()(target, key, 0),
  ) as <M extends (call: Call<C>) => Promise<RouteResponse<C>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ) => void;

/**
 * As {@link Serves}, for a route that only reads and needs no more of its caller than the token says. The handler runs while
 * identity confirms the session. Its response, or its error, is sent when the session counts, and discarded otherwise. A reader
 * waits for one service at a time instead of two.
 */
export const ServesEarly = <C extends RouteContract & { readonly audience: 'member' | 'admin' }>(contract: C) => {
  if (contract.method !== 'GET')
    throw new Error(`${contract.method} ${contract.path} may change something: its session has to count first`);
  return applyDecorators(
    Serves(contract) as MethodDecorator,
    RouteConfig({ contract, isAhead: true } satisfies ServedConfig),
  ) as <M extends (call: EarlyCall<C>) => Promise<RouteResponse<C>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ) => void;
};
