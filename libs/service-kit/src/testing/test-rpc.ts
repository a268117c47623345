import * as z from 'zod/mini';
import { rpc, type RpcCaller, type RpcContract } from '@lectern/contracts/rpc';
import { Metrics } from '../metrics/metrics.ts';
import { RedisRpcServer } from '../rpc/redis-rpc-server.ts';
import { RpcClient } from '../rpc/rpc-client.ts';
import { TEST_IDENTITY_SEAL, testSealOf } from './test-caller.ts';
import { testLogger } from './test-logger.ts';

/** A request whose answer has its own text and the name of the replica that answered. */
export const echo = rpc({
  name: 'identity.echo.v1',
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string(), by: z.string() }),
  timeoutMs: 1_000,
});

export type EchoHandler = (input: { text: string }) => Promise<unknown>;

export interface EchoServer {
  close(): Promise<void>;
}

/** A replica of a service with one handler, without Nest. */
export const startEchoServer = async (
  redisUrl: string,
  handler: EchoHandler,
  options: { concurrency?: number; contract?: RpcContract; beside?: readonly RpcContract[] } = {},
): Promise<EchoServer> => {
  const contracts = [options.contract ?? echo, ...(options.beside ?? [])];
  const server = new RedisRpcServer({
    service: 'identity',
    redisUrl,
    processName: 'echo',
    seal: TEST_IDENTITY_SEAL,
    logger: testLogger(),
    metrics: new Metrics('echo'),
    contracts,
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
  });
  for (const { name } of contracts) server.addHandler(name, handler);
  await new Promise<void>((resolve, reject) =>
    server.listen((error) =>
      error === undefined ? resolve() : reject(error instanceof Error ? error : new Error('The server did not start')),
    ),
  );
  return { close: () => server.close() };
};

export const startTestClient = async (
  redisUrl: string,
  maxWaiting?: number,
  caller: RpcCaller = 'gateway',
): Promise<RpcClient> => {
  const client = new RpcClient({
    redisUrl,
    processName: 'test-client',
    caller,
    sealOf: testSealOf,
    logger: testLogger(),
    ...(maxWaiting === undefined ? {} : { maxWaiting }),
  });
  await client.connect();
  return client;
};
