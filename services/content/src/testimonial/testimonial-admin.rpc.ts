import { Controller } from '@nestjs/common';
import type { AdminTestimonial } from '@lectern/contracts/content/admin-model';
import * as content from '@lectern/contracts/content/rpc';
import type { Page } from '@lectern/contracts/page';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { EditTestimonials } from './edit-testimonials.use-case.ts';
import { TestimonialQueries } from './testimonial.queries.ts';

/** The administrators' API of testimonials. */
@Controller()
export class TestimonialAdminRpc {
  constructor(
    private readonly queries: TestimonialQueries,
    private readonly edit: EditTestimonials,
  ) {}

  @HandlesRpc(content.listAllTestimonials)
  async list(input: RpcInput<typeof content.listAllTestimonials>): Promise<Page<AdminTestimonial>> {
    return this.queries.list(input);
  }

  @HandlesRpc(content.readTestimonial)
  async read({ id }: RpcInput<typeof content.readTestimonial>): Promise<AdminTestimonial> {
    return this.queries.read(id);
  }

  @HandlesRpc(content.createTestimonial)
  async create(input: RpcInput<typeof content.createTestimonial>): Promise<AdminTestimonial> {
    return this.edit.create(input);
  }

  @HandlesRpc(content.changeTestimonial)
  async change(input: RpcInput<typeof content.changeTestimonial>): Promise<AdminTestimonial> {
    return this.edit.change(input);
  }

  @HandlesRpc(content.showTestimonial)
  async show(input: RpcInput<typeof content.showTestimonial>): Promise<AdminTestimonial> {
    return this.edit.show(input);
  }

  @HandlesRpc(content.deleteTestimonial)
  async delete(
    input: RpcInput<typeof content.deleteTestimonial>,
  ): Promise<RpcOutput<typeof content.deleteTestimonial>> {
    await this.edit.delete(input);
    return {};
  }
}
