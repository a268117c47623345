import { Inject, Injectable } from '@nestjs/common';
import { openDocument } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ContentConfig } from '../config.ts';
import { CurrentDocuments } from './current-documents.ts';
import { linkTo, refusalOfMember } from './document-link.ts';

@Injectable()
export class OpenDocument {
  constructor(
    private readonly documents: CurrentDocuments,
    private readonly clock: Clock,
    @Inject(ContentConfig) private readonly config: ContentConfig,
  ) {}

  /** Throws `document_unknown` or `membership_required`. */
  @Handles(openDocument)
  async execute({ key, reader }: RpcInput<typeof openDocument>): Promise<RpcOutput<typeof openDocument>> {
    const document = await this.documents.find(null, key);
    if (document === null) throw new DomainError('document_unknown');
    const refusal = refusalOfMember(document.access, reader);
    if (refusal !== undefined) throw new DomainError(refusal);
    return document.access === 'public' ? null : linkTo(this.config.DOCUMENT_LINK_SECRET, key, this.clock.now());
  }
}
