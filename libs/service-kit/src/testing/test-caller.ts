import {
  RPC_CALLERS,
  type RpcCaller,
  type RpcContract,
  type RpcInput,
  type RpcOutput,
  type ServiceName,
} from '@lectern/contracts/rpc';
import { RequestSeal } from '../redis/request-seal.ts';
import { RpcClient } from '../rpc/rpc-client.ts';
import { testLogger } from './test-logger.ts';

export const TEST_REQUEST_KEY = '6a1f83c05be94d7282e7b3d90c164fa5';
export const TEST_IDENTITY_REQUEST_KEY = 'e40b96d2a7f1483c9c05b8a3d61f7e29';
export const TEST_SEAL = new RequestSeal([TEST_REQUEST_KEY]);
export const TEST_IDENTITY_SEAL = new RequestSeal([TEST_IDENTITY_REQUEST_KEY]);
export const testSealOf = (service: ServiceName): RequestSeal =>
  service === 'identity' ? TEST_IDENTITY_SEAL : TEST_SEAL;

/** Sends each request as a process that may send it. */
export class TestCaller extends RpcClient {
  private readonly others: ReadonlyMap<RpcCaller, RpcClient>;

  constructor(redisUrl: string) {
    const common = { redisUrl, processName: 'test', sealOf: testSealOf, logger: testLogger() };
    super({ ...common, caller: 'gateway' });
    this.others = new Map(
      RPC_CALLERS.filter((caller) => caller !== 'gateway').map((caller) => [
        caller,
        new RpcClient({ ...common, caller }),
      ]),
    );
  }

  override async connect(): Promise<void> {
    await Promise.all([super.connect(), ...[...this.others.values()].map((client) => client.connect())]);
  }

  override call<C extends RpcContract>(contract: C, input: RpcInput<C>): Promise<RpcOutput<C>> {
    const [caller] = contract.callers;
    // Other tests may keep the machine busy.
    const patient = { ...contract, timeoutMs: Math.max(contract.timeoutMs, 60_000) };
    return (caller && this.others.get(caller)?.call(patient, input)) ?? super.call(patient, input);
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), ...[...this.others.values()].map((client) => client.close())]);
  }
}
