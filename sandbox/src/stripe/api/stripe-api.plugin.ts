import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import type { StripeAccount } from '../stripe-account.ts';
import { StripeError } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import { NO_API_FAULTS, type ApiFaults } from './api-faults.ts';
import { expand } from './expand.ts';
import { parseForm, type FormHash } from './form.ts';
import { fingerprintOf, type Idempotency } from './idempotency.ts';
import { list, optional, readShape, text } from './param.ts';
import type { PathIds, StripeRoute } from './stripe-route.ts';

export interface StripeApiOptions {
  account: StripeAccount;
  routes: readonly StripeRoute[];
  idempotency: Idempotency;
  faults: () => ApiFaults;
  secretKey: string;
}

interface Answer {
  status: number;
  body: string;
}

const EXPAND = { expand: optional(list(text(), 20)) };

/** Stripe's API under the prefix that it is registered at: keys, errors, idempotency and expansion for all routes. */
export const stripeApi = async (app: FastifyInstance, options: StripeApiOptions): Promise<void> => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'request-id': stripeId('req', 14),
      'stripe-version': headerOf(request, 'stripe-version') ?? Stripe.API_VERSION,
      'cache-control': 'no-cache, no-store',
    });
    authenticate(request, options.secretKey);
  });
  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof StripeError ? error : unexpected(error);
    if (!(error instanceof StripeError)) app.log.error({ err: error }, 'Stripe emulator: a request failed');
    return answerError(reply, refusal);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const message = `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    return answerError(reply, new StripeError(404, { message }));
  });
  for (const each of options.routes) {
    app.route({
      method: each.method,
      url: each.path.replace(/^\/v1/, ''),
      handler: (request, reply) => serve(options, each, request, reply),
    });
  }
};

const serve = async (
  options: StripeApiOptions,
  route: StripeRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const faults = faultsOf(route, options.faults());
  if (happens(faults.rateLimit)) {
    reply.header('stripe-rate-limited-reason', 'global-rate').header('stripe-should-retry', 'false');
    throw new StripeError(429, {
      code: 'rate_limit',
      message:
        'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
    });
  }
  if (happens(faults.fail)) throw new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' });

  const query = request.raw.url?.split('?')[1] ?? '';
  const raw = request.method === 'POST' && typeof request.body === 'string' ? request.body : query;
  const key = request.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined;
  const { id = '', child = '' } = request.params as Partial<PathIds>;
  const ids = { id, child };
  const path = route.path.replace(':id', id).replace(':child', child);
  const fingerprint = fingerprintOf(request.method, path, raw);

  if (key !== undefined) {
    reply.header('idempotency-key', key);
    const earlier = options.idempotency.recall(key, fingerprint);
    if (earlier !== undefined) {
      reply.headers({
        'idempotent-replayed': 'true',
        'original-request': earlier.requestId,
        'request-id': stripeId('req', 14),
      });
      return send(reply, earlier);
    }
    options.idempotency.begin(key);
  }
  try {
    if (faults.delayMs > 0) await sleep(faults.delayMs);
    const answer = execute(
      options,
      route,
      parseForm(raw),
      ids,
      String(reply.getHeader('request-id')),
      key,
      fingerprint,
    );
    if (happens(faults.acceptThenCut)) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    return send(reply, answer);
  } finally {
    if (key !== undefined) options.idempotency.end(key);
  }
};

/** Those of the API, unless they concern another route. */
const faultsOf = ({ method, path }: StripeRoute, faults: ApiFaults): ApiFaults => {
  return faults.route === '' || faults.route === `${method} ${path}` ? faults : NO_API_FAULTS;
};

/** Carries the request out and keeps its answer under the idempotency key, both or neither. */
const execute = (
  options: StripeApiOptions,
  route: StripeRoute,
  form: FormHash,
  ids: PathIds,
  requestId: string,
  key: string | undefined,
  fingerprint: string,
): Answer => {
  const { account, idempotency } = options;
  const params = readShape({ ...route.shape, ...EXPAND }, form);
  const keep = (answer: Answer): Answer => {
    if (key !== undefined)
      idempotency.keep({
        id: key,
        fingerprint,
        status: answer.status,
        body: answer.body,
        requestId,
      });
    return answer;
  };
  try {
    return account.during({ id: requestId, idempotency_key: key ?? null }, () => {
      const result = route.handle(account, params as never, ids);
      if (result instanceof StripeError)
        return keep({ status: result.status, body: JSON.stringify(result.toBody(requestId)) });
      return keep({
        status: 200,
        body: JSON.stringify(expand(account.store, account.now(), result, params.expand ?? [])),
      });
    });
  } catch (error) {
    if (error instanceof StripeError && error.details.beforeExecution !== true)
      keep({ status: error.status, body: JSON.stringify(error.toBody(requestId)) });
    throw error;
  }
};

/** Stripe takes the secret key as a bearer token or as the user name of basic authentication ("Authentication"). */
const authenticate = (request: FastifyRequest, secretKey: string): void => {
  const [scheme = '', credentials = ''] = (headerOf(request, 'authorization') ?? '').split(' ');
  const given =
    scheme.toLowerCase() === 'basic'
      ? (Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '')
      : scheme.toLowerCase() === 'bearer'
        ? credentials
        : '';
  if (given === secretKey) return;
  const message =
    given === ''
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(Math.max(0, Math.min(given.length, 30) - 12))}${given.length > 12 ? given.slice(-4) : ''}`;
  throw new StripeError(401, { message, beforeExecution: true });
};

const answerError = (reply: FastifyReply, error: StripeError): FastifyReply => {
  return send(reply, {
    status: error.status,
    body: JSON.stringify(error.toBody(String(reply.getHeader('request-id')))),
  });
};

const send = (reply: FastifyReply, answer: Answer): FastifyReply => {
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
};

const unexpected = (error: unknown): StripeError => {
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status < 500)
    return new StripeError(status, { message: error instanceof Error ? error.message : 'Invalid request' });
  return new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' });
};

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const happens = (share: number): boolean => {
  return share > 0 && Math.random() < share;
};
