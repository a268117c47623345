import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, LessThan } from 'typeorm';
import type { StoredPicture } from '@lectern/contracts/content/picture';
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

  /** Those of `pictures` that are not stored in their size. The others stay until the transaction ends. */
  async missing(tx: Transaction, pictures: readonly StoredPicture[]): Promise<readonly StoredPicture[]> {
    if (pictures.length === 0) return [];
    const found = await tx.manager.find(Picture, {
      select: { id: true, width: true, height: true },
      where: { id: In(pictures.map(({ id }) => id)) },
      order: { id: 'ASC' },
      lock: { mode: 'for_key_share' },
    });
    return pictures.filter(
      ({ id, width, height }) => !found.some((it) => it.id === id && it.width === width && it.height === height),
    );
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
