import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { RunFile } from '@lectern/tools/local/run-file';
import type { SeededRandom } from '@lectern/sandbox/state/seeded-random';
import {
  callApi,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from '../testing/person.ts';
import { LoadBalancer } from '../testing/load-balancer.ts';
import { type RunningSystem, startSystem } from '../testing/start-system.ts';
import type { CellResult } from './cell-table.ts';
import { findViolations, type AcceptedEmail, type Violation } from './invariants.ts';
import { brokenPromises } from './kept-promises.ts';
import { Load, type LoadOptions, type Reported } from './load.ts';
import { Traffic } from './traffic.ts';

/** A system that is about to be struck. */
export interface Struck {
  readonly system: RunningSystem;
  /** An administrator's, over all schemas. */
  readonly database: pg.Pool;
  readonly random: SeededRandom;
  /** Starts visitors at a steady rate, beside the load. The promises made to them are checked as well. */
  traffic(perSecond: number): Promise<Traffic>;
}

/** Observations of a strike. */
export interface Seen {
  /** The measurements, in a sentence. */
  readonly reported: string;
  /** Violations of the cell's own requirements. */
  readonly wrong: readonly string[];
}

/** Something that goes wrong with a running system. */
export interface FaultCell {
  readonly name: string;
  /** The mechanism that keeps the promises during the fault. */
  readonly heldBy: string;
  /** Lets it happen; resolves when it is over, which is from when recovery counts. */
  strike(struck: Struck): Promise<Seen | void>;
  /** From the end of the fault until each kind of request was accepted again. */
  readonly recoveryLimitMs: number;
  /** The processes that it ends, or any replica of. Any other that ends is a failure. */
  readonly ends?: readonly string[];
  /** Whether no request may be refused or cut off meanwhile; /api/health may report a slow part, which is true on a busy machine. */
  readonly refusesNone?: boolean;
  /** Whether one campaign follows the other meanwhile, instead of one. */
  readonly campaigns?: 'again';
  /** Whether pages and deadlines may pass that people are in the middle of. */
  readonly endsMayPass?: boolean;
}

export interface CellForm {
  readonly joiners: number;
  /** How long people go on after everything works again. */
  readonly afterMs: number;
}

/** A season with open tournaments. */
const SEASON = '2026-09-01T12:00:00Z';
const READERS = 200;
/** After the clock has gone a month ahead it still takes people. */
const RUN = {
  description: 'Four evenings',
  type: 'bootcamp',
  division: null,
  timezone: 'America/Los_Angeles',
  location: 'Online',
  zoomLink: null,
  datetime: '2026-12-12T18:00:00Z',
  endsAt: '2026-12-12T20:00:00Z',
  registrationDeadline: '2026-12-10T18:00:00Z',
  capacity: 2,
  price: 15_500,
  isActive: true,
};
const REST_WITHIN_MS = 90_000;
const TROUBLE = /"level":"(?:warn|error|fatal)"/;
const TROUBLE_LINES = 12;
const TROUBLE_LENGTH = 3_000;
const NOT_RECOVERED_MS = 60_000;
/** A worker gives up a post after 10 s: a claim that is older than this belongs to a dead worker. */
const DEAD_CLAIM_SECONDS = 14;

/** A running system with what a load needs: prices, a code, a member who refers others, readers of the newsletter. */
export class ChaosSystem implements Struck {
  private readonly reported: Reported[] = [];
  private runId: string | null = null;
  private runs = 0;

  private constructor(
    readonly system: RunningSystem,
    private readonly site: LoadBalancer,
    readonly database: pg.Pool,
    readonly random: SeededRandom,
    private readonly prepared: Prepared,
  ) {}

  /**
   * @param replicas how many of each process run
   * @param begin starts the system with this environment
   */
  static async start(
    random: SeededRandom,
    replicas: number,
    begin: (environment: Record<string, string>) => Promise<RunningSystem> = startSystem,
  ): Promise<ChaosSystem> {
    const system = await begin({
      LECTERN_REPLICAS: String(replicas),
      POSTGRES_DURABILITY: 'durable',
      APP_CLOCK: SEASON,
      RATE_LIMIT_SCALE: '10000',
      SANDBOX_MAILBOX_CAPACITY: '1000000',
      CAMPAIGN_BATCH: '20',
      CAMPAIGN_RATE: '100',
    });
    const database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
    database.on('error', () => undefined); // Postgres itself is struck too
    try {
      return new ChaosSystem(
        system,
        new LoadBalancer(system.siteUrls),
        database,
        random,
        await prepare(system, database),
      );
    } catch (error) {
      await database.end();
      await system.stop();
      throw error;
    }
  }

  async stop(options?: { readonly keepsData: boolean }): Promise<void> {
    await this.database.end();
    await this.system.stop(options);
  }

  /** Strikes in the middle of a load, and looks at what is left of it. */
  async run(cell: FaultCell, form: CellForm): Promise<CellResult> {
    // A token of an administrator ends after hours of the product's time, and a cell may move that.
    const adminToken = await patiently('signing in', () => signIn(this.system));
    await this.openRun(adminToken);
    const before = (await this.system.run()).processes;
    const load = new Load({
      system: this.system,
      site: this.site,
      random: this.random,
      ...this.prepared,
      joiners: form.joiners,
      adminToken,
      endsMayPass: cell.endsMayPass === true,
      campaigns: cell.campaigns ?? 'one',
    });
    let recovery: Awaited<ReturnType<Load['recoveredSince']>>;
    let struckAt: number;
    let seen: Seen | void;
    try {
      const warm = await load.recoveredSince(0, NOT_RECOVERED_MS);
      if (warm.missing.length > 0)
        throw new Error(`Before ${cell.name} these did not work: ${warm.missing.join(', ')}`);
      await pause(this.random.next() * 500);
      struckAt = Date.now();
      seen = await cell.strike(this);
      recovery = await load.recoveredSince(Date.now(), NOT_RECOVERED_MS);
      await pause(form.afterMs);
    } finally {
      await load.end();
    }
    this.reported.push(...load.promises);
    const endedAt = Date.now();
    const { violations, broken } = await this.atRest();
    const restMs = Date.now() - endedAt;
    const unwritten = await this.withoutUncertainEmail(load.unwritten);
    const others = (await this.system.run()).processes.filter(
      ({ name, restarts }) =>
        !(cell.ends ?? []).some((ended) => isReplicaOf(ended, name)) &&
        restarts !== before.find((one) => one.name === name)?.restarts,
    );
    const refusals = load.attempts.filter(
      ({ kind, beganAt, refused }) => beganAt >= struckAt && refused !== undefined && ASKED_OF_US.has(kind),
    );
    const failuresOfOurs = refusals.filter(
      ({ kind, refused }) => (cell.refusesNone === true && kind !== 'health') || /^500\b|\binternal\b/.test(refused!),
    );
    const count = (breach: Violation['breach']): number =>
      violations.filter((violation) => violation.breach === breach).length;
    return {
      fault: cell.name,
      lost: count('lost') + broken.filter(({ times }) => times === 0).length,
      doubled: count('doubled') + broken.filter(({ times }) => times > 1).length,
      stuck: count('stuck') + load.failures.length + unwritten.length,
      wrong: count('wrong') + others.length + failuresOfOurs.length + (seen?.wrong.length ?? 0),
      uncertain: await this.uncertain(),
      promises: load.promises.length,
      recoveryMs: recovery.ms,
      recoveredLast: recovery.last,
      recoveryLimitMs: cell.recoveryLimitMs,
      restMs,
      ...(seen === undefined ? {} : { reported: seen.reported }),
      findings: [
        ...(seen?.wrong ?? []),
        ...violations.map(({ invariant, row }) => `${invariant}: ${row}`),
        ...broken.map(({ what, of, times }) => `${what} of ${of} is there ${times} times`),
        ...load.failures,
        ...unwritten.map((email) => `${email} got no email, and none is uncertain`),
        ...(await Promise.all(
          others.map(async ({ name, logFile }) => `${name} ended too: ${await lastTroubleOf(logFile)}`),
        )),
        ...failuresOfOurs.map(({ kind, refused }) => `${kind} was answered ${refused}`),
        ...(failuresOfOurs.length === 0 ? [] : [await failuresIn((await this.system.run()).processes, struckAt)]),
        ...recovery.missing.map((kind) => `${kind} never worked again`),
      ],
      refusals: tally(refusals.map(({ kind, refused }) => `${kind}: ${refused}`)),
    };
  }

  async traffic(perSecond: number): Promise<Traffic> {
    const { member } = this.prepared;
    const memberToken = await logInPerson(this.system, member);
    return new Traffic({
      site: this.site,
      random: this.random,
      member,
      memberToken,
      perSecond,
      promised: (reported) => void this.reported.push(reported),
    });
  }

  /** A bootcamp with fewer places than people who want one takes the place of the one before. */
  private async openRun(token: string): Promise<void> {
    await patiently('opening a bootcamp', async () => {
      if (this.runId !== null) await this.ask('POST', `/api/admin/events/${this.runId}/close`, 200, token);
      this.runs += 1;
      const answer = await this.ask('POST', '/api/admin/events', 201, token, {
        ...RUN,
        title: `Bootcamp ${this.runs}`,
      });
      this.runId = (answer as { event: { id: string } }).event.id;
    });
  }

  private async ask(method: string, path: string, status: number, token: string, body?: object): Promise<unknown> {
    const answer = await this.site.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    if (answer.status !== status)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** The invariants that are broken once everything has settled, or has not settled in time. */
  private async atRest(): Promise<{ violations: Violation[]; broken: Awaited<ReturnType<typeof brokenPromises>> }> {
    const until = Date.now() + REST_WITHIN_MS;
    for (;;) {
      const [violations, broken] = await patiently(
        'looking at what is stored',
        async () => [await this.violations(), await brokenPromises(this.database, this.reported)] as const,
      );
      if ((violations.length === 0 && broken.length === 0) || Date.now() > until) return { violations, broken };
      await this.hurryConfirmations();
      // No outside signal says that all work is done, so this polls.
      await pause(250);
    }
  }

  /** The invariants that are broken at this moment. `before` runs first, and is rolled back. */
  async violations(before?: string): Promise<Violation[]> {
    const [accepted, now] = await Promise.all([this.accepted(), this.now()]);
    return findViolations(this.database, { accepted, now, ...(before === undefined ? {} : { before }) });
  }

  /** A claim of a dead worker expires after ten minutes; here it expires as soon as no worker can be sending any more. */
  private async hurryConfirmations(): Promise<void> {
    await patiently('hurrying', () =>
      this.database.query(
        `UPDATE messaging.email_recipients SET claimed_at = now() - interval '11 minutes' WHERE status = 'sending' AND claimed_at BETWEEN now() - interval '10 minutes' AND now() - $1 * interval '1 second'`,
        [DEAD_CLAIM_SECONDS],
      ),
    );
  }

  private async uncertain(): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM messaging.email_recipients WHERE status = 'uncertain'`,
    );
    return rows[0]!.count;
  }

  /** A worker that dies while it sends leaves an email uncertain, which nobody sends again by itself (ADR 0009). */
  private async withoutUncertainEmail(addresses: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.query<{ address: string }>(
      `SELECT address FROM unnest($1::text[]) AS address WHERE NOT EXISTS (SELECT FROM messaging.email_recipients WHERE email_key = address AND status = 'uncertain')`,
      [addresses],
    );
    return rows.map(({ address }) => address);
  }

  private async accepted(): Promise<AcceptedEmail[]> {
    const answer = await fetch(`${this.system.sandboxUrl}/mail/api/messages?limit=1000000&fields=customArgs`, {
      signal: AbortSignal.timeout(20_000),
    });
    return ((await answer.json()) as { customArgs: Record<string, string> }[]).map(({ customArgs }) => ({
      recipientId: customArgs['recipientId'] ?? null,
    }));
  }

  private async now(): Promise<string> {
    const answer = await fetch(`${this.system.sandboxUrl}/stripe/test_helpers/clock`, {
      signal: AbortSignal.timeout(5_000),
    });
    return ((await answer.json()) as { iso: string }).iso;
  }
}

/** The last error of a process that ended, in short. Its log before the restart is kept beside the new one. */
const lastTroubleOf = async (logFile: string): Promise<string> => {
  const texts = await Promise.all([`${logFile}.1`, logFile].map((path) => readFile(path, 'utf8').catch(() => '')));
  const lines = texts
    .join('\n')
    .split('\n')
    .filter((line) => /"level":"?(?:fatal|error|50|60)\b|^\s+at |Error/.test(line));
  return lines.slice(-TROUBLE_LINES).join('\n').slice(-TROUBLE_LENGTH);
};

/** The warnings and errors that processes logged since then: they say why a request was answered 500 or 503. */
const failuresIn = async (processes: RunFile['processes'], since: number): Promise<string> => {
  const logs = await Promise.all(
    processes.flatMap(({ logFile }) => [`${logFile}.1`, logFile]).map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const logged = logs.flatMap((log) =>
    log
      .split('\n')
      .filter((line) => TROUBLE.test(line) && Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '') >= since),
  );
  return `logged meanwhile: ${logged
    .slice(0, TROUBLE_LINES)
    .map((line) => line.slice(0, TROUBLE_LENGTH / 4))
    .join('\n')}`;
};

/** Requests that the system itself answers; payments are made at the provider. */
const ASKED_OF_US = new Set([
  'health',
  'register',
  'log in',
  'enter',
  'subscribe',
  'write',
  'open the payment page',
  'send a campaign',
  'write a campaign',
  'want a place',
  'give a place back',
]);

/** Whether `process` is "billing" or "billing-2", for "billing". */
export const isReplicaOf = (name: string, process: string): boolean =>
  process === name || (process.startsWith(`${name}-`) && /^\d+$/.test(process.slice(name.length + 1)));

const tally = (all: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([one, times]) => `${one} (${times}×)`).toSorted();
};

const signIn = async (system: RunningSystem): Promise<string> => {
  const answer = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', {
    body: (await system.run()).admin,
  });
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}`);
  return answer.body.token;
};

/** The provider delivers its events twice, out of order and with a delay. */
const troubleDeliveries = async (system: RunningSystem): Promise<void> => {
  const answer = await fetch(`${system.sandboxUrl}/stripe/test_helpers/delivery`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ duplicate: 1, shuffle: true, delayMs: 150 }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`Troubling deliveries answered ${answer.status}: ${await answer.text()}`);
};

type Prepared = Pick<LoadOptions, 'promoCode' | 'member'>;

const prepare = async (system: RunningSystem, database: pg.Pool): Promise<Prepared> => {
  // A fresh system is ready before the provider knows its prices; until then a checkout answers 503.
  await patiently('selling', async () => {
    const { body } = await callApi<{ type: string; stripePriceIdOnce: string | null }[]>(
      system,
      'GET',
      '/api/programs',
    );
    if (!body.some(({ type, stripePriceIdOnce }) => type === 'tournaments' && stripePriceIdOnce !== null))
      throw new Error('no prices yet');
  });
  const adminToken = await signIn(system);
  const code = { code: 'TENTH', name: 'A tenth off', discountType: 'percentage', discountValue: 10, maxUses: 100_000 };
  const made = await callApi(system, 'POST', '/api/admin/promo-codes', { token: adminToken, body: code });
  if (made.status !== 201) throw new Error(`Making a code answered ${made.status}: ${JSON.stringify(made.body)}`);
  // The one that opens for each cell is to be the next.
  const { body: events } = await callApi<{ id: string; type: string }[]>(system, 'GET', '/api/events');
  for (const { id } of events.filter(({ type }) => type === 'bootcamp')) {
    const closed = await callApi(system, 'POST', `/api/admin/events/${id}/close`, { token: adminToken });
    if (closed.status !== 200)
      throw new Error(`Closing a bootcamp answered ${closed.status}: ${JSON.stringify(closed.body)}`);
  }
  await troubleDeliveries(system);
  const referrer = newRegistration();
  await payAt(await registerPerson(system, referrer));
  const token = await logInPerson(system, referrer);
  await patiently('becoming a member', async () => {
    if ((await membershipOf(system, token)) !== 'active') throw new Error('Not active yet');
  });
  const { rows } = await database.query<{ referral_code: string }>(
    'SELECT referral_code FROM identity.users WHERE email_key = $1',
    [referrer.email],
  );
  await database.query(
    `INSERT INTO messaging.newsletter_subscribers (email, email_key) SELECT 'reader-' || n || '@example.com', 'reader-' || n || '@example.com' FROM generate_series(1, $1::int) AS n`,
    [READERS],
  );
  return {
    promoCode: code.code,
    member: { email: referrer.email, password: referrer.password, referralCode: rows[0]!.referral_code },
  };
};
