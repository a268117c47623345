import { Controller } from '@nestjs/common';
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
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RecordAdminAction } from '../record-admin-action.ts';
import { NewsletterImport } from './newsletter-import.ts';

/** Imports newsletter subscribers from files. */
@Controller()
export class ImportRpc {
  constructor(
    private readonly imports: ListImports,
    private readonly newsletter: NewsletterImport,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @HandlesRpc(startImport)
  async start({ name, columns }: RpcInput<typeof startImport>): Promise<RpcOutput<typeof startImport>> {
    return this.imports.start(this.newsletter.fields, name, columns);
  }

  @HandlesRpc(addImportRows)
  async add({ id, rows }: RpcInput<typeof addImportRows>): Promise<RpcOutput<typeof addImportRows>> {
    await this.imports.add(id, rows);
    return {};
  }

  @HandlesRpc(discardImport)
  async discard({ id }: RpcInput<typeof discardImport>): Promise<RpcOutput<typeof discardImport>> {
    await this.imports.discard(id);
    return {};
  }

  @HandlesRpc(finishImport)
  async finish({ id }: RpcInput<typeof finishImport>): Promise<RpcOutput<typeof finishImport>> {
    return this.imports.finish(id);
  }

  @HandlesRpc(checkImport)
  async check({ id, mapping }: RpcInput<typeof checkImport>): Promise<RpcOutput<typeof checkImport>> {
    return this.imports.check(this.newsletter, id, mapping);
  }

  @HandlesRpc(doImport)
  async do({ id, by }: RpcInput<typeof doImport>): Promise<RpcOutput<typeof doImport>> {
    return this.imports.do(this.newsletter, id, async (tx, { name, ready, refused }) =>
      this.recordAdminAction.execute(tx, by, 'import_newsletter_subscribers', { file: name, added: ready, refused }),
    );
  }

  @HandlesRpc(listRefusedRows)
  async refused({ id, cursor }: RpcInput<typeof listRefusedRows>): Promise<RpcOutput<typeof listRefusedRows>> {
    return this.imports.refused(id, cursor);
  }
}
