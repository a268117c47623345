import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@lectern/service-kit/health/metrics';
import { SlowReads } from '@lectern/service-kit/load/slow-reads';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { MessagingWorkerConfig } from '../config.ts';
import { Pace } from './pace.ts';
import { CAMPAIGN_LANES } from './send-campaigns.contract.ts';

/** Twice as long as gateways take to say that reads are slow, so that each step is judged by what it did. */
const LOOK_EVERY_MS = 500;

/** How fast this process posts emails of campaigns: as fast as it may, and slower while people wait for what they read (ADR 0026). */
@Injectable()
export class SendingRate implements OnModuleInit, OnApplicationShutdown {
  private readonly pace: Pace;
  private readonly slowReads: SlowReads;
  private lookedAt = -Infinity;

  constructor(
    @Inject(MessagingWorkerConfig)
    private readonly config: Pick<MessagingWorkerConfig, 'CAMPAIGN_RATE' | 'CAMPAIGN_BATCH' | 'REDIS_URL'>,
    @Inject(LOGGER) logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.pace = new Pace(config.CAMPAIGN_RATE);
    this.slowReads = new SlowReads(config.REDIS_URL, 'messaging-worker', logger);
    metrics.campaignPace.set(this.pace.current);
  }

  async onModuleInit(): Promise<void> {
    await this.slowReads.connect();
  }

  onApplicationShutdown(): void {
    this.slowReads.close();
  }

  /** How many emails go into a request: with all lanes in this process, no more than a second's, since who stops waits for each of them. */
  get batch(): number {
    return Math.min(this.config.CAMPAIGN_BATCH, Math.max(1, Math.floor(this.pace.current / CAMPAIGN_LANES.length)));
  }

  /** Takes the time of so many emails, and resolves when they may go: at once unless those before them were too many for theirs. */
  async take(messages: number): Promise<void> {
    const now = performance.now();
    // Nobody waits for the look: emails go out also while Redis does not answer.
    if (now - this.lookedAt >= LOOK_EVERY_MS) void this.look(now);
    const wait = this.pace.take(messages, now);
    if (wait > 0) await delay(wait);
  }

  private async look(now: number): Promise<void> {
    this.lookedAt = now;
    this.pace.look(await this.slowReads.reported(), now);
    this.metrics.campaignPace.set(this.pace.current);
  }
}
