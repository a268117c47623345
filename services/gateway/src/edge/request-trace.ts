import { finished } from 'node:stream';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { health } from '@lectern/contracts/system/http';
import { beginTrace, markFailed, SpanKind } from '@lectern/service-kit/tracing/spans';

/**
 * Begins the trace of an API call, under the id that the caller gives in `traceparent`. Pages, files and health checks are not
 * traced.
 * The trace keeps the route's pattern and nothing else of the URL, whatever the conventions ask for: the rest may carry a token
 * or an email address. It does not identify the caller either.
 */
export const traceRequest = (request: FastifyRequest, reply: FastifyReply, goOn: () => void): void => {
  const route = request.routeOptions.url;
  if (route?.startsWith('/api/') !== true || route === health.path) return goOn();
  const traceparent = request.headers['traceparent'];
  const { method } = request;
  beginTrace(
    {
      name: `${method} ${route}`,
      kind: SpanKind.SERVER,
      attributes: { [ATTR_HTTP_REQUEST_METHOD]: method, [ATTR_HTTP_ROUTE]: route },
    },
    typeof traceparent === 'string' ? traceparent : undefined,
    (span) => {
      if (span !== undefined) {
        finished(reply.raw, (error) => {
          span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, reply.statusCode);
          if (error !== undefined && error !== null) markFailed(span, 'answer_cut_off');
          else if (reply.statusCode >= 500) markFailed(span, String(reply.statusCode));
          span.end();
        });
      }
      goOn();
    },
  );
};
