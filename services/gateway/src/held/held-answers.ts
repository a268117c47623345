import type { RpcContract, RpcInput, RpcOutput, ServiceName } from '@lectern/contracts/rpc';
import { serviceOf } from '@lectern/contracts/rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

/** Anybody may ask for articles that there are not: no more than so many answers are kept in mind. */
const MOST_HELD = 500;

interface HeldAnswer {
  readonly service: ServiceName;
  readonly answer: Promise<unknown>;
  /** By `performance.now()` */
  readonly until: number;
}

/**
 * Answers of services that are the same for everybody, given again without asking until the service tells a fact: then all of its answers
 * are forgotten, whatever the fact was, so that none can be left out of a list of those that count. Many who ask at a time ask once. An
 * answer that was asked for before a fact is given to those who asked before it, and to nobody after.
 *
 * Where nobody hears of facts, nothing is held. What no fact tells, such as a deadline that passes, shows after `forMs`.
 */
export class HeldAnswers {
  private readonly held = new Map<string, HeldAnswer>();
  private isListening = false;

  constructor(private readonly rpc: Pick<RpcClient, 'call'>) {}

  /** As {@link RpcClient.call}; the same object for all who get the same answer, which is not to be changed. */
  call<C extends RpcContract>(contract: C, input: RpcInput<C>, forMs: number): Promise<RpcOutput<C>> {
    if (!this.isListening) return this.rpc.call(contract, input);
    const key = `${contract.name} ${JSON.stringify(input)}`;
    const known = this.held.get(key);
    if (known !== undefined && performance.now() < known.until) return known.answer as Promise<RpcOutput<C>>;
    const answer = this.rpc.call(contract, input);
    const asked: HeldAnswer = { service: serviceOf(contract), answer, until: performance.now() + forMs };
    this.held.delete(key); // the newest stands last
    this.held.set(key, asked);
    const [oldest] = this.held.keys();
    if (this.held.size > MOST_HELD && oldest !== undefined) this.held.delete(oldest);
    // A failure is told to those who waited for it, and not held.
    answer.catch(() => void (this.held.get(key) === asked && this.held.delete(key)));
    return answer;
  }

  /** Something was told by a service. */
  forget(service: string): void {
    for (const [key, answer] of this.held) if (answer.service === service) this.held.delete(key);
  }

  /** Somebody wrote something through this process: they read what they wrote, before its fact has gone round. */
  forgetAll(): void {
    this.held.clear();
  }

  /** From now on facts are heard of, or are not. Those of the time between are lost, so nothing of before is held. */
  setListening(isListening: boolean): void {
    this.isListening = isListening;
    this.forgetAll();
  }
}
