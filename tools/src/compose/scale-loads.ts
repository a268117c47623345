import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { EMAIL_TO_MANY } from '../measured/email-to-many.ts';
import { percentile } from '../measured/percentile.ts';
import type { ComposeProject } from './compose-project.ts';
import type { SiteClient } from './site-client.ts';

/** A repeated request to one service. */
export interface ScaleLoad {
  readonly service: string;
  readonly unit: string;
  readonly what: string;
  /** Of each replica: so little that four of them and all that serves them leave a machine of two cores some rest. */
  readonly cores: number;
  /** Before a measurement, so that connections are open and each of so many replicas has done as much as makes its code fast. */
  warmUp(replicas: number): Promise<void>;
  /** `done` is everything that was done, also where the rate leaves out a beginning and an end. */
  measure(
    replicas: number,
  ): Promise<{ readonly perSecond: number; readonly done: number; readonly p50Ms?: number; readonly p99Ms?: number }>;
  /** After a measurement, until nothing of it goes on. */
  rest?(): Promise<void>;
}

const CONNECTIONS = 64;
const WARM_UP_REQUESTS = 5_000;
const MEASURE_MS = 20_000;
const AT_A_TIME = 8;
const GIVE_UP_MS = 30_000;

/** The tokens of so many new members, who have paid. */
export const joinMembers = async (site: SiteClient, count: number): Promise<string[]> => {
  const tokens: string[] = [];
  const run = randomBytes(4).toString('hex');
  const joinNext = async (): Promise<void> => {
    while (tokens.length < count) {
      const member = { email: `scale-${run}-${tokens.length}@example.com`, password: 'a long enough password' };
      tokens.push('');
      const at = tokens.length - 1;
      await site.join(member);
      tokens[at] = await site.signIn(member);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, joinNext));
  return tokens;
};

/** Reads of an address at {@link CONNECTIONS} connections through nginx, each another member's, asking again as soon as it is answered. */
export const readLoad = (
  load: Pick<ScaleLoad, 'service' | 'what' | 'cores'> & { readonly path: string },
  site: SiteClient,
  tokens: readonly string[],
): ScaleLoad => {
  /** Milliseconds that each request took, until `atMost` of them or so long. */
  const read = async (milliseconds: number, atMost = Infinity): Promise<number[]> => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const taken: number[] = [];
    const until = performance.now() + milliseconds;
    const connection = async (number: number): Promise<void> => {
      const headers = { authorization: `Bearer ${tokens[number % tokens.length]}` };
      for (let began = performance.now(); began < until && taken.length < atMost; began = performance.now()) {
        const status = await statusOf(site.siteUrl + load.path, agent, headers);
        if (status !== 200) throw new Error(`${load.path} answered ${status}`);
        // Responses after the end are not counted: fewer clients were asking then.
        if (performance.now() <= until) taken.push(performance.now() - began);
      }
    };
    try {
      await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => connection(number)));
    } finally {
      agent.destroy();
    }
    return taken;
  };
  return {
    ...load,
    unit: 'requests/s',
    warmUp: async (replicas) => void (await read(GIVE_UP_MS, replicas * WARM_UP_REQUESTS)),
    measure: async () => {
      const taken = await read(MEASURE_MS);
      return {
        perSecond: (taken.length * 1_000) / MEASURE_MS,
        done: taken.length,
        p50Ms: percentile(taken, 0.5),
        p99Ms: percentile(taken, 0.99),
      };
    },
  };
};

const statusOf = (url: string, agent: Agent, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers, timeout: GIVE_UP_MS }, (response) => {
      response
        .resume()
        .once('end', () => resolve(response.statusCode ?? 0))
        .once('error', reject);
    })
      .once('timeout', function (this: ReturnType<typeof get>) {
        this.destroy(new Error(`${url} did not answer`));
      })
      .once('error', reject);
  });

/** For each worker, so that four are measured as long as one is. */
const READERS = 12_000;
const WARM_UP_READERS = 6_000;
/** The rate is taken between these parts of all emails: before, not every worker has begun; after, some have nothing left. */
const [FROM, TO] = [0.1, 0.9];
const LOOK_EVERY_MS = 100;
const SETTLED_WITHIN_MS = 180_000;

/** A campaign to {@link READERS} readers for each worker into the mail provider emulator. */
export const campaignLoad = (
  load: Pick<ScaleLoad, 'service' | 'cores'>,
  project: ComposeProject,
  site: SiteClient,
  admin: { email: string; password: string },
): ScaleLoad => {
  const accepted = async (): Promise<number> =>
    ((await (await fetch(`${site.sandboxUrl}/mail/api/stats`)).json()) as { accepted: number }).accepted;

  const addReaders = async (readers: number): Promise<void> => {
    const address = `'scale-' || n || '@example.com'`;
    await project.query(
      `DELETE FROM messaging.newsletter_subscribers WHERE email LIKE 'scale-%';
       INSERT INTO messaging.newsletter_subscribers (email, email_key) SELECT ${address}, ${address} FROM generate_series(1, ${readers}) AS n`,
    );
  };

  /** Emails a second, the audience and the last emails left out. */
  const send = async (readers: number): Promise<number> => {
    await addReaders(readers);
    const { token } = await site.json<{ token: string }>('/api/admin/login', admin);
    const headers = { authorization: `Bearer ${token}` };
    const { id } = await site.json<{ id: string }>('/api/admin/email-campaigns', EMAIL_TO_MANY, headers);
    const before = await accepted();
    await site.json(`/api/admin/email-campaigns/${id}/send`, {}, headers);
    let from: { at: number; messages: number } | undefined;
    let to: { at: number; messages: number } | undefined;
    for (let messages = 0; messages < readers;) {
      await delay(LOOK_EVERY_MS);
      messages = (await accepted()) - before;
      const now = { at: performance.now(), messages };
      if (messages >= FROM * readers) from ??= now;
      if (messages >= TO * readers) to ??= now;
    }
    return ((to!.messages - from!.messages) * 1_000) / (to!.at - from!.at);
  };

  /** Until the provider has all emails, and the ledger has all its events about them. */
  const settled = async (): Promise<void> => {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const open = await project.query(
        `SELECT 1 FROM messaging.email_recipients WHERE campaign_id IS NOT NULL AND status IN ('pending', 'sending', 'sent') LIMIT 1`,
      );
      if (open.length === 0) return;
      if (performance.now() > deadline) throw new Error('The events of the provider do not come to an end');
      await delay(LOOK_EVERY_MS);
    }
  };

  return {
    ...load,
    unit: 'emails/s',
    what: `a campaign to ${READERS.toLocaleString('en-US')} readers for each worker`,
    warmUp: async (replicas) => {
      await send(replicas * WARM_UP_READERS);
      await settled();
    },
    measure: async (replicas) => ({ perSecond: await send(replicas * READERS), done: replicas * READERS }),
    rest: settled,
  };
};
