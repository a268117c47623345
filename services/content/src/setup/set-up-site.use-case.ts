import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { setUpSite } from '@lectern/contracts/content/setup-rpc';
import { SHIPPED_VERSION, type SiteTextKey, type SiteTextValue } from '@lectern/contracts/content/site-text';
import type { RpcInput } from '@lectern/contracts/rpc';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { SampleRemoval } from '@lectern/service-kit/setup/sample-removal.entity';
import { Clock } from '@lectern/service-kit/time/clock';
import { EditorialFiles } from '../editorial/editorial-files.ts';
import { PublishEditorial } from '../editorial/publish-editorial.use-case.ts';
import { FirstTexts } from '../site-text/first-texts.ts';
import { publishText } from '../site-text/publish-text.ts';
import { readValue } from '../site-text/read-value.ts';
import { SiteTextRepository } from '../site-text/site-text.repository.ts';
import { emptyTexts, withoutSamplePlaces, withoutSamples } from './empty-texts.ts';

/**
 * The site's part of the setup: the profile as a new version of its text, and the sample content or none. Identity records the setup, because
 * its administrator is made last.
 */
@Injectable()
export class SetUpSite {
  constructor(
    private readonly transactor: Transactor,
    private readonly texts: SiteTextRepository,
    private readonly first: FirstTexts,
    private readonly files: EditorialFiles,
    private readonly editorial: PublishEditorial,
    private readonly clock: Clock,
  ) {}

  @Handles(setUpSite)
  async execute({ profile, startWith, adminId }: RpcInput<typeof setUpSite>): Promise<void> {
    const files = await this.files.read();
    const isEmpty = startWith === 'empty';
    await this.transactor.run(async (tx) => {
      // Repeated requests change the site one after the other.
      await lockKey(tx, 'set-up-site');
      const ours = { ...this.first.of('profile'), ...profile };
      await this.save(tx, 'profile', isEmpty ? withoutSamples(ours) : ours, adminId);
      const samplePlaces = this.first.of('meetingPlaces');
      const places = isEmpty ? withoutSamplePlaces(samplePlaces) : samplePlaces;
      await this.save(tx, 'meetingPlaces', places, adminId);
      const empty = emptyTexts({ timeZone: ours.timeZone, hasCommunity: places.discordUrl !== null });
      for (const key of Object.keys(empty) as (keyof typeof empty)[])
        await this.save(tx, key, isEmpty ? empty[key] : this.first.of(key), adminId);
      if (isEmpty) await tx.manager.upsert(SampleRemoval, { id: true, removedAt: this.clock.now() }, ['id']);
      else await tx.manager.delete(SampleRemoval, { id: true });
      await this.editorial.publish(tx, files);
    });
  }

  /** Saves a version, unless its words are the current ones. */
  private async save<K extends SiteTextKey>(
    tx: Transaction,
    key: K,
    value: SiteTextValue<K>,
    savedBy: string,
  ): Promise<void> {
    const [newest] = await this.texts.history(tx, key, { limit: 1 });
    const current = (newest && readValue(key, newest.value)) ?? this.first.of(key);
    if (isDeepStrictEqual(current, value)) return;
    const version = (newest?.version ?? SHIPPED_VERSION) + 1;
    const saved = { key, version, value, savedAt: this.clock.now(), savedBy, restoredFrom: null };
    await this.texts.add(tx, saved);
    await publishText(tx, saved);
  }
}
