import type { RpcContract, RpcInput, RpcOutput, ServiceName } from '@lectern/contracts/rpc';
import { serviceOf } from '@lectern/contracts/rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

/** The most responses kept in memory, some kilobytes each. */
const MOST_HELD = 5_000;

interface CachedResponse {
  readonly service: ServiceName;
  readonly answer: Promise<unknown>;
  /** By `performance.now()` */
  readonly until: number;
}

/**
 * Responses of services, returned without another request until the service writes something. A write clears all responses of its
 * service, so no list of dependencies can be incomplete. Concurrent identical requests send one. A response requested before a
 * write goes only to the requests from before the write was received.
 * Nothing is cached while writes are not received. A change without a write, such as a deadline that passes, shows after `forMs`.
 */
export class ResponseCache {
  private readonly held = new Map<string, CachedResponse>();
  private isListening = false;

  constructor(private readonly rpc: Pick<RpcClient, 'call'>) {}

  /** As {@link RpcClient.call}; callers share the returned object and must not change it. */
  call<C extends RpcContract>(contract: C, input: RpcInput<C>, forMs: number): Promise<RpcOutput<C>> {
    if (!this.isListening) return this.rpc.call(contract, input);
    const key = `${contract.name} ${JSON.stringify(input)}`;
    const known = this.held.get(key);
    if (known !== undefined && performance.now() < known.until) return known.answer as Promise<RpcOutput<C>>;
    const answer = this.rpc.call(contract, input);
    const asked: CachedResponse = { service: serviceOf(contract), answer, until: performance.now() + forMs };
    this.held.delete(key); // the newest stands last
    this.held.set(key, asked);
    const [oldest] = this.held.keys();
    if (this.held.size > MOST_HELD && oldest !== undefined) this.held.delete(oldest);
    // The callers that wait for a failure receive it; it is not cached.
    answer.catch(() => void (this.held.get(key) === asked && this.held.delete(key)));
    return answer;
  }

  /** A service wrote something. */
  forget(service: string): void {
    for (const [key, answer] of this.held) if (answer.service === service) this.held.delete(key);
  }

  /** A person wrote something through this process: their next read shows it, before the event arrives. */
  forgetAll(): void {
    this.held.clear();
  }

  /** Whether writes are received from now on. Those in between are lost, so every cached response is dropped. */
  setListening(isListening: boolean): void {
    this.isListening = isListening;
    this.forgetAll();
  }
}
