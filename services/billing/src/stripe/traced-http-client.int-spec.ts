import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { Metrics } from '@lectern/service-kit/metrics/metrics';
import { inNewTrace, SpanKind } from '@lectern/service-kit/tracing/spans';
import { startTracing } from '@lectern/service-kit/tracing/start-tracing';
import { type SpanReceiver, startSpanReceiver } from '@lectern/test-kit/span-receiver';
import { BillingConfig } from '../config.ts';
import { StripeClient } from './stripe-client.ts';
import { templateOf } from './traced-http-client.ts';

describe('the template of a path', () => {
  it.each([
    ['/v1/customers/cus_9s6XKzkNRiz8i3', '/v1/customers/{id}'],
    ['/v1/customers?email=somebody%40example.com', '/v1/customers'],
    ['/v1/checkout/sessions/cs_test_a1/expire', '/v1/checkout/sessions/{id}/expire'],
    ['/v1/coupons/SPRING', '/v1/coupons/{id}'],
  ])('of %s is %s', (path, template) => {
    expect(templateOf(path)).toBe(template);
  });
});

describe('a request to the payment provider', () => {
  const asked: IncomingHttpHeaders[] = [];
  let collector: SpanReceiver;
  const provider = createServer((request, response) => {
    asked.push(request.headers);
    const isUnknown = request.url?.includes('unknown') === true;
    response.writeHead(isUnknown ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      isUnknown
        ? '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"No such customer"}}'
        : '{"object":"list","data":[],"has_more":false,"url":"/v1/customers"}',
    );
  });

  beforeAll(async () => {
    collector = await startSpanReceiver();
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
    await collector.close();
  });

  it('is a span without the data of the request, and sends the provider nothing of the trace', async () => {
    const config = Object.assign(new BillingConfig(), {
      DEPLOYMENT: 'local',
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    const tracing = await startTracing({
      config,
      processName: 'billing',
      logger: createLogger('test', 'silent'),
      metrics: new Metrics('test'),
      isEdge: false,
    });
    const { api } = new StripeClient(config);
    await inNewTrace({ name: 'act', kind: SpanKind.SERVER, attributes: {} }, async () => {
      await api.customers.list({ email: 'somebody@example.com' });
      await api.customers.retrieve('cus_9unknown').catch(() => undefined);
    });
    await tracing.close();
    expect(collector.spans.map(({ name }) => name)).toEqual(['GET /v1/customers', 'GET /v1/customers/{id}', 'act']);
    expect(collector.spans[0]).toMatchObject({
      kind: 3,
      isError: false,
      attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200, 'server.address': '127.0.0.1' },
    });
    expect(collector.spans[1]).toMatchObject({
      isError: true,
      attributes: { 'http.response.status_code': 404, 'error.type': '404' },
    });
    expect(collector.bodies.join()).not.toMatch(/somebody|sk_test/);
    expect(asked).toHaveLength(2);
    for (const headers of asked)
      expect(Object.keys(headers).filter((name) => /^(traceparent|tracestate|baggage)$/.test(name))).toEqual([]);
  });
});
