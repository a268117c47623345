import type { EmailVisitor } from '@lectern/contracts/messaging/tracking-rpc';

/**
 * What fetches the pictures and links of emails without anybody reading them: checkers of links and viruses, previews, scripts.
 * Google's and Yahoo's proxies of pictures are no such machines: they ask when somebody opens the email. Apple's Mail has every picture
 * fetched when the email arrives, by a program that gives the first word of a browser's name and no more.
 */
const MACHINE =
  /bot\b|crawl|spider|scan|preview|prefetch|monitor|headless|barracuda|mimecast|proofpoint|safelinks|ironport|messagelabs|urldefense|curl\/|wget\/|python|okhttp|axios|node-fetch|undici|go-http-client|java\/|libwww|apache-httpclient|facebookexternalhit|slack|whatsapp|telegram/i;
const APPLE_MAIL = /^Mozilla\/5\.0$/;

interface Asked {
  readonly method: string;
  readonly header: (name: string) => string | undefined;
}

/** Who asks for an email's picture or follows its link, by what they say of themselves. Who says nothing is a machine. */
export const emailVisitor = (asked: Asked): EmailVisitor => {
  if (asked.method === 'HEAD') return 'nobody';
  const agent = asked.header('user-agent')?.trim() ?? '';
  const isAhead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz']
    .map((name) => asked.header(name))
    .some((said) => said !== undefined && /prefetch|preview|prerender/i.test(said));
  return isAhead || agent === '' || APPLE_MAIL.test(agent) || MACHINE.test(agent) ? 'machine' : 'person';
};
