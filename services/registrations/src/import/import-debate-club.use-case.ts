import { Injectable } from '@nestjs/common';
import {
  addImportRows,
  checkImport,
  discardImport,
  doImport,
  finishImport,
  listRefusedRows,
  startImport,
} from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RecordAdminAction } from '../record-admin-action.ts';
import { DebateClubImport } from './debate-club-import.ts';

/** Imports debate club registrations from files. */
@Injectable()
export class ImportDebateClub {
  constructor(
    private readonly imports: ListImports,
    private readonly debateClub: DebateClubImport,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @Handles(startImport)
  async start({ name, columns }: RpcInput<typeof startImport>): Promise<RpcOutput<typeof startImport>> {
    return this.imports.start(this.debateClub.fields, name, columns);
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
    return this.imports.check(this.debateClub, id, mapping);
  }

  @Handles(doImport)
  async do({ id, by }: RpcInput<typeof doImport>): Promise<RpcOutput<typeof doImport>> {
    return this.imports.do(this.debateClub, id, async (tx, { name, ready, refused }) =>
      this.recordAdminAction.execute(tx, by, 'import_debate_club_registrations', { file: name, added: ready, refused }),
    );
  }

  @Handles(listRefusedRows)
  async refused({ id, cursor }: RpcInput<typeof listRefusedRows>): Promise<RpcOutput<typeof listRefusedRows>> {
    return this.imports.refused(id, cursor);
  }
}
