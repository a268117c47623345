import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENT_PIECE_BYTES } from '@lectern/contracts/content/document-model';
import { readPicturePiece } from '@lectern/contracts/content/picture-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { type FilePiece, PictureStore } from './picture-store.ts';

/** The only names that reach the store. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FILE = /^[1-9]\d{0,3}\.(?:avif|webp)$/;
const RETRY_AFTER_SECONDS = 5;

@Injectable()
export class ReadPicture {
  constructor(
    @Inject(PictureStore) private readonly store: PictureStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws `not_found`, `service_unavailable`. */
  @Handles(readPicturePiece)
  async execute({ id, file, from }: RpcInput<typeof readPicturePiece>): Promise<RpcOutput<typeof readPicturePiece>> {
    if (!ID.test(id) || !FILE.test(file)) throw new DomainError('not_found');
    const found = await this.store.get(id, file, from, DOCUMENT_PIECE_BYTES).catch((error: unknown): FilePiece => {
      this.logger.error({ err: error }, 'The storage of pictures does not answer');
      throw new DomainError('service_unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause: error });
    });
    if (found === null) throw new DomainError('not_found');
    return { bytes: found.bytes, pieceBase64: found.piece.toString('base64') };
  }
}
