import { Injectable } from '@nestjs/common';
import {
  listAllTestimonials,
  listTestimonials,
  readTestimonial,
  type SavedTestimonial,
} from '@lectern/contracts/content/rpc';
import type { ListQuery, Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { isHiddenOf } from '../shown-status.ts';
import { testimonialGone } from './edit-testimonials.use-case.ts';
import type { Testimonial } from './testimonial.entity.ts';
import { presentToAdmins } from './testimonial.presenter.ts';
import { TestimonialRepository } from './testimonial.repository.ts';

/** Reads testimonials: for visitors those that are shown, for administrators all. */
@Injectable()
export class TestimonialQueries {
  constructor(private readonly testimonials: TestimonialRepository) {}

  @Handles(listTestimonials)
  async shown(): Promise<Testimonial[]> {
    return this.testimonials.active();
  }

  /** Newest first; `q` searches name, role, context and quote. Throws `invalid_request`, `cursor_invalid`. */
  @Handles(listAllTestimonials)
  async list(query: ListQuery): Promise<Page<SavedTestimonial>> {
    const isHidden = isHiddenOf(query);
    const page = await this.testimonials.page(
      { isActive: isHidden === null ? null : !isHidden, search: namePattern(query.q) },
      pageRequest(query, 'listedAt'),
    );
    return { ...page, items: page.items.map(presentToAdmins) };
  }

  /** Throws `not_found`. */
  @Handles(readTestimonial)
  async read({ id }: RpcInput<typeof readTestimonial>): Promise<SavedTestimonial> {
    const testimonial = await this.testimonials.byId(id);
    if (testimonial === null) throw testimonialGone();
    return presentToAdmins(testimonial);
  }
}
