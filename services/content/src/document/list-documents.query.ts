import { Injectable } from '@nestjs/common';
import type { DocumentListing } from '@lectern/contracts/content/model';
import { listDocuments } from '@lectern/contracts/content/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CurrentDocuments } from './current-documents.ts';

@Injectable()
export class ListDocuments {
  constructor(private readonly documents: CurrentDocuments) {}

  @Handles(listDocuments)
  async execute(): Promise<DocumentListing[]> {
    return (await this.documents.all()).map(({ groupName, ...document }) => ({ ...document, group: groupName }));
  }
}
