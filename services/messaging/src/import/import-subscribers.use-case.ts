import { Injectable } from '@nestjs/common';
import {
  addImportRows,
  checkImport,
  discardImport,
  doImport,
  finishImport,
  listRefusedRows,
  startImport,
} from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RecordAdminAction } from '../record-admin-action.ts';
import { NewsletterImport } from './newsletter-import.ts';

/** Imports newsletter subscribers from files. */
@Injectable()
export class ImportSubscribers {
  constructor(
    private readonly imports: ListImports,
    private readonly newsletter: NewsletterImport,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @Handles(startImport)
  async start({ name, columns }: RpcInput<typeof startImport>): Promise<RpcOutput<typeof startImport>> {
    return this.imports.start(this.newsletter.fields, name, columns);
  }

  @Handles(addImportRows)
  async add({ id, rows }: RpcInput<typeof addImportRows>): Promise<void> {
    await this.imports.add(id, rows);
  }

  @Handles(discardImport)
  async discard({ id }: RpcInput<typeof discardImport>): Promise<void> {
    await this.imports.discard(id);
  }

  @Handles(finishImport)
  async finish({ id }: RpcInput<typeof finishImport>): Promise<RpcOutput<typeof finishImport>> {
    return this.imports.finish(id);
  }

  @Handles(checkImport)
  async check({ id, mapping }: RpcInput<typeof checkImport>): Promise<RpcOutput<typeof checkImport>> {
    return this.imports.check(this.newsletter, id, mapping);
  }

  @Handles(doImport)
  async do({ id, by }: RpcInput<typeof doImport>): Promise<RpcOutput<typeof doImport>> {
    return this.imports.do(this.newsletter, id, async (tx, { name, ready, refused }) =>
      this.recordAdminAction.execute(tx, by, 'import_newsletter_subscribers', { file: name, added: ready, refused }),
    );
  }

  @Handles(listRefusedRows)
  async refused({ id, cursor }: RpcInput<typeof listRefusedRows>): Promise<RpcOutput<typeof listRefusedRows>> {
    return this.imports.refused(id, cursor);
  }
}
