import { Inject, Injectable } from '@nestjs/common';
import { readDocument } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ContentConfig } from '../config.ts';
import { CurrentDocuments } from './current-documents.ts';
import { isValidLink } from './document-link.ts';

@Injectable()
export class ReadDocument {
  constructor(
    private readonly documents: CurrentDocuments,
    private readonly clock: Clock,
    @Inject(ContentConfig) private readonly config: ContentConfig,
  ) {}

  /** Throws `document_unknown`, `membership_required` or `document_link_ended`. */
  @Handles(readDocument)
  async execute({ key, link }: RpcInput<typeof readDocument>): Promise<RpcOutput<typeof readDocument>> {
    const document = await this.documents.find(null, key);
    if (document === null) throw new DomainError('document_unknown');
    if (document.access === 'members') {
      if (link === null) throw new DomainError('membership_required');
      if (!isValidLink(validSecrets(this.config, 'DOCUMENT_LINK_SECRET'), key, link, this.clock.now()))
        throw new DomainError('document_link_ended');
    }
    return document;
  }
}
