import type { RpcContract, RpcInput, RpcOutput, ServiceName } from '@lectern/contracts/rpc';
import { serviceOf } from '@lectern/contracts/rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

/** The most responses kept in memory, some kilobytes each. */
const MOST_CACHED = 5_000;

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
  private readonly cached = new Map<string, CachedResponse>();
  private isListening = false;

  constructor(private readonly rpc: Pick<RpcClient, 'call'>) {}

  /** As {@link RpcClient.call}; callers share the returned object and must not change it. */
  call<C extends RpcContract>(contract: C, input: RpcInput<C>, forMs: number): Promise<RpcOutput<C>> {
    if (!this.isListening) return this.rpc.call(contract, input);
    const key = `${contract.name} ${JSON.stringify(input)}`;
    const known = this.cached.get(key);
    if (known !== undefined && performance.now() < known.until) return known.answer as Promise<RpcOutput<C>>;
    const answer = this.rpc.call(contract, input);
    const asked: CachedResponse = { service: serviceOf(contract), answer, until: performance.now() + forMs };
    this.cached.delete(key); // the newest stands last
    this.cached.set(key, asked);
    const [oldest] = this.cached.keys();
    if (this.cached.size > MOST_CACHED && oldest !== undefined) this.cached.delete(oldest);
    // The callers that wait for a failure receive it; it is not cached.
    answer.catch(() => void (this.cached.get(key) === asked && this.cached.delete(key)));
    return answer;
  }

  /** A service wrote something. */
  forget(service: string): void {
    for (const [key, answer] of this.cached) if (answer.service === service) this.cached.delete(key);
  }

  /** A person wrote something through this process: their next read shows it, before the event arrives. */
  forgetAll(): void {
    this.cached.clear();
  }

  /** Whether writes are received from now on. Those in between are lost, so every cached response is dropped. */
  setListening(isListening: boolean): void {
    this.isListening = isListening;
    this.forgetAll();
  }
}
