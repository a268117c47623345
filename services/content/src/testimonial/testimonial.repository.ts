import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TestimonialFields } from '@lectern/contracts/content/rpc';
import type { Page } from '@lectern/contracts/page';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Versioned } from '@lectern/service-kit/edit/decide-edit';
import { type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import { withoutAccents } from '@lectern/service-kit/paging/search-pattern';
import type { LastChange } from '../changed-by.ts';
import { filedVersions } from '../filed/filed-versions.ts';
import { Testimonial } from './testimonial.entity.ts';

/** A testimonial from the association's files. */
export type FiledTestimonial = Pick<Testimonial, 'name' | 'role' | 'quote' | 'context' | 'rating' | 'position'> & {
  readonly key: string;
};

export interface TestimonialFilter {
  readonly isActive: boolean | null;
  /** A pattern of `namePattern`. */
  readonly search: string | null;
}

/** The columns that files set: column, type, field. */
const FILED = [
  ['key', 'text', 'key'],
  ['name', 'text', 'name'],
  ['role', 'text', 'role'],
  ['quote', 'text', 'quote'],
  ['context', 'text', 'context'],
  ['rating', 'smallint', 'rating'],
  ['position', 'smallint', 'position'],
] as const;

@Injectable()
export class TestimonialRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The shown testimonials, in the order of the association's files. */
  async active(): Promise<Testimonial[]> {
    return this.dataSource
      .getRepository(Testimonial)
      .find({ where: { isActive: true }, order: { position: 'ASC', createdAt: 'DESC', id: 'DESC' } });
  }

  /** Makes these the only shown testimonials, except those that administrators wrote or changed, which stay as they are. */
  async replaceAll(tx: Transaction, testimonials: readonly FiledTestimonial[]): Promise<void> {
    const columns = FILED.map(([column]) => column).join(', ');
    const of = (row: string): string => FILED.map(([column]) => `${row}.${column}`).join(', ');
    await tx.manager.query(
      `INSERT INTO testimonials (${columns}, is_active, is_from_files)
       SELECT ${columns}, true, true
       FROM jsonb_to_recordset($1::jsonb) AS given (${FILED.map(([column, type]) => `${column} ${type}`).join(', ')})
       ON CONFLICT (key) DO UPDATE SET (${columns}, is_active, is_from_files, version, field_versions)
         = (${of('excluded')}, true, true, testimonials.version + 1, ${filedVersions('testimonials', FILED)})
       WHERE NOT testimonials.is_managed AND (${of('testimonials')}, testimonials.is_active) IS DISTINCT FROM (${of('excluded')}, true)`,
      [JSON.stringify(testimonials)],
    );
    await tx.manager.query(
      `UPDATE testimonials SET is_active = false, version = version + 1 WHERE is_active AND NOT is_managed AND (key IS NULL OR key <> ALL ($1))`,
      [testimonials.map(({ key }) => key)],
    );
  }

  /** Deletes the testimonials of files that administrators have not changed. */
  async removeFiled(tx: Transaction): Promise<void> {
    await tx.manager.query('DELETE FROM testimonials WHERE is_from_files AND NOT is_managed');
  }

  async page({ isActive, search }: TestimonialFilter, request: PageRequest<Testimonial>): Promise<Page<Testimonial>> {
    const rows = this.dataSource.getRepository(Testimonial).createQueryBuilder('testimonial');
    if (isActive !== null) rows.andWhere(isActive ? 'testimonial.isActive' : 'NOT testimonial.isActive');
    if (search !== null) {
      rows.andWhere(
        `${withoutAccents(`concat_ws(' ', '', testimonial.name, testimonial.role, testimonial.context, testimonial.quote)`)} LIKE :search`,
        { search },
      );
    }
    const [page, total] = await Promise.all([readPage(rows.clone(), request), rows.getCount()]);
    return { ...page, total };
  }

  async byId(id: string): Promise<Testimonial | null> {
    return this.dataSource.getRepository(Testimonial).findOneBy({ id });
  }

  /** The administrators' testimonial with this quote of this person. */
  async findSaid({ name, quote }: Pick<Testimonial, 'name' | 'quote'>): Promise<Testimonial | null> {
    return this.dataSource.getRepository(Testimonial).findOneBy({ name, quote, isManaged: true });
  }

  /** Locks a testimonial for this transaction; null where there is none. */
  async lockById(tx: Transaction, id: string): Promise<Testimonial | null> {
    return tx.manager.getRepository(Testimonial).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Adds an administrator's testimonial, shown immediately and before the others. Rejects with a unique violation of `testimonials_said_once`. */
  async add(tx: Transaction, said: TestimonialFields & LastChange, now: Date): Promise<Testimonial> {
    const repository = tx.manager.getRepository(Testimonial);
    return repository.save(
      repository.create({
        ...said,
        key: null,
        isManaged: true,
        version: 1,
        fieldVersions: {},
        listedAt: now,
        createdAt: now,
      }),
    );
  }

  /** Changes a locked testimonial, which belongs to the administrators from then on. Rejects with a unique violation of `testimonials_said_once`. */
  async change(
    tx: Transaction,
    testimonial: Testimonial,
    changes: Partial<Testimonial> & Versioned,
  ): Promise<Testimonial> {
    const next = { ...changes, isManaged: true };
    await tx.manager.getRepository(Testimonial).update({ id: testimonial.id, version: testimonial.version }, next);
    return { ...testimonial, ...next };
  }

  async remove(tx: Transaction, { id }: Pick<Testimonial, 'id'>): Promise<void> {
    await tx.manager.getRepository(Testimonial).delete({ id });
  }
}
