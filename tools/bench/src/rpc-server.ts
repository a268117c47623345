import { ServerRedis } from '@nestjs/microservices';
import { Metrics } from '@lectern/service-kit/metrics/metrics';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { RedisRpcServer } from '@lectern/service-kit/rpc/redis-rpc-server';
import { BENCH_SEAL, benchEcho, STOCK_PATTERN } from './rpc-payload.ts';

/*
 * The answering side of the request benchmark, a process of its own: `ours` or `stock` as first word, the address of Redis in
 * REDIS_URL. Notifies its parent when it listens, and exits with it.
 */
const redisUrl = process.env['REDIS_URL'];
if (redisUrl === undefined) throw new Error('REDIS_URL must be set');
const echo = async (input: unknown): Promise<unknown> => input;
const { hostname, port, password } = new URL(redisUrl);

const server =
  process.argv[2] === 'stock'
    ? new ServerRedis({ host: hostname, port: Number(port), password })
    : new RedisRpcServer({
        service: 'content',
        redisUrl,
        processName: 'bench',
        seal: BENCH_SEAL,
        logger: createLogger('bench', 'warn'),
        metrics: new Metrics('bench'),
        contracts: [benchEcho],
      });
server.addHandler(server instanceof ServerRedis ? STOCK_PATTERN : benchEcho.name, echo);
void server.listen((error?: unknown) => {
  if (error !== undefined && error !== null)
    throw error instanceof Error ? error : new Error('The server did not start');
  process.send?.('listening');
});
process.on('disconnect', () => process.exit(0));
