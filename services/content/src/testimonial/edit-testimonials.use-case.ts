import { Injectable } from '@nestjs/common';
import {
  changeTestimonial,
  createTestimonial,
  deleteTestimonial,
  type SavedTestimonial,
  showTestimonial,
} from '@lectern/contracts/content/rpc';
import { NO_UPLOADED_PICTURE, pictureAt } from '@lectern/contracts/content/picture';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { decideEdit, differencesOf } from '@lectern/service-kit/edit/decide-edit';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { changedBy } from '../changed-by.ts';
import { PictureRepository } from '../picture/picture.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import type { Testimonial } from './testimonial.entity.ts';
import { presentToAdmins } from './testimonial.presenter.ts';
import { TestimonialRepository } from './testimonial.repository.ts';

const PAGE = 'Testimonials';
const LABELS = {
  name: 'name',
  role: 'role',
  quote: 'sentence',
  context: 'context',
  rating: 'rating',
  avatarUrl: 'picture',
  isActive: 'visibility',
} as const;

export const testimonialGone = (): DomainError =>
  new DomainError('not_found', { message: 'This testimonial no longer exists. It may have been deleted.' });

const refusedPicture = (avatarUrl: string): DomainError =>
  new DomainError('invalid_request', { fields: { avatarUrl } });

/** Administrators' actions on testimonials. One from the association's files belongs to the administrators once they change it. */
@Injectable()
export class EditTestimonials {
  constructor(
    private readonly transactor: Transactor,
    private readonly testimonials: TestimonialRepository,
    private readonly pictures: PictureRepository,
    private readonly clock: Clock,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  /** Adds a testimonial, shown immediately. A repeated request answers that of the first one. Throws `testimonial_exists`, `invalid_request`. */
  @Handles(createTestimonial)
  async create({ by, ...said }: RpcInput<typeof createTestimonial>): Promise<SavedTestimonial> {
    return this.runRefusingDuplicates(async (tx) => {
      await this.requirePicture(tx, said.avatarUrl);
      const added = await this.testimonials.add(tx, { ...said, ...changedBy(by, this.clock) }, this.clock.now());
      await this.recordAdminAction.execute(tx, by, 'create_testimonial', { testimonialId: added.id, name: said.name });
      return presentToAdmins(added);
    }).catch(async (error: unknown) => {
      const known =
        error instanceof DomainError && error.code === 'testimonial_exists'
          ? await this.testimonials.findSaid(said)
          : null;
      if (known === null || known.version > 1 || differencesOf(known, said).length > 0) throw error;
      return presentToAdmins(known);
    });
  }

  /** Throws `not_found`, `version_conflict`, `testimonial_exists`, `invalid_request`. */
  @Handles(changeTestimonial)
  async change({ id, version, by, ...said }: RpcInput<typeof changeTestimonial>): Promise<SavedTestimonial> {
    return this.runRefusingDuplicates(async (tx) => {
      const testimonial = await this.lock(tx, id);
      const edit = decideEdit(testimonial, { version, wanted: said, labels: LABELS, page: PAGE });
      if (edit === null) return presentToAdmins(testimonial);
      if (edit.avatarUrl !== undefined) await this.requirePicture(tx, edit.avatarUrl);
      const changed = await this.testimonials.change(tx, testimonial, { ...edit, ...changedBy(by, this.clock) });
      await this.recordAdminAction.execute(tx, by, 'change_testimonial', { testimonialId: id, name: said.name });
      return presentToAdmins(changed);
    });
  }

  /** Idempotent: a call that changes nothing is not recorded. Throws `not_found`. */
  @Handles(showTestimonial)
  async show({ id, isActive, by }: RpcInput<typeof showTestimonial>): Promise<SavedTestimonial> {
    return this.runRefusingDuplicates(async (tx) => {
      const testimonial = await this.lock(tx, id);
      const edit = decideEdit(testimonial, {
        version: testimonial.version,
        wanted: { isActive },
        labels: LABELS,
        page: PAGE,
      });
      if (edit === null) return presentToAdmins(testimonial);
      const changed = await this.testimonials.change(tx, testimonial, { ...edit, ...changedBy(by, this.clock) });
      await this.recordAdminAction.execute(tx, by, isActive ? 'show_testimonial' : 'hide_testimonial', {
        testimonialId: id,
        name: testimonial.name,
      });
      return presentToAdmins(changed);
    });
  }

  /** Throws `not_found`, also when repeated, and `comes_from_files`. */
  @Handles(deleteTestimonial)
  async delete({ id, by }: RpcInput<typeof deleteTestimonial>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const testimonial = await this.lock(tx, id);
      if (testimonial.isFromFiles) throw new DomainError('comes_from_files');
      await this.testimonials.remove(tx, testimonial);
      await this.recordAdminAction.execute(tx, by, 'delete_testimonial', { testimonialId: id, name: testimonial.name });
    });
  }

  private async lock(tx: Transaction, id: string): Promise<Testimonial> {
    const testimonial = await this.testimonials.lockById(tx, id);
    if (testimonial === null) throw testimonialGone();
    return testimonial;
  }

  /** Throws `invalid_request` for a picture that no page could show. An uploaded one stays stored as long as the testimonial names it. */
  private async requirePicture(tx: Transaction, address: string | null): Promise<void> {
    if (address === null) return;
    const picture = pictureAt(address);
    if (picture === null) throw refusedPicture(NO_UPLOADED_PICTURE);
    if ((await this.pictures.missing(tx, [picture])).length > 0)
      throw refusedPicture('This picture is no longer stored. Upload it again');
  }

  private async runRefusingDuplicates<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transactor.run(work).catch((error: unknown) => {
      throw isUniqueViolation(error, 'testimonials_said_once') ? new DomainError('testimonial_exists') : error;
    });
  }
}
