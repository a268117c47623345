import type { Attributes, Span } from '@opentelemetry/api';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_SERVER_ADDRESS,
} from '@opentelemetry/semantic-conventions';
import { inSpan, markFailed, SpanKind } from './spans.ts';

export interface ProviderCall {
  readonly method: string;
  /** The path, with `{id}` for each identifier. No query. */
  readonly template: string;
  readonly host: string;
  readonly attributes?: Attributes;
}

/**
 * A request to a provider as a span of the work that makes it. No header goes to the provider, because our trace ids
 * are internal.
 */
export const inProviderCall = <T>(
  { method, template, host, attributes }: ProviderCall,
  work: (span?: Span) => Promise<T>,
): Promise<T> =>
  inSpan(
    {
      name: `${method} ${template}`,
      kind: SpanKind.CLIENT,
      // The template's name is not stable in the conventions yet.
      attributes: {
        [ATTR_HTTP_REQUEST_METHOD]: method,
        [ATTR_SERVER_ADDRESS]: host,
        'url.template': template,
        ...attributes,
      },
    },
    work,
  );

/** Records the provider's response status; null where there was none. */
export const recordProviderStatus = (span: Span | undefined, status: number | null): void => {
  if (span === undefined) return;
  if (status === null) return markFailed(span, 'no_answer');
  span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, status);
  if (status >= 400) markFailed(span, String(status));
};
