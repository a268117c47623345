import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type CsvFile, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX, type ImportRow } from '@lectern/contracts/list-import';
import { readCsv } from './read-csv.ts';

const listOf = async (
  file: CsvFile,
  limit?: number,
): Promise<{ columns: readonly string[]; rows: ImportRow[]; batches: number }> => {
  let columns: readonly string[] = [];
  const rows: ImportRow[] = [];
  let batches = 0;
  for await (const batch of readCsv(file, limit)) {
    columns = batch.columns;
    rows.push(...batch.rows);
    batches += 1;
  }
  return { columns, rows, batches };
};

describe('a file as a list', () => {
  it.each([
    ['commas', 'Email,Name\r\nann@example.com,Ann\r\n'],
    ['semicolons, as where a comma is a decimal point', 'Email;Name\nann@example.com;Ann\n'],
    ['tabs', 'Email\tName\nann@example.com\tAnn'],
    ['the mark of UTF-8 before it', '\uFEFFEmail,Name\nann@example.com,Ann'],
    ['blanks around it, and empty rows', 'Email , Name\n\n ann@example.com,  Ann \n,\n'],
    ['a trailing separator', 'Email,Name\nann@example.com,Ann,\n'],
  ])('is read with %s', async (_what, text) => {
    const { columns, rows } = await listOf(text);
    expect(columns).toEqual(['Email', 'Name']);
    expect(rows.map(({ cells }) => cells)).toEqual([['ann@example.com', 'Ann']]);
  });

  it('keeps separators, line breaks and quotation marks within quotes, and reports line numbers of the file', async () => {
    const { rows } = await listOf('Email,Goals\nann@example.com,"to speak,\nand ""well"""\nbob@example.com,none\n');
    expect(rows).toEqual([
      { line: 3, cells: ['ann@example.com', 'to speak,\nand "well"'] },
      { line: 4, cells: ['bob@example.com', 'none'] },
    ]);
  });

  it('fills up short rows, and names a column without a heading', async () => {
    const { columns, rows } = await listOf('Email,,Name\nann@example.com\n');
    expect(columns).toEqual(['Email', 'Column 2', 'Name']);
    expect(rows[0]?.cells).toEqual(['ann@example.com', '', '']);
  });

  it('is read whole, however its pieces are cut', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `"person ${index}, Jr.",ä${index}@example.com`);
    const bytes = Buffer.from(`Name,Email\n${many.join('\n')}`);
    // Cut within characters too.
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
      bytes.subarray(index * 7, index * 7 + 7),
    );
    const { rows, batches } = await listOf(Readable.from(pieces));
    expect(batches).toBe(10);
    expect(rows.map(({ cells }) => `"${cells[0]!}",${cells[1]!}`)).toEqual(many);
  });

  it.each([
    ['nothing', '\n\n', /empty/],
    ['headings alone', 'Email,Name\n', /only one row/],
    ['what is no text', 'PK\u0003\u0004\0\0', /not a text file/],
    ['a quotation mark that is never closed', 'Email,Name\n"ann@example.com,Ann\n', /quotation mark/],
    ['a row with more cells than columns', 'Email,Name\nann@example.com,Lee, Ann\n', /Line 2 has more cells/],
    ['too many columns', `${'a,'.repeat(IMPORT_COLUMNS_MAX)}b\n1\n`, /more than 100 columns/],
    ['too many rows', `Email\n${'a@example.com\n'.repeat(IMPORT_ROWS_MAX + 1)}`, /more than 20,000 rows/],
    ['an endless cell', `Email,Name\n"${'x'.repeat(150_000)}",Ann\n`, /line|Line/],
  ])('is refused with a reason: %s', async (_what, text, reason) => {
    await expect(listOf(text)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(reason),
    });
  });

  it('is read no further than the limit, and the rest of the upload is discarded', async () => {
    const line = Buffer.from(`${'a@example.com,'.padEnd(9_999, 'x')}\n`);
    const endless = function* (): Generator<Buffer> {
      yield Buffer.from('Email,Goals\n');
      for (let sent = 0; sent < 2_000_000; sent += line.length) yield line;
    };
    const upload = Readable.from(endless());
    await expect(listOf(upload, 1_000_000)).rejects.toMatchObject({ code: 'body_too_large' });
    await new Promise((resolve) => upload.once('end', resolve));
    expect(upload.destroyed && upload.errored).toBeFalsy();
  });

  it.each([
    ['headings', ''],
    ['a row', 'Email,Name\n'],
  ])('is read no further than a line may be long, in %s', async (_what, before) => {
    let read = 0;
    const commas = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(before);
      for (; read < 200; read += 1) yield Buffer.from(','.repeat(10_000));
    };
    await expect(listOf(commas())).rejects.toMatchObject({
      message: expect.stringMatching(/a line of more than 200,000 characters/),
    });
    expect(read).toBeLessThan(50);
  });

  it('is refused where it is not UTF-8', async () => {
    await expect(listOf(Readable.from([Buffer.from([0x45, 0x6d, 0xe4, 0x69, 0x6c, 0x0a])]))).rejects.toMatchObject({
      message: expect.stringMatching(/not a text file/),
    });
  });
});
