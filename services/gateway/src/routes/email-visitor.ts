import type { EmailVisitor } from '@lectern/contracts/messaging/tracking-rpc';

/**
 * Clients that fetch the pictures and links of emails without a reader: link and virus checkers, previews, scripts. The picture
 * proxies of Google and Yahoo are not among them: they fetch when a person opens the email. Apple Mail has every picture fetched
 * when the email arrives, by a program that sends the first word of a browser's name and no more.
 */
const MACHINE =
  /bot\b|crawl|spider|scan|preview|prefetch|monitor|headless|barracuda|mimecast|proofpoint|safelinks|ironport|messagelabs|urldefense|curl\/|wget\/|python|okhttp|axios|node-fetch|undici|go-http-client|java\/|libwww|apache-httpclient|facebookexternalhit|slack|whatsapp|telegram/i;
const APPLE_MAIL = /^Mozilla\/5\.0$/;

interface Asked {
  readonly method: string;
  readonly header: (name: string) => string | undefined;
}

/**
 * Whether a person or a machine requests an email's picture or follows its link, by the request headers. Without a user agent it
 * is a machine.
 */
export const emailVisitor = (asked: Asked): EmailVisitor => {
  if (asked.method === 'HEAD') return 'nobody';
  const agent = asked.header('user-agent')?.trim() ?? '';
  const isAhead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz']
    .map((name) => asked.header(name))
    .some((said) => said !== undefined && /prefetch|preview|prerender/i.test(said));
  return isAhead || agent === '' || APPLE_MAIL.test(agent) || MACHINE.test(agent) ? 'machine' : 'person';
};
