import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '@lectern/contracts/errors';
import { createTestRedis, type TestRedis } from '@lectern/test-kit/test-redis';
import { type SpanReceiver, startSpanReceiver } from '@lectern/test-kit/span-receiver';
import { until } from '@lectern/test-kit/until';
import type { ProcessConfig } from '../config/process-config.ts';
import { Metrics } from '../metrics/metrics.ts';
import { currentCorrelationId, withCorrelation } from './correlation.ts';
import { createLogger } from '../logging/logger.ts';
import { echo, type EchoHandler, startEchoServer, startTestClient } from '../testing/test-rpc.ts';
import { carriedCorrelation, inNewTrace, isTraced, SpanKind, traceFields, untraced } from './spans.ts';
import { startTracing } from './start-tracing.ts';
import type { Tracing } from './tracing-options.ts';

let redis: TestRedis;
let collector: SpanReceiver;
let metrics: Metrics;
let logged: string[];
const toClose: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  redis = await createTestRedis();
});

beforeEach(async () => {
  collector = await startSpanReceiver();
  metrics = new Metrics('test');
  logged = [];
});

afterEach(async () => {
  for (const part of toClose.splice(0).reverse()) await part.close();
  await collector.close();
});

const start = async (variables: Partial<ProcessConfig> = {}): Promise<Tracing> => {
  const config = {
    DEPLOYMENT: 'local',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...variables,
  } as ProcessConfig;
  const logger = createLogger('test', 'info', { write: (line) => void logged.push(line) });
  const tracing = await startTracing({ config, processName: 'test', logger, metrics, isEdge: false });
  toClose.push(tracing);
  return tracing;
};

const call = async (handler: EchoHandler = async ({ text }) => ({ text, by: 'one' })): Promise<unknown> => {
  const server = await startEchoServer(redis.url, handler);
  const client = await startTestClient(redis.url);
  toClose.push(client, server);
  return client.call(echo, { text: 'hello' });
};

const act = <T>(work: () => Promise<T>): Promise<T> =>
  inNewTrace({ name: 'act', kind: SpanKind.SERVER, attributes: {} }, work);
const exported = async (outcome: string): Promise<number> =>
  (await metrics.spansExported.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;

describe('a request between processes', () => {
  it('goes on in the trace of its caller and under its correlation id', async () => {
    const tracing = await start();
    const seen: { correlationId: string; trace: object }[] = [];
    await withCorrelation('the-act', () =>
      act(() =>
        call(async ({ text }) => {
          seen.push({ correlationId: currentCorrelationId(), trace: traceFields() });
          return { text, by: 'one' };
        }),
      ),
    );
    await tracing.close();
    const [root, client, server] = ['act', 'identity.echo.v1', 'identity.echo.v1'].map((name, kind) =>
      collector.spans.find((span) => span.name === name && span.kind === [2, 3, 2][kind]),
    );
    expect(collector.spans).toHaveLength(3);
    expect([client?.parentSpanId, server?.parentSpanId]).toEqual([root?.spanId, client?.spanId]);
    expect(seen).toEqual([{ correlationId: 'the-act', trace: { trace_id: root?.traceId, span_id: server?.spanId } }]);
    expect(server?.attributes).toEqual({
      'rpc.system.name': 'lectern',
      'rpc.method': 'identity.echo.v1',
      'rpc.status_code': 'ok',
      'lectern.correlation_id': 'the-act',
    });
    expect(await exported('sent')).toBe(3);
  });

  it.each([
    [new DomainError('not_found'), 'not_found', false],
    [new DomainError('service_unavailable'), 'service_unavailable', true],
    [new Error('of somebody@example.com'), 'internal', true],
  ])('that fails with %s says %s, and whether that is a failure of ours: %s', async (error, code, isError) => {
    const tracing = await start();
    await expect(act(() => call(async () => Promise.reject(error)))).rejects.toThrow();
    await tracing.close();
    const server = collector.spans.find(({ name, kind }) => name === 'identity.echo.v1' && kind === 2);
    expect(server).toMatchObject({ isError, attributes: { 'rpc.status_code': code } });
    expect(collector.bodies.join()).not.toContain('somebody@example.com');
  });

  it('leaves no span without a trace, for work that was not sampled, and where tracing is off', async () => {
    const tracing = await start({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
    const carried: string[] = [];
    const note: EchoHandler = async ({ text }) => {
      carried.push(carriedCorrelation());
      return { text, by: String(isTraced()) };
    };
    await withCorrelation('the-act', () => act(() => call(note)));
    await tracing.close();
    const on = await start();
    await withCorrelation('the-act', () => call(note));
    await on.close();
    await withCorrelation('the-act', () => act(() => call(note)));
    // The carried value is not longer either.
    expect(carried).toEqual(['the-act', 'the-act', 'the-act']);
    expect(collector.spans).toEqual([]);
  });
});

it('is excluded from shared work', async () => {
  await start();
  await act(async () => {
    expect([isTraced(), untraced(isTraced)]).toEqual([true, false]);
  });
});

describe('a span collector that', () => {
  const acts = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += 1) await act(async () => undefined);
  };

  it('is unavailable costs only the spans, and is logged once', async () => {
    await collector.close();
    const tracing = await start();
    await acts(3);
    await until('the spans to be dropped', async () => (await exported('dropped')) === 3);
    await acts(2);
    await until('the next ones to be dropped', async () => (await exported('dropped')) === 5);
    await tracing.close();
    expect(logged.filter((line) => line.includes('Spans cannot be sent'))).toHaveLength(1);
    collector = await startSpanReceiver();
  });

  it('refuses and then accepts spans is logged at both changes', async () => {
    collector.answer('refuse');
    await start();
    await acts(1);
    await until('the refusal', async () => (await exported('dropped')) === 1);
    collector.answer('take');
    await acts(1);
    await until('the next to be sent', async () => (await exported('sent')) === 1);
    expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      expect.stringContaining('cannot be sent'),
      'Spans are sent again',
    ]);
  });

  it('does not answer delays no stop by more than two seconds', async () => {
    collector.answer('hang');
    const tracing = await start();
    await acts(600);
    const began = performance.now();
    await tracing.close();
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('is slow does not extend the queue beyond its limit', async () => {
    collector.answer('hang');
    const tracing = await start();
    await acts(10_000);
    collector.answer('take');
    await tracing.close();
    expect(collector.spans.length).toBeLessThanOrEqual(2_048 + 512);
  });
});
