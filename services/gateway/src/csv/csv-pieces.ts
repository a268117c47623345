import { type ExportSlice, rowsOf } from '@lectern/contracts/list-export';
import { BYTE_ORDER_MARK, csvRecords } from './csv.ts';

/**
 * A CSV file slice by slice: the headings and the first one, then what `after` answers for each cursor. The slice after one is
 * asked for before that one is handed out: one process reads while another writes, and two of them at most are held at a time.
 */
export const csvPieces = async function* (
  first: ExportSlice,
  after: (cursor: string) => Promise<ExportSlice>,
): AsyncGenerator<string> {
  const following = ({ nextCursor }: ExportSlice): Promise<ExportSlice> | null => {
    if (nextCursor === null) return null;
    const slice = after(nextCursor);
    // Handled when the reader gets to it; a reader that has gone never does.
    slice.catch(() => undefined);
    return slice;
  };
  let next = following(first);
  yield BYTE_ORDER_MARK + csvRecords([first.columns, ...rowsOf(first)]);
  while (next !== null) {
    const slice = await next;
    next = following(slice);
    yield csvRecords(rowsOf(slice));
  }
};
