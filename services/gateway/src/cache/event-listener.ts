import type { Redis } from 'ioredis';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { eventsChannel } from '@lectern/service-kit/outbox/events-channel';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import type { ResponseCache } from './response-cache.ts';

/** Learns which services wrote something, and clears their cached responses. Nothing is cached while its connection is down. */
export class EventListener {
  private readonly redis: Redis;

  constructor(
    redisUrl: string,
    private readonly cache: ResponseCache,
    private readonly logger: Logger,
  ) {
    // Subscribes explicitly on each connection, to know from when on it receives events.
    this.redis = patientRedis(redisUrl, 'gateway-events', { autoResubscribe: false });
    this.redis.on('error', (error: Error) => logger.warn({ err: error }, 'Redis connection failed'));
    this.redis.on('close', () => cache.setListening(false));
    this.redis.on('ready', () => void this.listen());
    this.redis.on('message', (_channel: string, service: string) => cache.forget(service));
  }

  async connect(): Promise<void> {
    await this.redis.connect();
  }

  close(): void {
    this.redis.disconnect();
  }

  private async listen(): Promise<void> {
    try {
      await this.redis.subscribe(eventsChannel(this.redis));
      this.cache.setListening(true);
    } catch (error) {
      // The connection is down again; the next one subscribes.
      this.logger.warn({ err: error }, 'Could not subscribe to events; responses are not cached');
    }
  }
}
