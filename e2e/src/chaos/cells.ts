import { setTimeout as pause } from 'node:timers/promises';
import { redisCommand } from '@lectern/tools/servers/redis-command';
import { patiently } from '../testing/person.ts';
import type { FaultCell, Struck } from './fault-cell.ts';

/** Whoever serves people; the lane of letters too. */
export const PROCESSES = ['gateway', 'identity', 'billing', 'registrations', 'messaging', 'messaging-worker', 'content'] as const;
type ProcessName = (typeof PROCESSES)[number];

/** A process is started again a second after it ended, and takes some seconds on a small machine. */
const RESTART_LIMIT_MS = 15_000;
const REDIS_LIMIT_MS = 5_000;
const POSTGRES_LIMIT_MS = 10_000;
/** A request that hangs is given up after 24 s: three tries of eight. */
const HANG_LIMIT_MS = 30_000;
const MONTH_SECONDS = 31 * 86_400;
/** How long a provider is in trouble. */
const TROUBLE_MS = 4_000;
/** How long Redis is away. */
const REDIS_AWAY_MS = 5_000;
const PAUSED_MS = 3_000;

const pidOf = async ({ system }: Struck, name: string): Promise<number> => (await system.run()).processes.find((candidate) => candidate.name === name)?.pid ?? 0;

const signal = async (struck: Struck, name: string, kind: NodeJS.Signals): Promise<number> => {
  const pid = await pidOf(struck, name);
  if (pid === 0) throw new Error(`${name} does not run`);
  process.kill(pid, kind);
  return pid;
};

const steer = async ({ system }: Struck, path: string, body: object): Promise<void> => {
  const answer = await fetch(system.sandboxUrl + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
};

export const killed = (name: ProcessName): FaultCell => ({
  name: `SIGKILL of ${name}`,
  heldBy: name === 'messaging-worker' ? 'claims of letters and the provider’s events' : 'transactions with their facts in the outbox; commands that can be repeated',
  ends: [name],
  recoveryLimitMs: RESTART_LIMIT_MS,
  strike: async (struck) => {
    await signal(struck, name, 'SIGKILL');
  },
});

export const paused = (name: ProcessName): FaultCell => ({
  name: `SIGSTOP of ${name} for ${PAUSED_MS / 1_000} s`,
  heldBy: 'requests that end in time; versions and claims that only their holder may settle',
  recoveryLimitMs: REDIS_LIMIT_MS,
  strike: async (struck) => {
    const pid = await signal(struck, name, 'SIGSTOP');
    try {
      await pause(PAUSED_MS);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  },
});

export const redisAway: FaultCell = {
  name: `Redis killed, away for ${REDIS_AWAY_MS / 1_000} s`,
  heldBy: 'the outbox in Postgres; facts are told again after another life of Redis; schedules are laid again',
  ends: ['redis'],
  recoveryLimitMs: REDIS_LIMIT_MS,
  strike: async (struck) => {
    const until = Date.now() + REDIS_AWAY_MS;
    let killedPid = 0;
    // It is started again a second later: then it is killed again.
    while (Date.now() < until) {
      const pid = await pidOf(struck, 'redis');
      if (pid !== 0 && pid !== killedPid) {
        process.kill(pid, 'SIGKILL');
        killedPid = pid;
      }
      await pause(20);
    }
    const { redisUrl } = await struck.system.run();
    await patiently('reaching Redis', async () => {
      if ((await redisCommand(redisUrl, 'PING'))[0] !== 'PONG') throw new Error('not yet');
    });
  },
};

export const redisFlushed: FaultCell = {
  name: 'FLUSHALL of Redis',
  heldBy: 'an epoch key: where it is gone, recent facts are told again and inboxes drop what had its effect',
  recoveryLimitMs: REDIS_LIMIT_MS,
  strike: async ({ system }) => {
    await redisCommand((await system.run()).redisUrl, 'FLUSHALL');
  },
};

export const backendsTerminated: FaultCell = {
  name: 'all connections to Postgres terminated, five times',
  heldBy: 'transactions; pools that connect again; jobs and facts that are tried again',
  recoveryLimitMs: POSTGRES_LIMIT_MS,
  strike: async ({ database, random }) => {
    for (let time = 0; time < 5; time += 1) {
      await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'lectern\\_%' AND pid <> pg_backend_pid()`);
      await pause(100 + random.next() * 200);
    }
  },
};

export const postgresRestarted: FaultCell = {
  name: 'Postgres stopped at once (SIGQUIT) and started again',
  heldBy: 'the write-ahead log; pools that connect again',
  ends: ['postgres'],
  recoveryLimitMs: POSTGRES_LIMIT_MS,
  strike: async (struck) => {
    const before = await signal(struck, 'postgres', 'SIGQUIT');
    await patiently('reaching Postgres', async () => {
      const now = await pidOf(struck, 'postgres');
      if (now === 0 || now === before) throw new Error('not yet');
      await struck.database.query('SELECT 1');
    });
  },
};

const troubled = (name: string, path: string, faults: object, heldBy: string, recoveryLimitMs: number): FaultCell => ({
  name,
  heldBy,
  recoveryLimitMs,
  strike: async (struck) => {
    await steer(struck, path, faults);
    try {
      await pause(TROUBLE_MS);
    } finally {
      await steer(struck, path, {});
    }
  },
});
const payments = (what: string, faults: object, recoveryLimitMs = RESTART_LIMIT_MS): FaultCell =>
  troubled(`the payment API ${what}`, '/stripe/test_helpers/api', faults, 'idempotency keys; calls outside transactions; 503 with when to come back', recoveryLimitMs);
const mail = (what: string, faults: object): FaultCell =>
  troubled(`the mail API ${what}`, '/mail/api/faults', faults, 'letters wait with growing pauses; nobody’s request waits for the provider', REDIS_LIMIT_MS);

export const paymentsBusy = payments('answers 429', { rateLimit: 1 });
export const mailFails = mail('answers 500', { status: 500 });

export const monthAhead: FaultCell = {
  name: 'the clock 31 days forward',
  heldBy: 'what falls due is looked for in Postgres; letters have one key for each occasion',
  endsMayPass: true,
  recoveryLimitMs: RESTART_LIMIT_MS,
  strike: (struck) => steer(struck, '/stripe/test_helpers/advance', { seconds: MONTH_SECONDS }),
};

/** All, in no order but that the clock goes last: a season ends. */
export const CELLS: readonly FaultCell[] = [
  ...PROCESSES.map(killed),
  ...PROCESSES.map(paused),
  redisAway,
  redisFlushed,
  backendsTerminated,
  postgresRestarted,
  paymentsBusy,
  payments('answers 500', { fail: 1 }),
  payments('carries out half of the requests and cuts their answers', { acceptThenCut: 0.5 }),
  payments('hangs', { delayMs: 30_000 }, HANG_LIMIT_MS),
  mail('answers 429', { status: 429 }),
  mailFails,
  mail('takes half of the letters and cuts its answers', { acceptThenCut: 0.5 }),
  mail('hangs', { delayMs: 30_000 }),
  monthAhead,
];

/** Few of each kind, for every run of the tests. */
export const SHORT_CELLS: readonly FaultCell[] = [killed('billing'), redisFlushed, backendsTerminated, paymentsBusy, monthAhead];
