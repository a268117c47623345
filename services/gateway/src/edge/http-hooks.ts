import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorBody } from '@lectern/contracts/errors';
import type { Metrics } from '@lectern/service-kit/health/metrics';
import { newCorrelationId, withCorrelation } from '@lectern/service-kit/logging/correlation';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { traceRequest } from './request-trace.ts';
import type { ReadWatch } from './read-watch.ts';
import { STATUS_OF_KIND } from './status.ts';

/** https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "img-src 'self' data:",
  ].join('; '),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** What these say is for documents, which scripts, style sheets and fonts are not; there are twenty of them on each first visit. */
const FOR_DOCUMENTS = ['x-correlation-id', ...Object.keys(SECURITY_HEADERS)].filter(
  (name) => name !== 'strict-transport-security' && name !== 'x-content-type-options',
);

/**
 * Answers a request that no route can be looked up for: an address that is no text, or one with a longer part than any route has.
 * The hooks have not run then, and what the server says by itself repeats the address.
 */
export const answerUnroutable = (_error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
  const correlationId = newCorrelationId();
  const { code, message } = new DomainError('route_unknown');
  void reply.headers(SECURITY_HEADERS).header('x-correlation-id', correlationId).header('cache-control', 'no-store');
  void reply.status(STATUS_OF_KIND.not_found).send({ code, message, correlationId } satisfies ErrorBody);
};

/** What holds for every request: a correlation id, a trace, safe headers, a metric and a log line. */
export const addHttpHooks = (server: FastifyInstance, metrics: Metrics, logger: Logger, readWatch: ReadWatch): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const correlationId = newCorrelationId();
    void reply.headers(SECURITY_HEADERS).header('x-correlation-id', correlationId);
    // Also the route's pattern: in an address, emails may be written as their codes. The pattern of what is no route is another one.
    if ([request.url, request.routeOptions.url].some((path) => path?.startsWith('/api') === true))
      void reply.header('cache-control', 'no-store');
    withCorrelation(correlationId, () => traceRequest(request, reply, done));
  });

  server.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/assets/') && reply.statusCode < 400)
      for (const name of FOR_DOCUMENTS) reply.removeHeader(name);
    // As it begins to go out: how long it takes from here on is the reader's line. Administrators' lists are as large as they ask for.
    if (request.method === 'GET' && request.routeOptions.url?.startsWith('/api/admin') !== true)
      readWatch.note(reply.elapsedTime);
    done();
  });

  server.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address: that may carry a token.
    const route = request.routeOptions.url ?? 'unknown';
    const seconds = reply.elapsedTime / 1_000;
    metrics.httpDuration.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    const correlationId = reply.getHeader('x-correlation-id');
    logger.info(
      { correlationId, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'Answered',
    );
    done();
  });
};
