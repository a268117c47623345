import { Controller } from '@nestjs/common';
import { checkImport, doImport, listRefusedRows, readImport } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RecordAdminAction } from '../record-admin-action.ts';
import { NewsletterImport } from './newsletter-import.ts';

/** Newsletter subscribers from files. */
@Controller()
export class ImportRpc {
  constructor(
    private readonly imports: ListImports,
    private readonly newsletter: NewsletterImport,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @HandlesRpc(readImport)
  async read({ name, text }: RpcInput<typeof readImport>): Promise<RpcOutput<typeof readImport>> {
    return this.imports.read(this.newsletter.fields, name, text);
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
