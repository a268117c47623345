import type { ExportSlice } from '@lectern/contracts/list-export';
import { BYTE_ORDER_MARK, csvRecords } from './csv.ts';

/** A CSV file slice by slice: the headings and the first one, then what `after` answers for each cursor. */
export async function* csvPieces(first: ExportSlice, after: (cursor: string) => Promise<ExportSlice>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecords([first.columns, ...first.rows]);
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const slice = await after(cursor);
    yield csvRecords(slice.rows);
    cursor = slice.nextCursor;
  }
}
