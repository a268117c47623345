import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Testimonial } from './testimonial.entity.ts';

@Injectable()
export class TestimonialRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The shown ones, in the order of the association's files. */
  async active(): Promise<Testimonial[]> {
    return this.dataSource.getRepository(Testimonial).find({ where: { isActive: true }, order: { position: 'ASC', createdAt: 'DESC', id: 'DESC' } });
  }

  /** Makes these the shown ones, and no others. */
  async replaceAll(tx: Transaction, testimonials: readonly (Pick<Testimonial, 'name' | 'role' | 'quote' | 'context' | 'rating' | 'position'> & { key: string })[]): Promise<void> {
    const repository = tx.manager.getRepository(Testimonial);
    await repository.upsert(
      testimonials.map((testimonial) => ({ ...testimonial, isActive: true })),
      { conflictPaths: ['key'], skipUpdateIfNoValuesChanged: true },
    );
    const keys = testimonials.map(({ key }) => key);
    await repository.update([{ key: Not(In(keys)) }, { key: IsNull() }], { isActive: false });
  }
}
