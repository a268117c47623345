import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { GatewayConfig } from '../config.ts';
import type { OpenedQueues } from './opened-queues.ts';

/** The queues of events and jobs. Connects when an administrator first reads them, so that a gateway costs nothing for it before. */
@Injectable()
export class WorkQueues implements OnModuleDestroy {
  private opening: Promise<OpenedQueues> | undefined;

  constructor(@Inject(GatewayConfig) private readonly config: GatewayConfig) {}

  /** Runs `look` on the open queues. Throws `service_unavailable` while Redis is away. */
  async look<T>(look: (opened: OpenedQueues) => Promise<T>): Promise<T> {
    try {
      return await look(await this.opened());
    } catch (error) {
      throw isAway(error) ? new DomainError('service_unavailable', { cause: error }) : error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    const opened = await this.opening?.catch(() => undefined);
    await opened?.close();
  }

  private opened(): Promise<OpenedQueues> {
    this.opening ??= import('./opened-queues.ts')
      .then(({ openQueues }) => openQueues(this.config.REDIS_URL))
      .catch((error: unknown) => {
        // The next call tries again.
        this.opening = undefined;
        throw error;
      });
    return this.opening;
  }
}

/** By the client's messages: a connection that cannot be made, has ended, or takes no command now. */
const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) ||
    /^Connection is closed|^Stream isn't writeable|^Reached the max retries/.test(error.message));
