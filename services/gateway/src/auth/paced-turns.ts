import { setTimeout as pause } from 'node:timers/promises';
import { FairTurns } from '@lectern/service-kit/load/fair-turns';
import { tooMany } from '../edge/rate-limiter.ts';

/** Lets the calls of each network through after a pause, so many at a time; its askers take turns. */
export class PacedTurns {
  private readonly networks = new Map<string, FairTurns>();

  constructor(
    private readonly pauseMs: number,
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /**
   * Resolves when it is their turn. Throws `too_many_requests` where too many of the network wait, to the asker with the most, and immediately where
   * the caller has hung up.
   */
  async take(network: string, asker: string, hungUp: AbortSignal): Promise<void> {
    const { atOnce, mostWaiting } = this;
    const retryAfter = Math.ceil(this.pauseMs / 1_000);
    const turns = this.networks.get(network) ?? new FairTurns({ atOnce, mostWaiting, retryAfter });
    this.networks.set(network, turns);
    try {
      await turns.run(asker, () => pause(this.pauseMs, undefined, { signal: hungUp }), hungUp);
    } catch (error) {
      throw hungUp.aborted ? tooMany(retryAfter) : error;
    } finally {
      if (turns.isIdle && this.networks.get(network) === turns) this.networks.delete(network);
    }
  }
}
