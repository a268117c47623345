import { Controller } from '@nestjs/common';
import type { DocumentListing } from '@lectern/contracts/content/model';
import { listDocuments, openDocument, readDocument } from '@lectern/contracts/content/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { OpenDocument } from './open-document.query.ts';
import { PublishedDocumentRepository } from './published-document.repository.ts';
import { ReadDocument } from './read-document.query.ts';

@Controller()
export class DocumentRpc {
  constructor(
    private readonly documents: PublishedDocumentRepository,
    private readonly openDocument: OpenDocument,
    private readonly readDocument: ReadDocument,
  ) {}

  @HandlesRpc(listDocuments)
  async list(): Promise<DocumentListing[]> {
    return (await this.documents.published()).map(({ groupName, ...document }) => ({ ...document, group: groupName }));
  }

  @HandlesRpc(openDocument)
  async open(input: RpcInput<typeof openDocument>): Promise<RpcOutput<typeof openDocument>> {
    return this.openDocument.execute(input);
  }

  @HandlesRpc(readDocument)
  async read(input: RpcInput<typeof readDocument>): Promise<RpcOutput<typeof readDocument>> {
    return this.readDocument.execute(input);
  }
}
