import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { MessagingWorkerConfig } from '../config.ts';
import { CAMPAIGN_LANES } from '../jobs.ts';

/** The rate at which this process posts emails of campaigns (ADR 0026). */
@Injectable()
export class SendingRate {
  private freeAt = 0;

  constructor(
    @Inject(MessagingWorkerConfig)
    private readonly config: Pick<MessagingWorkerConfig, 'CAMPAIGN_RATE' | 'CAMPAIGN_BATCH'>,
  ) {}

  /** Emails in a request: with all lanes in this process, no more than a second's worth, since shutdown waits for each request. */
  get batch(): number {
    return Math.min(
      this.config.CAMPAIGN_BATCH,
      Math.max(1, Math.floor(this.config.CAMPAIGN_RATE / CAMPAIGN_LANES.length)),
    );
  }

  /** Reserves time for `messages` emails, and resolves when they may go: immediately unless earlier ones used up more time. */
  async take(messages: number): Promise<void> {
    const now = performance.now();
    const from = Math.max(this.freeAt, now);
    this.freeAt = from + (messages / this.config.CAMPAIGN_RATE) * 1_000;
    if (from > now) await delay(from - now);
  }
}
