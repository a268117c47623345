import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, type ErrorBody } from '@lectern/contracts/errors';
import { STATUS_OF_KIND } from '@lectern/contracts/status-of-kind';
import type { Metrics } from '@lectern/service-kit/metrics/metrics';
import { newCorrelationId, withCorrelation } from '@lectern/service-kit/tracing/correlation';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { traceRequest } from './request-trace.ts';

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

/** These headers concern documents; scripts, style sheets and fonts, some twenty on each first visit, go without. */
const FOR_DOCUMENTS = ['x-correlation-id', ...Object.keys(SECURITY_HEADERS)].filter(
  (name) => name !== 'strict-transport-security' && name !== 'x-content-type-options',
);

/**
 * Answers a request whose URL cannot be routed: invalid encoding, or a segment longer than any route has. No hook has run then,
 * and the server's own response would repeat the URL. A visitor is led to the page that says so.
 */
export const answerUnroutable = (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const correlationId = newCorrelationId();
  const { code, message } = new DomainError('route_unknown');
  void reply.headers(SECURITY_HEADERS).header('x-correlation-id', correlationId).header('cache-control', 'no-store');
  if (request.method === 'GET' && !request.url.startsWith('/api')) return void reply.redirect('/404', 302);
  void reply.status(STATUS_OF_KIND.not_found).send({ code, message, correlationId } satisfies ErrorBody);
};

/** The hooks of every request: correlation id, trace, security headers, a metric and a log line. */
export const addHttpHooks = (server: FastifyInstance, metrics: Metrics, logger: Logger): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const correlationId = newCorrelationId();
    void reply.headers(SECURITY_HEADERS).header('x-correlation-id', correlationId);
    // Checks the route's pattern too: letters of a URL may be percent-encoded. Unknown paths have another pattern.
    if ([request.url, request.routeOptions.url].some((path) => path?.startsWith('/api') === true))
      void reply.header('cache-control', 'no-store');
    withCorrelation(correlationId, () => traceRequest(request, reply, done));
  });

  server.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/assets/') && reply.statusCode < 400)
      for (const name of FOR_DOCUMENTS) reply.removeHeader(name);
    done();
  });

  server.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the URL, which may carry a token.
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
