import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, LessThan } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Picture } from './picture.entity.ts';

@Injectable()
export class PictureRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async add(tx: Transaction, picture: Picture): Promise<void> {
    await tx.manager.insert(Picture, picture);
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.manager.delete(Picture, { id });
  }

  /** The stored ones among `ids`. They stay until the transaction ends. */
  async keep(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const found = await tx.manager.find(Picture, {
      select: { id: true },
      where: { id: In([...ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'for_key_share' },
    });
    return new Set(found.map(({ id }) => id));
  }

  /** The pictures from before `uploadedAt` that nothing names, oldest first. */
  async unused(uploadedAt: Date): Promise<Pick<Picture, 'id' | 'width'>[]> {
    return this.dataSource
      .getRepository(Picture)
      .createQueryBuilder('picture')
      .select(['picture.id', 'picture.width'])
      .where({ uploadedAt: LessThan(uploadedAt) })
      .andWhere(`NOT ${NAMED}`)
      .orderBy('picture.uploadedAt')
      .getMany();
  }

  /** Locks a picture that still nothing names. Null where something does, or where another transaction has the lock. */
  async lockUnused(tx: Transaction, id: string): Promise<string | null> {
    const [locked] = await tx.manager.query<{ id: string }[]>(
      'SELECT id FROM pictures WHERE id = $1 FOR UPDATE SKIP LOCKED',
      [id],
    );
    if (locked === undefined) return null;
    // A second statement, which reads what was saved until the lock was there.
    const [unused] = await tx.manager.query<{ id: string }[]>(
      `SELECT id FROM pictures AS picture WHERE id = $1 AND NOT ${NAMED}`,
      [id],
    );
    return unused?.id ?? null;
  }
}

/** Whether an article or a testimonial has the id. */
const NAMED = `(EXISTS (SELECT 1 FROM blog_posts WHERE position(picture.id::text IN blog_posts.content) > 0)
  OR EXISTS (SELECT 1 FROM testimonials WHERE position(picture.id::text IN testimonials.avatar_url) > 0))`;
