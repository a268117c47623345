import { Controller } from '@nestjs/common';
import type { ImportKind } from '@lectern/contracts/list-import';
import * as subscribers from '@lectern/contracts/messaging/rpc';
import * as debateClub from '@lectern/contracts/registrations/admin-rpc';
import { checkImport, doImport, readImport, refusedRowsCsv } from '@lectern/contracts/system/http';
import { dateIn } from '@lectern/contracts/zoned-time';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Clock } from '@lectern/service-kit/time/clock';
import { CurrentProfile } from '../branding/current-profile.ts';
import { csvPieces } from '../csv/csv-pieces.ts';
import { readCsv } from '../csv/read-csv.ts';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** The service that takes files of each kind. */
const LISTS = { 'debate-club': debateClub, newsletter: subscribers } satisfies Record<ImportKind, unknown>;

/** Files on their way into lists. */
@Controller()
export class ImportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly profile: CurrentProfile,
  ) {}

  @Serves(readImport)
  async read({ params, query: { name }, body }: Call<typeof readImport>) {
    const { startImport, addImportRows, discardImport, finishImport } = LISTS[params.kind];
    let id: string | undefined;
    try {
      for await (const { columns, rows } of readCsv(body)) {
        id ??= (await this.rpc.call(startImport, { name, columns: [...columns] })).id;
        await this.rpc.call(addImportRows, { id, rows });
      }
      if (id === undefined) throw new Error('A list without rows is refused');
      return await this.rpc.call(finishImport, { id });
    } catch (error) {
      if (id !== undefined) await this.rpc.call(discardImport, { id }).catch(() => undefined); // what stays is forgotten in a day
      throw error;
    }
  }

  @Serves(checkImport)
  async check({ params: { kind, id }, body }: Call<typeof checkImport>) {
    return this.rpc.call(LISTS[kind].checkImport, { id, mapping: body });
  }

  @Serves(doImport)
  async do(call: Call<typeof doImport>) {
    return this.rpc.call(LISTS[call.params.kind].doImport, { id: call.params.id, by: actingIn(call) });
  }

  @Serves(refusedRowsCsv)
  async refused({ params: { kind, id } }: Call<typeof refusedRowsCsv>) {
    const { listRefusedRows } = LISTS[kind];
    const first = await this.rpc.call(listRefusedRows, { id });
    const { timeZone } = await this.profile.now();
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `${kind}-refused-${dateIn(timeZone, this.clock.now())}.csv`,
      cacheControl: 'no-store',
      pieces: csvPieces(first, (cursor) => this.rpc.call(listRefusedRows, { id, cursor })),
    };
  }
}
