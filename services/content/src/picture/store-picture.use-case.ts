import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { finishPicture } from '@lectern/contracts/content/picture-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { DocumentUploadRepository } from '../document/document-upload.repository.ts';
import { refusedFile } from '../refused-file.ts';
import { PictureRepository } from './picture.repository.ts';
import { PictureStore } from './picture-store.ts';
import { UploadTurns } from '../upload-turns.ts';
import type { ProcessedPicture } from './process-picture.ts';

const RETRY_AFTER_SECONDS = 10;

/** Makes an uploaded file a picture that articles can name. */
@Injectable()
export class StorePicture {
  constructor(
    private readonly transactor: Transactor,
    private readonly uploads: DocumentUploadRepository,
    private readonly pictures: PictureRepository,
    @Inject(PictureStore) private readonly store: PictureStore,
    private readonly turns: UploadTurns,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws `not_found`, `invalid_request`, `service_unavailable`. */
  @Handles(finishPicture)
  async execute({ upload, by }: RpcInput<typeof finishPicture>): Promise<RpcOutput<typeof finishPicture>> {
    const result = await this.turns.run(async () => {
      const content = await this.uploads.content(upload);
      if (content === null) throw new DomainError('not_found');
      // Loaded with the first picture: a library that takes some megabytes of a service that may never need it.
      const { processPicture } = await import('./process-picture.ts');
      return processPicture(content);
    });
    if ('refusal' in result) throw refusedFile(result.refusal);
    const { width, height, files } = result;
    const id = randomUUID();
    const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
    // The row comes first: what an interruption leaves in the store is deleted with it.
    await this.transactor.run((tx) =>
      this.pictures.add(tx, { id, width, height, bytes, uploadedAt: this.clock.now(), uploadedBy: by.adminId }),
    );
    await this.keep(id, result);
    await this.transactor.run((tx) => this.uploads.remove(tx, upload));
    return { id, width, height };
  }

  private async keep(id: string, { files }: ProcessedPicture): Promise<void> {
    try {
      for (const { file, content } of files) await this.store.put(id, file, content);
    } catch (error) {
      this.logger.error({ err: error }, 'The storage of pictures does not take a picture');
      // Where this fails too, the row stays, and the job for unused pictures tries again.
      await this.store
        .remove(
          id,
          files.map(({ file }) => file),
        )
        .then(() => this.transactor.run((tx) => this.pictures.remove(tx, id)))
        .catch(() => undefined);
      throw new DomainError('service_unavailable', {
        message: 'The storage of pictures does not answer right now. Nothing was stored. Please try again in a moment.',
        retryAfter: RETRY_AFTER_SECONDS,
        cause: error,
      });
    }
  }
}
