import Stripe from 'stripe';
import { inProviderCall, recordProviderStatus } from '@lectern/service-kit/tracing/provider-call';

/** `/v1/customers/cus_9s6XKzkNRiz8i3?email=…` → `/v1/customers/{id}`. */
export const templateOf = (path: string): string =>
  (path.split('?', 1)[0] as string)
    .split('/')
    .map((part) => (/^(v\d+|[a-z_]*)$/.test(part) ? part : '{id}'))
    .join('/');

/** The SDK's own client, with a span for each request of a traced operation; each retry of the SDK is a request of its own. */
export const tracedHttpClient = (): Stripe.HttpClient => {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = (...request: Parameters<typeof makeRequest>) => {
    const [host, , path, method] = request;
    return inProviderCall({ method, template: templateOf(path), host }, async (span) => {
      const answer = await makeRequest(...request);
      recordProviderStatus(span, answer.getStatusCode());
      return answer;
    });
  };
  return client;
};
