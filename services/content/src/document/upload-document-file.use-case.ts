import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DOCUMENT_BYTES_MAX } from '@lectern/contracts/content/document-model';
import * as contracts from '@lectern/contracts/content/document-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { beginsAsPdf, NO_PDF } from './begins-as-pdf.ts';
import { DocumentUploadRepository } from './document-upload.repository.ts';
import { inspectPdfApart } from './inspect-pdf-apart.ts';
import { refusedFile } from '../refused-file.ts';
import { UploadTurns } from '../upload-turns.ts';

/** For how long a file without a version is stored. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

/** Files on their way into documents. Readers get none of them before a version has it. */
@Injectable()
export class UploadDocumentFile {
  constructor(
    private readonly transactor: Transactor,
    private readonly uploads: DocumentUploadRepository,
    private readonly turns: UploadTurns,
    private readonly clock: Clock,
  ) {}

  /** Also deletes the files that nobody used for a day. */
  @Handles(contracts.startDocumentFile)
  async start(): Promise<RpcOutput<typeof contracts.startDocumentFile>> {
    const [id, now] = [randomUUID(), this.clock.now()];
    await this.transactor.run(async (tx) => {
      await this.uploads.removeBefore(tx, new Date(now.getTime() - KEPT_MS));
      await this.uploads.begin(tx, id, now);
    });
    return { id };
  }

  /** Throws `not_found`, `body_too_large`, `invalid_request`. */
  @Handles(contracts.addDocumentPiece)
  async add({ id, from, pieceBase64, as = 'pdf' }: RpcInput<typeof contracts.addDocumentPiece>): Promise<void> {
    const piece = Buffer.from(pieceBase64, 'base64');
    if (as === 'pdf' && from === 0 && !beginsAsPdf(piece)) throw refusedFile(NO_PDF);
    if (from + piece.length > DOCUMENT_BYTES_MAX) throw new DomainError('body_too_large');
    const isAdded = await this.transactor.run((tx) => this.uploads.append(tx, id, from, piece));
    if (!isAdded) throw new DomainError('not_found');
  }

  @Handles(contracts.discardDocumentFile)
  async discard({ id }: RpcInput<typeof contracts.discardDocumentFile>): Promise<void> {
    await this.transactor.run((tx) => this.uploads.remove(tx, id));
  }

  /** Throws `not_found`, `invalid_request`, `service_unavailable`. */
  @Handles(contracts.finishDocumentFile)
  async finish({
    id,
  }: RpcInput<typeof contracts.finishDocumentFile>): Promise<RpcOutput<typeof contracts.finishDocumentFile>> {
    const result = await this.turns.run(async () => {
      const content = await this.uploads.content(id);
      if (content === null) throw new DomainError('not_found');
      return inspectPdfApart(content);
    });
    if ('refusal' in result) throw refusedFile(result.refusal);
    const { pages, written } = result;
    if (written.length > DOCUMENT_BYTES_MAX) throw new DomainError('body_too_large');
    const sha256 = createHash('sha256').update(written).digest('hex');
    await this.transactor.run((tx) => this.uploads.complete(tx, id, { sha256, pages, content: written }));
    return { id, pages, bytes: written.length };
  }
}
