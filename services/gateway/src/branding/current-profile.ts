import { Inject, Injectable } from '@nestjs/common';
import type { AssociationProfile } from '@lectern/contracts/content/association-profile';
import { firstProfile } from '@lectern/contracts/content/association-settings';
import { readSite } from '@lectern/contracts/content/site-text-rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { CachedValue } from '../cache/cached-value.ts';
import { TEXTS_CACHE_MS } from '../cache/cached-for.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import { GatewayConfig } from '../config.ts';

/** The response cache behind it keeps content's answer until its events. */
const ASKED_EACH_TIME = 0;

/** The association's profile: content's, and until content has answered once, that of this process's environment. */
@Injectable()
export class CurrentProfile {
  private readonly first: AssociationProfile;
  private readonly saved: CachedValue<AssociationProfile>;

  constructor(cache: ResponseCache, @Inject(GatewayConfig) config: GatewayConfig, @Inject(LOGGER) logger: Logger) {
    this.first = firstProfile(config);
    this.saved = new CachedValue(
      async () => (await cache.call(readSite, {}, TEXTS_CACHE_MS)).profile,
      (error) => logger.warn({ err: error }, 'The association’s profile could not be read; it stays as it was'),
      ASKED_EACH_TIME,
    );
  }

  /** Never rejects. */
  async now(): Promise<AssociationProfile> {
    return (await this.saved.now()) ?? this.first;
  }
}
