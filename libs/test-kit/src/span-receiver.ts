import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly boolValue?: boolean;
}
interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code?: number };
}
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A span as it was sent (https://github.com/open-telemetry/opentelemetry-proto, trace.proto). */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where there is none. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer */
  readonly kind: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
}

export interface SpanReceiver {
  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** All received spans, oldest first. */
  readonly spans: ReceivedSpan[];
  /** The received bodies, for a full-text search. */
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  /** How the receiver treats further requests. */
  answer(how: 'take' | 'refuse' | 'hang'): void;
  close(): Promise<void>;
}

const valueOf = ({ stringValue, intValue, boolValue }: OtlpValue): string | number | boolean | undefined =>
  stringValue ?? (intValue === undefined ? boolValue : Number(intValue));

const valuesOf = (attributes: readonly OtlpAttribute[]): ReceivedSpan['attributes'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

const spansIn = (body: string): ReceivedSpan[] =>
  (JSON.parse(body) as OtlpRequest).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, kind, attributes, status }) => ({
        service,
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        isError: status.code === 2,
        attributes: valuesOf(attributes),
      })),
    );
  });

/** A collector of traces that stores the received spans for a test (OTLP over HTTP, JSON). */
export const startSpanReceiver = async (): Promise<SpanReceiver> => {
  const [spans, bodies, headers]: [ReceivedSpan[], string[], IncomingHttpHeaders[]] = [[], [], []];
  let how: 'take' | 'refuse' | 'hang' = 'take';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (how === 'hang') return;
      if (how === 'refuse' || request.url !== '/v1/traces') return void response.writeHead(400).end();
      const body = Buffer.concat(chunks).toString();
      headers.push(request.headers);
      bodies.push(body);
      spans.push(...spansIn(body));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    answer: (next) => {
      how = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
