import { Inject, Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import type { SiteTextKey } from '@lectern/contracts/content/site-text';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { SiteTextVersion } from './site-text-version.entity.ts';

/** The largest integer of the column. A request may name a larger one, which no version has. */
const VERSION_MAX = 2 ** 31 - 1;

@Injectable()
export class SiteTextRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The newest version of every text that somebody saved. */
  async newest(): Promise<SiteTextVersion[]> {
    return this.dataSource
      .getRepository(SiteTextVersion)
      .createQueryBuilder('text')
      .distinctOn(['text.key'])
      .orderBy('text.key')
      .addOrderBy('text.version', 'DESC')
      .getMany();
  }

  /** The versions of a text below `before`, newest first. */
  async history(
    tx: Transaction | null,
    key: SiteTextKey,
    { before, limit }: { before?: number | undefined; limit: number },
  ): Promise<SiteTextVersion[]> {
    return this.of(tx).find({
      where: { key, ...(before === undefined ? {} : { version: LessThan(Math.min(before, VERSION_MAX)) }) },
      order: { version: 'DESC' },
      take: limit,
    });
  }

  async find(tx: Transaction | null, key: SiteTextKey, version: number): Promise<SiteTextVersion | null> {
    return version > VERSION_MAX ? null : this.of(tx).findOneBy({ key, version });
  }

  /** Rejects with a unique violation of `site_text_versions_pkey` where another administrator saved this version first. */
  async add(tx: Transaction, version: SiteTextVersion): Promise<void> {
    await this.of(tx).insert(version);
  }

  private of(tx: Transaction | null) {
    return (tx === null ? this.dataSource : tx.manager).getRepository(SiteTextVersion);
  }
}
