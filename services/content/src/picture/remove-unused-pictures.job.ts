import { Inject, Injectable } from '@nestjs/common';
import { pictureFiles } from '@lectern/contracts/content/picture';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { PictureRepository } from './picture.repository.ts';
import { PictureStore } from './picture-store.ts';

/** Deletes pictures that no article and no testimonial has named for the days after their upload. */
export const removeUnusedPictures = job({
  service: 'content',
  name: 'remove-unused-pictures',
  everySeconds: 24 * 60 * 60,
  atStart: true,
});

const UNUSED_MS = 7 * 24 * 60 * 60 * 1_000;

@Injectable()
export class RemoveUnusedPictures {
  constructor(
    private readonly transactor: Transactor,
    private readonly pictures: PictureRepository,
    @Inject(PictureStore) private readonly store: PictureStore,
    private readonly clock: Clock,
  ) {}

  /** Runs may overlap and be interrupted: a picture's row is deleted after its files, under its lock. */
  @HandlesJob(removeUnusedPictures)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    for (const { id, width } of await this.pictures.unused(new Date(this.clock.now().getTime() - UNUSED_MS))) {
      if (stopping.aborted) return;
      await this.transactor.run(async (tx) => {
        if ((await this.pictures.lockUnused(tx, id)) === null) return;
        await this.store.remove(id, pictureFiles(width));
        await this.pictures.remove(tx, id);
      });
    }
  }
}
