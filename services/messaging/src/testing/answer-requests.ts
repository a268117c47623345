import type { RpcContract, RpcInput, RpcOutput, ServiceName } from '@lectern/contracts/rpc';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { Metrics } from '@lectern/service-kit/metrics/metrics';
import { RedisRpcServer } from '@lectern/service-kit/rpc/redis-rpc-server';
import type { RequestSeal } from '@lectern/service-kit/redis/request-seal';

/** Answers one kind of request of another service on the real transport: messaging must not depend on that service itself. */
export const answerRequests = async <C extends RpcContract>(
  redisUrl: string,
  { service, seal, contract }: { readonly service: ServiceName; readonly seal: RequestSeal; readonly contract: C },
  answer: (input: RpcInput<C>) => RpcOutput<C>,
): Promise<{ close(): Promise<void> }> => {
  const server = new RedisRpcServer({
    service,
    redisUrl,
    processName: service,
    seal,
    logger: createLogger('test', 'silent'),
    metrics: new Metrics(service),
    contracts: [contract],
  });
  server.addHandler(contract.name, async (input: RpcInput<C>): Promise<RpcOutput<C>> => answer(input));
  await new Promise<void>((resolve, reject) =>
    server.listen((error) =>
      error === undefined ? resolve() : reject(error instanceof Error ? error : new Error('It did not start')),
    ),
  );
  return { close: () => server.close() };
};
