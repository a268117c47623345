import { Controller } from '@nestjs/common';
import type { Testimonial as TestimonialAnswer } from '@lectern/contracts/content/model';
import { listTestimonials } from '@lectern/contracts/content/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { TestimonialRepository } from './testimonial.repository.ts';

@Controller()
export class TestimonialRpc {
  constructor(private readonly testimonials: TestimonialRepository) {}

  @HandlesRpc(listTestimonials)
  async list(): Promise<TestimonialAnswer[]> {
    return this.testimonials.active();
  }
}
