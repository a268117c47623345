import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { SeededRandom } from '@lectern/sandbox/state/seeded-random';
import { callApi, logInPerson, membershipOf, newRegistration, patiently, payAt, registerPerson } from '../testing/person.ts';
import { type RunningSystem, startSystem } from '../testing/start-system.ts';
import type { CellResult } from './cell-table.ts';
import { findViolations, type PostedLetter, type Violation } from './invariants.ts';
import { brokenPromises } from './kept-promises.ts';
import { Load, type LoadOptions, type Told } from './load.ts';

/** A system that is about to be struck. */
export interface Struck {
  readonly system: RunningSystem;
  /** An administrator's, over all schemas. */
  readonly database: pg.Pool;
  readonly random: SeededRandom;
}

/** Something that goes wrong with a running system. */
export interface FaultCell {
  readonly name: string;
  /** What keeps the promises all the same. */
  readonly heldBy: string;
  /** Lets it happen; resolves when it is over, which is from when recovery counts. */
  strike(struck: Struck): Promise<void>;
  /** From the end of the fault until each kind of request was accepted again. */
  readonly recoveryLimitMs: number;
  /** The processes that it ends. Any other that ends is a failure. */
  readonly ends?: readonly string[];
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
const REST_WITHIN_MS = 90_000;
const TROUBLE_LINES = 12;
const TROUBLE_LENGTH = 3_000;
const NOT_RECOVERED_MS = 60_000;
/** Whoever posts gives up after 10 s: a claim that is older than this is a dead worker's. */
const DEAD_CLAIM_SECONDS = 14;

/** A running system with what a load needs: prices, a code, a member who refers others, readers of the newsletter. */
export class ChaosSystem implements Struck {
  private readonly told: Told[] = [];

  private constructor(
    readonly system: RunningSystem,
    readonly database: pg.Pool,
    readonly random: SeededRandom,
    private readonly prepared: Prepared,
  ) {}

  static async start(random: SeededRandom): Promise<ChaosSystem> {
    const system = await startSystem({ APP_CLOCK: SEASON, RATE_LIMIT_SCALE: '10000', SANDBOX_MAILBOX_CAPACITY: '1000000', CAMPAIGN_BATCH: '20', CAMPAIGN_RATE: '100' });
    const database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
    database.on('error', () => undefined); // Postgres itself is struck too
    try {
      return new ChaosSystem(system, database, random, await prepare(system, database));
    } catch (error) {
      await database.end();
      await system.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.database.end();
    await this.system.stop();
  }

  /** Strikes in the middle of a load, and looks at what is left of it. */
  async run(cell: FaultCell, form: CellForm): Promise<CellResult> {
    // A token of an administrator ends after hours of the product's time, and a cell may move that.
    const adminToken = await patiently('signing in', () => signIn(this.system));
    const before = (await this.system.run()).processes;
    const load = new Load({ system: this.system, random: this.random, ...this.prepared, joiners: form.joiners, adminToken, endsMayPass: cell.endsMayPass === true });
    let recovery: { ms: number; missing: string[] };
    let struckAt: number;
    try {
      const warm = await load.recoveredSince(0, NOT_RECOVERED_MS);
      if (warm.missing.length > 0) throw new Error(`Before ${cell.name} these did not work: ${warm.missing.join(', ')}`);
      await pause(this.random.next() * 500);
      struckAt = Date.now();
      await cell.strike(this);
      recovery = await load.recoveredSince(Date.now(), NOT_RECOVERED_MS);
      await pause(form.afterMs);
    } finally {
      await load.end();
    }
    this.told.push(...load.promises);
    const endedAt = Date.now();
    const { violations, broken } = await this.atRest();
    const restMs = Date.now() - endedAt;
    const others = (await this.system.run()).processes.filter(({ name, restarts }) => cell.ends?.includes(name) !== true && restarts !== before.find((one) => one.name === name)?.restarts);
    const failuresOfOurs = load.attempts.filter(({ beganAt, refused }) => beganAt >= struckAt && refused !== undefined && /^500\b|\binternal\b/.test(refused));
    const count = (breach: Violation['breach']): number => violations.filter((violation) => violation.breach === breach).length;
    return {
      fault: cell.name,
      lost: count('lost') + broken.filter(({ times }) => times === 0).length,
      doubled: count('doubled') + broken.filter(({ times }) => times > 1).length,
      stuck: count('stuck') + load.failures.length,
      wrong: count('wrong') + others.length + failuresOfOurs.length,
      uncertain: await this.uncertain(),
      promises: load.promises.length,
      recoveryMs: recovery.ms,
      recoveryLimitMs: cell.recoveryLimitMs,
      restMs,
      findings: [
        ...violations.map(({ invariant, row }) => `${invariant}: ${row}`),
        ...broken.map(({ what, of, times }) => `${what} of ${of} is there ${times} times`),
        ...load.failures,
        ...(await Promise.all(others.map(async ({ name, logFile }) => `${name} ended too: ${await lastTroubleOf(logFile)}`))),
        ...failuresOfOurs.map(({ kind, refused }) => `${kind} was answered ${refused}`),
        ...recovery.missing.map((kind) => `${kind} never worked again`),
      ],
      refusals: tally(load.attempts.flatMap(({ kind, beganAt, refused }) => (beganAt >= struckAt && refused !== undefined && ASKED_OF_US.has(kind) ? [`${kind}: ${refused}`] : []))),
    };
  }

  /** What breaks the invariants once everything has settled, or did not in time. */
  private async atRest(): Promise<{ violations: Violation[]; broken: Awaited<ReturnType<typeof brokenPromises>> }> {
    const until = Date.now() + REST_WITHIN_MS;
    for (;;) {
      const [violations, broken] = await patiently('looking at what is stored', async () => [await this.violations(), await brokenPromises(this.database, this.told)] as const);
      if ((violations.length === 0 && broken.length === 0) || Date.now() > until) return { violations, broken };
      await this.hurryProofs();
      // Nobody tells from outside that nothing is under way.
      await pause(250);
    }
  }

  /** What breaks the invariants at this moment. `before` runs first, and is taken back. */
  async violations(before?: string): Promise<Violation[]> {
    const [posted, now] = await Promise.all([this.posted(), this.now()]);
    return findViolations(this.database, { posted, now, ...(before === undefined ? {} : { before }) });
  }

  /** A claim of a worker that died is given up after ten minutes; here they have passed as soon as nobody can be posting any more. */
  private async hurryProofs(): Promise<void> {
    for (const table of ['letters', 'email_recipients']) {
      await patiently('hurrying', () =>
        this.database.query(`UPDATE messaging.${table} SET claimed_at = now() - interval '11 minutes' WHERE status = 'sending' AND claimed_at BETWEEN now() - interval '10 minutes' AND now() - $1 * interval '1 second'`, [
          DEAD_CLAIM_SECONDS,
        ]),
      );
    }
  }

  private async uncertain(): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `SELECT ((SELECT count(*) FROM messaging.letters WHERE status = 'uncertain') + (SELECT count(*) FROM messaging.email_recipients WHERE status = 'uncertain'))::int AS count`,
    );
    return rows[0]!.count;
  }

  private async posted(): Promise<PostedLetter[]> {
    const answer = await fetch(`${this.system.sandboxUrl}/mail/api/messages?limit=1000000&fields=customArgs`, { signal: AbortSignal.timeout(20_000) });
    return ((await answer.json()) as { customArgs: Record<string, string> }[]).map(({ customArgs }) => ({ letterId: customArgs['letterId'] ?? null, recipientId: customArgs['recipientId'] ?? null }));
  }

  private async now(): Promise<string> {
    const answer = await fetch(`${this.system.sandboxUrl}/stripe/test_helpers/clock`, { signal: AbortSignal.timeout(5_000) });
    return ((await answer.json()) as { iso: string }).iso;
  }
}

/** What a process that ended said last of what was wrong, in short. Its log before the new start is kept beside the new one. */
const lastTroubleOf = async (logFile: string): Promise<string> => {
  const texts = await Promise.all([`${logFile}.1`, logFile].map((path) => readFile(path, 'utf8').catch(() => '')));
  const lines = texts.join('\n').split('\n').filter((line) => /"level":"?(?:fatal|error|50|60)\b|^\s+at |Error/.test(line));
  return lines.slice(-TROUBLE_LINES).join('\n').slice(-TROUBLE_LENGTH);
};

/** Requests that the system itself answers; payments are made at the provider. */
const ASKED_OF_US = new Set(['health', 'register', 'log in', 'enter', 'subscribe', 'write', 'follow the link', 'send a campaign', 'write a campaign']);

const tally = (all: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([one, times]) => `${one} (${times}×)`).toSorted();
};

const signIn = async (system: RunningSystem): Promise<string> => {
  const answer = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', { body: (await system.run()).admin });
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}`);
  return answer.body.token;
};

type Prepared = Pick<LoadOptions, 'promoCode' | 'member'>;

const prepare = async (system: RunningSystem, database: pg.Pool): Promise<Prepared> => {
  // A fresh system is ready before the provider knows its prices; until then a checkout answers 503.
  await patiently('selling', async () => {
    const { body } = await callApi<{ type: string; stripePriceIdOnce: string | null }[]>(system, 'GET', '/api/programs');
    if (!body.some(({ type, stripePriceIdOnce }) => type === 'tournaments' && stripePriceIdOnce !== null)) throw new Error('no prices yet');
  });
  const adminToken = await signIn(system);
  const code = { code: 'TENTH', name: 'A tenth off', discountType: 'percentage', discountValue: 10, maxUses: 100_000 };
  const made = await callApi(system, 'POST', '/api/admin/promo-codes', { token: adminToken, body: code });
  if (made.status !== 201) throw new Error(`Making a code answered ${made.status}: ${JSON.stringify(made.body)}`);
  const referrer = newRegistration();
  await payAt(await registerPerson(system, referrer));
  const token = await logInPerson(system, referrer);
  await patiently('becoming a member', async () => {
    if ((await membershipOf(system, token)) !== 'active') throw new Error('Not active yet');
  });
  const { rows } = await database.query<{ referral_code: string }>('SELECT referral_code FROM identity.users WHERE email_key = $1', [referrer.email]);
  await database.query(
    `INSERT INTO messaging.newsletter_subscribers (email, email_key) SELECT 'reader-' || n || '@example.com', 'reader-' || n || '@example.com' FROM generate_series(1, $1::int) AS n`,
    [READERS],
  );
  return { promoCode: code.code, member: { email: referrer.email, password: referrer.password, referralCode: rows[0]!.referral_code } };
};
