import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@lectern/service-kit/health/metrics';
import { SlowReads } from '@lectern/service-kit/load/slow-reads';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { MessagingWorkerConfig } from '../config.ts';
import { Pace } from './pace.ts';
import { CAMPAIGN_LANES } from './send-campaigns.contract.ts';

/** Twice as long as gateways take to report slow reads, so that each adjustment is judged by its effect. */
const ADJUST_EVERY_MS = 500;

/** The rate at which this process posts emails of campaigns: the configured maximum, and less while gateways report slow reads (ADR 0026). */
@Injectable()
export class SendingRate implements OnModuleInit, OnApplicationShutdown {
  private readonly pace: Pace;
  private readonly slowReads: SlowReads;
  private adjustedAt = -Infinity;

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

  /** Emails in a request: with all lanes in this process, no more than a second's worth, since shutdown waits for each request. */
  get batch(): number {
    return Math.min(this.config.CAMPAIGN_BATCH, Math.max(1, Math.floor(this.pace.current / CAMPAIGN_LANES.length)));
  }

  /** Reserves time for `messages` emails, and resolves when they may go: immediately unless earlier ones used up more time. */
  async take(messages: number): Promise<void> {
    const now = performance.now();
    // Not awaited: emails go out even while Redis does not answer.
    if (now - this.adjustedAt >= ADJUST_EVERY_MS) void this.adjust(now);
    const wait = this.pace.take(messages, now);
    if (wait > 0) await delay(wait);
  }

  private async adjust(now: number): Promise<void> {
    this.adjustedAt = now;
    this.pace.adjust(await this.slowReads.reported(), now);
    this.metrics.campaignPace.set(this.pace.current);
  }
}
