import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Testimonial } from './testimonial.entity.ts';

@Injectable()
export class TestimonialRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The shown ones, newest first. */
  async active(): Promise<Testimonial[]> {
    return this.dataSource.getRepository(Testimonial).find({ where: { isActive: true }, order: { createdAt: 'DESC', id: 'DESC' } });
  }
}
