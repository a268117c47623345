import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { RunningSystem } from './start-system.ts';

const DEVICE = 'lectern_device';

/** Another address of this machine, which the site takes for another network. */
let networks = 0;
export const newNetwork = (): string => `127.77.${Math.floor((networks += 1) / 250)}.${(networks % 250) + 1}`;

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly retryAfter: number;
  /** The cookies that it sets, with their attributes. */
  readonly set: readonly string[];
}

export interface Asked {
  readonly body?: object;
  readonly token?: string | undefined;
  readonly cookie?: string | undefined;
  readonly agent?: string | undefined;
  /** Hangs up before the answer. */
  readonly signal?: AbortSignal;
}

/** Calls the site from an address of this machine. */
export const askFrom = async <T = Record<string, unknown>>(
  system: Pick<RunningSystem, 'siteUrl'>,
  from: string,
  method: string,
  path: string,
  { body, token, cookie, agent, signal }: Asked = {},
): Promise<Answer<T>> => {
  const asking = request(system.siteUrl + path, {
    method,
    localAddress: from,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie: `${DEVICE}=${cookie}` }),
      ...(agent === undefined ? {} : { 'user-agent': agent }),
    },
    timeout: 40_000,
    ...(signal === undefined ? {} : { signal }),
  });
  asking.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode ?? 0,
    body: (await json(answer)) as T,
    retryAfter: Number(answer.headers['retry-after']),
    set: answer.headers['set-cookie'] ?? [],
  };
};
/** The value of a cookie of the site. */
export const valueOf = (set: string | undefined): string | undefined => /^lectern_device=([^;]*)/.exec(set ?? '')?.[1];

export interface Browser {
  /** Its cookie for the site. */
  cookie: string | undefined;
  readonly post: <T = Record<string, unknown>>(path: string, body: object, token?: string) => Promise<Answer<T>>;
}

/** Keeps the cookie that the site sets, as a browser does. */
export const browserOf = (
  system: Pick<RunningSystem, 'siteUrl'>,
  { address = newNetwork(), cookie, agent }: { address?: string; cookie?: string | undefined; agent?: string } = {},
): Browser => {
  const browser: Browser = {
    cookie,
    post: async <T>(path: string, body: object, token?: string) => {
      const answer = await askFrom<T>(system, address, 'POST', path, { body, token, cookie: browser.cookie, agent });
      browser.cookie = valueOf(answer.set[0]) ?? browser.cookie;
      return answer;
    },
  };
  return browser;
};
