import { Injectable } from '@nestjs/common';
import { DOCUMENT_PIECE_BYTES } from '@lectern/contracts/content/document-model';
import { readDocumentPiece } from '@lectern/contracts/content/document-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { DocumentVersionRepository } from './document-version.repository.ts';

@Injectable()
export class ReadDocumentPiece {
  constructor(private readonly versions: DocumentVersionRepository) {}

  /** Throws `not_found`, also for a shipped file that a release replaced meanwhile. */
  @Handles(readDocumentPiece)
  async execute({ sha256, from }: RpcInput<typeof readDocumentPiece>): Promise<RpcOutput<typeof readDocumentPiece>> {
    const piece = await this.versions.piece(sha256, from, DOCUMENT_PIECE_BYTES);
    if (piece === null) throw new DomainError('not_found');
    return { pieceBase64: piece.toString('base64') };
  }
}
