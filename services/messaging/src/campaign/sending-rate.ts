import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { MessagingWorkerConfig } from '../config.ts';

/** How fast this process posts letters of campaigns. */
@Injectable()
export class SendingRate {
  private freeAt = 0;

  constructor(@Inject(MessagingWorkerConfig) private readonly config: Pick<MessagingWorkerConfig, 'CAMPAIGN_RATE' | 'CAMPAIGN_BATCH'>) {}

  /** How many letters go into a request: no more than a second's. */
  get batch(): number {
    return Math.min(this.config.CAMPAIGN_BATCH, this.config.CAMPAIGN_RATE);
  }

  /** Resolves when a request may go, at once unless those before it were too many for their time. */
  async ready(): Promise<void> {
    const wait = this.freeAt - performance.now();
    if (wait > 0) await delay(wait);
  }

  /** A request with so many letters goes. */
  spend(letters: number): void {
    this.freeAt = Math.max(this.freeAt, performance.now()) + (letters / this.config.CAMPAIGN_RATE) * 1_000;
  }
}
