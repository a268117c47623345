import { FairTurns } from '@lectern/service-kit/load/fair-turns';

/** Limits how much of each network's work runs concurrently. Its askers take turns. */
export class NetworkTurns {
  private readonly networks = new Map<string, FairTurns>();

  constructor(private readonly limits: ConstructorParameters<typeof FairTurns>[0]) {}

  /**
   * Does `work` in its turn, which lasts until the work has ended, whatever its caller does meanwhile. Throws `too_many_requests` where too many of
   * the network wait, to the asker with the most, and the reason of `hungUp` where the caller hangs up before their turn.
   */
  async run<T>(network: string, asker: string, work: () => Promise<T>, hungUp: AbortSignal): Promise<T> {
    const turns = this.networks.get(network) ?? new FairTurns(this.limits);
    this.networks.set(network, turns);
    try {
      return await turns.run(asker, work, hungUp);
    } finally {
      if (turns.isIdle && this.networks.get(network) === turns) this.networks.delete(network);
    }
  }
}
