import { Injectable } from '@nestjs/common';
import type { ListQuery, Page } from '@lectern/contracts/page';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { isHiddenOf } from '../shown-status.ts';
import { testimonialGone } from './edit-testimonials.use-case.ts';
import type { Testimonial } from './testimonial.entity.ts';
import { TestimonialRepository } from './testimonial.repository.ts';

/** Reads testimonials for administrators, hidden ones included. */
@Injectable()
export class TestimonialQueries {
  constructor(private readonly testimonials: TestimonialRepository) {}

  /** Newest first; `q` searches name, role, context and quote. Throws `invalid_request`, `cursor_invalid`. */
  async list(query: ListQuery): Promise<Page<Testimonial>> {
    const isHidden = isHiddenOf(query);
    return this.testimonials.page(
      { isActive: isHidden === null ? null : !isHidden, search: searchPattern(query.q) },
      pageRequest(query, 'listedAt'),
    );
  }

  /** Throws `not_found`. */
  async read(id: string): Promise<Testimonial> {
    const testimonial = await this.testimonials.byId(id);
    if (testimonial === null) throw testimonialGone();
    return testimonial;
  }
}
