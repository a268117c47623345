import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ClientRedis } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { BenchRow } from './bench-table.ts';
import { BENCH_SEAL, benchEcho, payload, STOCK_PATTERN } from './rpc-payload.ts';

type Call = () => Promise<unknown>;

const SERVER = fileURLToPath(new URL('./rpc-server.js', import.meta.url));
const TURNS = 40;
/**
 * The target is one of many requests at a time. One alone shares nothing with others, and is a matter of four wake-ups of processes on either
 * side (ADR 0002): it must not be slower.
 */
const LOADS = [
  { concurrency: 1, calls: 8_000, targetRatio: 1 },
  { concurrency: 64, calls: 40_000, targetRatio: 1.5 },
];

/** Seconds that so many calls take with so many under way at a time. */
const secondsFor = async (call: Call, concurrency: number, calls: number): Promise<number> => {
  let left = calls;
  const began = process.hrtime.bigint();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) await call();
    }),
  );
  return Number(process.hrtime.bigint() - began) / 1e9;
};

/**
 * Both sides in short turns, each going first in every other one, so that whatever else the machine does falls on both alike.
 * Calls per second of each.
 */
const measurePair = async (
  ours: Call,
  control: Call,
  concurrency: number,
  calls: number,
): Promise<{ ours: number; control: number }> => {
  let [oursSeconds, controlSeconds] = [0, 0];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const measureOurs = async (): Promise<void> =>
      void (oursSeconds += await secondsFor(ours, concurrency, calls / TURNS));
    const measureControl = async (): Promise<void> =>
      void (controlSeconds += await secondsFor(control, concurrency, calls / TURNS));
    for (const measure of turn % 2 === 0 ? [measureOurs, measureControl] : [measureControl, measureOurs])
      await measure();
  }
  return { ours: calls / oursSeconds, control: calls / controlSeconds };
};

const startServer = async (kind: 'ours' | 'stock', redisUrl: string): Promise<ChildProcess> => {
  const server = fork(SERVER, [kind], { env: { ...process.env, REDIS_URL: redisUrl } });
  await once(server, 'message');
  return server;
};

/**
 * Round trips between two processes over the same Redis: this project's transport beside Nest's stock Redis transport, turn
 * by turn, after a warm-up of both.
 */
export const measureRpc = async (redisUrl: string, repetitions: number): Promise<BenchRow[]> => {
  const servers = await Promise.all([startServer('ours', redisUrl), startServer('stock', redisUrl)]);
  const client = new RpcClient({
    redisUrl,
    processName: 'bench-client',
    caller: 'gateway',
    sealOf: () => BENCH_SEAL,
    logger: createLogger('bench', 'warn'),
  });
  await client.connect();
  const { hostname, port, password } = new URL(redisUrl);
  const stock = new ClientRedis({ host: hostname, port: Number(port), password });
  await stock.connect();
  const ours: Call = () => client.call(benchEcho, payload);
  const control: Call = () => lastValueFrom(stock.send<unknown>(STOCK_PATTERN, payload));
  try {
    for (const call of [ours, control]) await secondsFor(call, 64, 5_000);
    const rows: BenchRow[] = [];
    for (const { concurrency, calls, targetRatio } of LOADS) {
      const pairs = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        pairs.push(await measurePair(ours, control, concurrency, calls));
      }
      rows.push({
        what: `RPC round trips, ${concurrency} at a time`,
        unit: 'calls/s',
        controlName: 'Nest stock Redis transport',
        repetitions: pairs,
        targetRatio,
      });
    }
    return rows;
  } finally {
    await client.close();
    await stock.close();
    for (const server of servers) server.disconnect();
  }
};
