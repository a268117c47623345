import { Injectable } from '@nestjs/common';
import type { DocumentListing } from '@lectern/contracts/content/model';
import { listDocuments } from '@lectern/contracts/content/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { PublishedDocumentRepository } from './published-document.repository.ts';

@Injectable()
export class ListDocuments {
  constructor(private readonly documents: PublishedDocumentRepository) {}

  @Handles(listDocuments)
  async execute(): Promise<DocumentListing[]> {
    return (await this.documents.published()).map(({ groupName, ...document }) => ({ ...document, group: groupName }));
  }
}
