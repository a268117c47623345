import { parse } from 'csv-parse';
import { DomainError } from '@lectern/contracts/errors';
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '@lectern/contracts/list-import';

/** A file as a list: what its first row calls the columns, and the rows under it, each with the line of the file that it ends on. */
export interface CsvList {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** Enough to see which sign parts the columns. */
const HEAD = 10_000;
const SEPARATORS = [',', ';', '\t'];

/** Longer ones are no cells of a list of people, but a quote that was never closed. */
const CELL_MAX = 20_000;
const PIECE = 64 * 1024;

const refuse = (problem: string): DomainError => new DomainError('invalid_request', { message: problem, fields: { text: problem } });

/** Whichever stands most often in the first line. */
const separatorOf = (text: string): string => {
  const [line = ''] = text.slice(0, HEAD).split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

/**
 * Reads a CSV text as spreadsheet programs write it (RFC 4180, with a comma, a semicolon or a tab). Short rows are filled up, empty
 * ones passed over. Gives way to other work between its pieces. Throws `invalid_request` and says what makes the text no list.
 */
export const readCsv = async (text: string): Promise<CsvList> => {
  if (text.includes('\0')) throw refuse('This is not a text file. Save the table as CSV (UTF-8) first.');
  const parser = parse({ bom: true, delimiter: separatorOf(text), relax_column_count: true, skip_empty_lines: true, info: true, max_record_size: CELL_MAX * 5 });
  let columns: string[] | undefined;
  const rows: { line: number; cells: string[] }[] = [];
  const collect = async (): Promise<void> => {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const cells = record.map((cell) => cell.trim());
      if (cells.length > IMPORT_COLUMNS_MAX) throw refuse(`The file has more than ${IMPORT_COLUMNS_MAX} columns.`);
      if (cells.some((cell) => cell.length > CELL_MAX)) throw refuse(`Line ${info.lines} has a cell of more than ${CELL_MAX.toLocaleString('en-US')} characters. Is a quotation mark missing before it?`);
      if (columns === undefined) {
        columns = cells;
        continue;
      }
      if (cells.every((cell) => cell === '')) continue;
      if (rows.length === IMPORT_ROWS_MAX) throw refuse(`The file has more than ${IMPORT_ROWS_MAX.toLocaleString('en-US')} rows. Divide it into several files.`);
      if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
        throw refuse(`Line ${info.lines} has more cells than the first row has columns. Is a quotation mark missing around a text with a comma?`);
      }
      rows.push({ line: info.lines, cells: columns.map((_column, index) => cells[index] ?? '') });
    }
  };
  const feed = async (): Promise<void> => {
    for (const piece of piecesOf(text)) {
      if (!parser.write(piece)) await new Promise((resolve) => parser.once('drain', resolve));
      await new Promise((resolve) => setImmediate(resolve));
      if (parser.destroyed) return;
    }
    parser.end();
  };
  try {
    await Promise.all([collect(), feed()]);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const line = (error as { lines?: number }).lines;
    throw refuse(`The file cannot be read as CSV${line === undefined ? '' : `: there is something wrong at or before line ${line}`}. Is a quotation mark missing?`);
  }
  if (columns === undefined) throw refuse('The file is empty.');
  if (rows.length === 0) throw refuse('The file has a row of headings and nothing under it.');
  return { columns: columns.map((column, index) => (column === '' ? `Column ${index + 1}` : column)), rows };
};
