import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { DomainError } from '@lectern/contracts/errors';
import {
  type CsvFile,
  IMPORT_COLUMNS_MAX,
  IMPORT_LIMIT_BYTES,
  IMPORT_ROWS_MAX,
  type ImportRow,
} from '@lectern/contracts/list-import';

/** Some rows of a list, and the names of its columns. */
export interface CsvBatch {
  readonly columns: readonly string[];
  readonly rows: ImportRow[];
}

/** Enough to see which sign separates the columns. */
const HEAD = 10_000;
const SEPARATORS = [',', ';', '\t'];

/** Longer ones are no cells of a list of people, but a quote that was never closed. */
const CELL_MAX = 20_000;
const RECORD_MAX = CELL_MAX * 5;
/** A record with its quotation marks and separators. */
const LINE_MAX = RECORD_MAX * 2;
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 256 * 1024;

const refuse = (problem: string): DomainError =>
  new DomainError('invalid_request', { message: problem, fields: { file: problem } });
const notText = (): DomainError =>
  refuse('This is not a text file. Open it in a spreadsheet program, save it as CSV (UTF-8) and choose that file.');

/** The most frequent separator in the first line. */
const separatorOf = (text: string): string => {
  const [line = ''] = text.slice(0, HEAD).split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

const decode = (decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): string => {
  try {
    const text = bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    if (!text.includes('\0')) return text;
  } catch {
    // refused below
  }
  throw notText();
};

/** The text of a file as it arrives. Discards the rest of a refused upload, so that its sender receives the reason. */
const textOf = async function* (file: CsvFile, limit: number): AsyncGenerator<string> {
  const bytes = typeof file === 'string' ? Readable.from([Buffer.from(file)]) : file;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let arrived = 0;
  try {
    for await (const piece of bytes instanceof Readable
      ? (bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>)
      : bytes) {
      arrived += piece.byteLength;
      if (arrived > limit) throw new DomainError('body_too_large');
      yield decode(decoder, piece);
    }
    yield decode(decoder);
  } finally {
    // After the iterator has removed its listener, which would hold the stream.
    if (bytes instanceof Readable) setImmediate(() => bytes.resume());
  }
};

/** Refuses an endless line, which may be one row of empty cells: they do not count in the parser's `max_record_size`. */
const withLines = async function* (text: AsyncGenerator<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of text) {
    const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'));
    length = end === -1 ? length + piece.length : piece.length - end;
    if (length > LINE_MAX)
      throw refuse(
        `The file has a line of more than ${LINE_MAX.toLocaleString('en-US')} characters. Save the table as CSV (UTF-8) first.`,
      );
    yield piece;
  }
};

/** The beginning of a text, and all of it. */
const withHead = async (text: AsyncGenerator<string>): Promise<{ head: string; whole: AsyncGenerator<string> }> => {
  let head = '';
  while (head.length < HEAD && !/[\r\n]/.test(head)) {
    const next = await text.next();
    if (next.done === true) break;
    head += next.value;
  }
  const whole = async function* (): AsyncGenerator<string> {
    yield head;
    yield* text;
  };
  return { head, whole: whole() };
};

interface CsvRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

const rowOf = (columns: readonly string[], cells: readonly string[], line: number): ImportRow => {
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
    throw refuse(
      `Line ${line} has more cells than the first row has columns. Is a quotation mark missing around a text with a comma?`,
    );
  }
  return { line, cells: columns.map((_column, index) => cells[index] ?? '') };
};

const batchesOf = async function* (records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvBatch> {
  let headings: string[] | undefined;
  let batch: ImportRow[] = [];
  let [rows, characters] = [0, 0];
  for await (const { record, info } of records) {
    const cells = record.map((cell) => cell.trim());
    if (cells.length > IMPORT_COLUMNS_MAX) throw refuse(`The file has more than ${IMPORT_COLUMNS_MAX} columns.`);
    if (cells.some((cell) => cell.length > CELL_MAX)) {
      throw refuse(
        `Line ${info.lines} has a cell of more than ${CELL_MAX.toLocaleString('en-US')} characters. Is a quotation mark missing before it?`,
      );
    }
    if (headings === undefined) {
      headings = cells;
      continue;
    }
    if (cells.every((cell) => cell === '')) continue;
    if (rows === IMPORT_ROWS_MAX)
      throw refuse(
        `The file has more than ${IMPORT_ROWS_MAX.toLocaleString('en-US')} rows. Divide it into several files.`,
      );
    batch.push(rowOf(headings, cells, info.lines));
    rows += 1;
    characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield { columns: named(headings), rows: batch };
    [batch, characters] = [[], 0];
  }
  if (headings === undefined)
    throw refuse('The file is empty. Choose a CSV file with a row of headings and at least one row under it.');
  if (rows === 0)
    throw refuse(
      'The file has only one row, which is read as the headings. Choose a CSV file with a row of headings and at least one row under it.',
    );
  if (batch.length > 0) yield { columns: named(headings), rows: batch };
};

const named = (headings: readonly string[]): string[] =>
  headings.map((heading, index) => (heading === '' ? `Column ${index + 1}` : heading));

/**
 * Reads a CSV file as it arrives, as spreadsheet programs write it (RFC 4180, with a comma, a semicolon or a tab). Short rows are filled
 * up, empty ones passed over. Holds one batch of rows at a time, and reads no more than `limit` bytes. Throws `body_too_large`, and
 * `invalid_request`, which says what makes the text no list.
 */
export const readCsv = async function* (file: CsvFile, limit = IMPORT_LIMIT_BYTES): AsyncGenerator<CsvBatch> {
  const { head, whole } = await withHead(withLines(textOf(file, limit)));
  const parser = parse({
    bom: true,
    delimiter: separatorOf(head),
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: RECORD_MAX,
  });
  try {
    // The iteration throws errors of the pipeline.
    yield* batchesOf(pipeline(whole, parser, () => undefined) as AsyncIterable<CsvRecord>);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { readonly lines?: number };
    throw refuse(
      `The file cannot be read as CSV${lines === undefined ? '' : `: there is something wrong at or before line ${lines}`}. Is a quotation mark missing?`,
    );
  }
};
