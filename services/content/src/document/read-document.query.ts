import { Injectable } from '@nestjs/common';
import type { readDocument } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { refusalOf } from './may-read-document.ts';
import { PublishedDocumentRepository } from './published-document.repository.ts';

@Injectable()
export class ReadDocument {
  constructor(private readonly documents: PublishedDocumentRepository) {}

  /** Throws `document_unknown`, `token_missing` or `membership_required`. */
  async execute({ key, reader, heldSha256 }: RpcInput<typeof readDocument>): Promise<RpcOutput<typeof readDocument>> {
    const document = await this.documents.entry(key);
    if (document === null) throw new DomainError('document_unknown');
    const refusal = refusalOf(document.access, reader);
    if (refusal !== undefined) throw new DomainError(refusal);
    const { fileName, access, sha256 } = document;
    if (heldSha256 === sha256) return { fileName, access, sha256, contentBase64: null };
    const content = await this.documents.content(key, sha256);
    // Replaced between two looks: the next try finds the new one.
    if (content === null) throw new DomainError('service_unavailable', { retryAfter: 1 });
    return { fileName, access, sha256, contentBase64: content.toString('base64') };
  }
}
