import type { RpcContract, RpcInput, RpcOutput, ServiceName } from '@lectern/contracts/rpc';
import { serviceOf } from '@lectern/contracts/rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

/** No more answers than so many are kept in mind, some kilobytes each. */
const MOST_HELD = 5_000;

interface CachedResponse {
  readonly service: ServiceName;
  readonly answer: Promise<unknown>;
  /** By `performance.now()` */
  readonly until: number;
}

/**
 * Answers of services, given again without asking until the service writes something: then all of its answers are forgotten, whatever it
 * was, so that nothing can be left out of a list of what counts. Many who ask the same at a time ask once. An answer that was asked for
 * before a write is given to those who asked before it was heard of, and to nobody after.
 *
 * While nobody hears of writes, nothing is held. What nobody writes, such as a deadline that passes, shows after `forMs`.
 */
export class ResponseCache {
  private readonly held = new Map<string, CachedResponse>();
  private isListening = false;

  constructor(private readonly rpc: Pick<RpcClient, 'call'>) {}

  /** As {@link RpcClient.call}; the same object for all who get the same answer, which is not to be changed. */
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
    // A failure is told to those who waited for it, and not held.
    answer.catch(() => void (this.held.get(key) === asked && this.held.delete(key)));
    return answer;
  }

  /** A service wrote something. */
  forget(service: string): void {
    for (const [key, answer] of this.held) if (answer.service === service) this.held.delete(key);
  }

  /** Somebody wrote something through this process: they read what they wrote, before it has gone round. */
  forgetAll(): void {
    this.held.clear();
  }

  /** From now on writes are heard of, or are not. Those of the time between are lost, so nothing of before is held. */
  setListening(isListening: boolean): void {
    this.isListening = isListening;
    this.forgetAll();
  }
}
