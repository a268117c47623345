import { setTimeout as pause } from 'node:timers/promises';
import { redisCommand } from '@lectern/tools/servers/redis-command';
import { isAlive } from '@lectern/tools/process/process-owner';
import { RESTART_PAUSE } from '@lectern/tools/process/supervised-process';
import { patiently } from '../testing/person.ts';
import { type FaultCell, isReplicaOf, type Struck } from './fault-cell.ts';

/** The processes that serve people, and the email worker. */
export const PROCESSES = [
  'gateway',
  'identity',
  'billing',
  'registrations',
  'messaging',
  'messaging-worker',
  'content',
] as const;
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
/** Every replica of a service may have been killed so often that it waits the longest before its next start. */
const STORM_LIMIT_MS = RESTART_PAUSE.longest + RESTART_LIMIT_MS;
const STORM_MS = 30_000;
const STORM_KILLS = 12;
/** Requests a second around the SIGTERM of a process, and how long before and after it. */
const TRAFFIC = { perSecond: 200, beforeMs: 1_000, afterMs: 1_000 };
/** The time in which a process has to finish its work. */
const DRAIN_LIMIT_MS = 10_000;

const replicasOf = async ({ system }: Struck, name: string) =>
  (await system.run()).processes.filter((candidate) => isReplicaOf(name, candidate.name));
const pidOf = async (struck: Struck, name: string): Promise<number> => (await replicasOf(struck, name))[0]?.pid ?? 0;
const oneOf = <T>({ random }: Struck, all: readonly T[]): T => all[Math.floor(random.next() * all.length)]!;

const signal = (name: string, pid: number, kind: NodeJS.Signals): void => {
  if (pid === 0) throw new Error(`${name} does not run`);
  process.kill(pid, kind);
};

const steer = async ({ system }: Struck, path: string, body: object): Promise<void> => {
  const answer = await fetch(system.sandboxUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
};

export const killed = (name: ProcessName): FaultCell => ({
  name: `SIGKILL of every ${name}`,
  heldBy:
    name === 'messaging-worker'
      ? 'claims of emails and the provider’s events'
      : 'transactions with their events in the outbox; commands that can be repeated',
  ends: [name],
  recoveryLimitMs: RESTART_LIMIT_MS,
  strike: async (struck) => {
    for (const replica of await replicasOf(struck, name)) signal(replica.name, replica.pid, 'SIGKILL');
  },
});

export const paused = (name: ProcessName): FaultCell => ({
  name: `SIGSTOP of one ${name} for ${PAUSED_MS / 1_000} s`,
  heldBy: 'requests that end in time; versions and claims that only their holder may settle',
  recoveryLimitMs: REDIS_LIMIT_MS,
  strike: async (struck) => {
    const { pid } = oneOf(struck, await replicasOf(struck, name));
    signal(name, pid, 'SIGSTOP');
    try {
      await pause(PAUSED_MS);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  },
});

/** Stops in order, beside a replica that continues, and is started again: visitors do not notice. */
export const ended = (name: ProcessName): FaultCell => ({
  name: `SIGTERM of one ${name} under ${TRAFFIC.perSecond} requests/s`,
  heldBy: 'what was taken is finished and answered, and nothing more is taken; a replica takes the rest',
  ends: [name],
  refusesNone: true,
  recoveryLimitMs: REDIS_LIMIT_MS,
  strike: async (struck) => {
    const traffic = await struck.traffic(TRAFFIC.perSecond);
    try {
      const wrong: string[] = [];
      await pause(TRAFFIC.beforeMs);
      const before = await replicasOf(struck, name);
      const chosen = oneOf(struck, before);
      const publishedAt = performance.now();
      signal(chosen.name, chosen.pid, 'SIGTERM');
      while (isAlive(chosen.pid) && performance.now() - publishedAt < DRAIN_LIMIT_MS * 2) await pause(5);
      const drainedMs = performance.now() - publishedAt;
      const after = await patiently(`${chosen.name} running again`, async () => {
        const now = (await struck.system.run()).processes.find((process) => process.name === chosen.name)!;
        if (now.restarts === chosen.restarts) throw new Error('not yet');
        return now;
      });
      await pause(TRAFFIC.afterMs);
      const { sent, perSecond, slowestMs, failures } = await traffic.end();
      if (drainedMs > DRAIN_LIMIT_MS) wrong.push(`${chosen.name} ended after ${Math.round(drainedMs)} ms`);
      if (after.lastEnd !== 'exit code 0') wrong.push(`${chosen.name} ended with ${after.lastEnd}`);
      for (const { name: other, restarts } of await replicasOf(struck, name)) {
        if (other !== chosen.name && restarts !== before.find((process) => process.name === other)?.restarts)
          wrong.push(`${other} ended too`);
      }
      wrong.push(...failures);
      const reported = `${chosen.name} ended after ${(drainedMs / 1_000).toFixed(2)} s with ${after.lastEnd}; ${sent} requests, ${Math.round(perSecond)} a second, ${failures.length} failed, the slowest ${Math.round(slowestMs)} ms`;
      return { reported, wrong };
    } finally {
      await traffic.end(); // also where this fails, or is interrupted
    }
  },
});

export const stormed: FaultCell = {
  name: `${STORM_KILLS} SIGKILLs of drawn processes in ${STORM_MS / 1_000} s`,
  heldBy: 'all that holds when one is killed',
  ends: PROCESSES,
  campaigns: 'again',
  recoveryLimitMs: STORM_LIMIT_MS,
  strike: async (struck) => {
    const times = Array.from({ length: STORM_KILLS }, () => struck.random.next() * STORM_MS).toSorted(
      (one, other) => one - other,
    );
    const beganAt = Date.now();
    const killed: string[] = [];
    for (const at of times) {
      await pause(Math.max(0, beganAt + at - Date.now()));
      // A process that was just killed may still be in the list.
      const running = (await struck.system.run()).processes.filter(
        ({ name, pid }) => pid !== 0 && isAlive(pid) && PROCESSES.some((one) => isReplicaOf(one, name)),
      );
      const { name, pid } = oneOf(struck, running);
      signal(name, pid, 'SIGKILL');
      killed.push(name);
    }
    return { reported: `killed ${killed.join(', ')}`, wrong: [] };
  },
};

export const redisAway: FaultCell = {
  name: `Redis killed, away for ${REDIS_AWAY_MS / 1_000} s`,
  heldBy: 'the outbox in Postgres; events are published again after a restart of Redis; schedules are created again',
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
  heldBy: 'an epoch key: when it is gone, recent events are published again and inboxes drop those already handled',
  recoveryLimitMs: REDIS_LIMIT_MS,
  strike: async ({ system }) => {
    await redisCommand((await system.run()).redisUrl, 'FLUSHALL');
  },
};

export const backendsTerminated: FaultCell = {
  name: 'all connections to Postgres terminated, five times',
  heldBy: 'transactions; pools that connect again; jobs and events that are tried again',
  recoveryLimitMs: POSTGRES_LIMIT_MS,
  strike: async ({ database, random }) => {
    for (let time = 0; time < 5; time += 1) {
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'lectern\\_%' AND pid <> pg_backend_pid()`,
      );
      await pause(100 + random.next() * 200);
    }
  },
};

export const postgresRestarted: FaultCell = {
  name: 'Postgres stopped immediately (SIGQUIT) and started again',
  heldBy: 'the write-ahead log; pools that connect again',
  ends: ['postgres'],
  recoveryLimitMs: POSTGRES_LIMIT_MS,
  strike: async (struck) => {
    const before = await pidOf(struck, 'postgres');
    signal('postgres', before, 'SIGQUIT');
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
  troubled(
    `the payment API ${what}`,
    '/stripe/test_helpers/api',
    faults,
    'idempotency keys; calls outside transactions; 503 with when to come back',
    recoveryLimitMs,
  );
const mail = (what: string, faults: object): FaultCell =>
  troubled(
    `the mail API ${what}`,
    '/mail/api/faults',
    faults,
    'emails wait with growing pauses; no request waits for the provider',
    REDIS_LIMIT_MS,
  );

export const monthAhead: FaultCell = {
  name: 'the clock 31 days forward',
  heldBy: 'what falls due is looked for in Postgres; emails have one key for each occasion',
  endsMayPass: true,
  recoveryLimitMs: RESTART_LIMIT_MS,
  strike: (struck) => steer(struck, '/stripe/test_helpers/advance', { seconds: MONTH_SECONDS }),
};

/** All, in no order but that the clock goes last: a season ends. */
export const CELLS: readonly FaultCell[] = [
  ...PROCESSES.map(killed),
  ...PROCESSES.map(paused),
  ...PROCESSES.map(ended),
  stormed,
  redisAway,
  redisFlushed,
  backendsTerminated,
  postgresRestarted,
  payments('answers 429', { rateLimit: 1 }),
  payments('answers 500', { fail: 1 }),
  payments('carries out half of the requests and cuts their answers', { acceptThenCut: 0.5 }),
  payments('hangs', { delayMs: 30_000 }, HANG_LIMIT_MS),
  mail('answers 429', { status: 429 }),
  mail('answers 500', { status: 500 }),
  mail('takes half of the emails and cuts its answers', { acceptThenCut: 0.5 }),
  mail('hangs', { delayMs: 30_000 }),
  monthAhead,
];
