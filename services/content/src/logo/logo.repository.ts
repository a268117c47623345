import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Logo } from './logo.entity.ts';

@Injectable()
export class LogoRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The PNG; null where no logo has this id. */
  async content(id: string): Promise<Buffer | null> {
    return (await this.dataSource.getRepository(Logo).findOneBy({ id }))?.content ?? null;
  }

  /** Stores a logo, unless it is stored. */
  async add(tx: Transaction, logo: Logo): Promise<void> {
    await tx.manager.query(
      'INSERT INTO logos (id, content, used_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at',
      [logo.id, logo.content, logo.usedAt],
    );
  }

  /** Notes that a version names a logo; whether it is stored. It then waits for, or keeps off, {@link removeUnused}. */
  async use(tx: Transaction, id: string, at: Date): Promise<boolean> {
    const { affected } = await tx.manager.update(Logo, { id }, { usedAt: at });
    return affected === 1;
  }

  /** Deletes the logos that no version of the profile names and that nobody has used since. */
  async removeUnused(tx: Transaction, since: Date): Promise<void> {
    await tx.manager.query(
      `DELETE FROM logos WHERE used_at < $1
         AND NOT EXISTS (SELECT FROM site_text_versions WHERE key = 'profile' AND value->>'logo' = logos.id)`,
      [since],
    );
  }
}
