import { describe, expect, it } from 'vitest';
import type { ExportSlice } from '@lectern/contracts/list-export';
import { BYTE_ORDER_MARK } from './csv.ts';
import { csvPieces } from './csv-pieces.ts';

const slice = (name: string, nextCursor: string | null): ExportSlice => ({
  columns: ['Name'],
  rows: JSON.stringify([[name]]),
  nextCursor,
});
const SLICES: Readonly<Record<string, ExportSlice>> = { two: slice('Bea', 'three'), three: slice('Cleo', null) };

describe('the pieces of a CSV file', () => {
  it('are its headings with the first slice, and each slice after it', async () => {
    const pieces: string[] = [];
    for await (const piece of csvPieces(slice('Ann', 'two'), async (cursor) => SLICES[cursor]!)) pieces.push(piece);
    expect(pieces).toEqual([`${BYTE_ORDER_MARK}"Name"\r\n"Ann"\r\n`, '"Bea"\r\n', '"Cleo"\r\n']);
  });

  it('are asked for while the one before is handed out, and none further ahead', async () => {
    const asked: string[] = [];
    const pieces = csvPieces(slice('Ann', 'two'), async (cursor) => {
      asked.push(cursor);
      return SLICES[cursor]!;
    });
    await pieces.next();
    expect(asked).toEqual(['two']);
    await pieces.next();
    expect(asked).toEqual(['two', 'three']);
    await pieces.return(undefined);
    expect(asked).toEqual(['two', 'three']);
  });

  it('end with the error of a slice that cannot be read, after what could', async () => {
    const pieces = csvPieces(slice('Ann', 'two'), () => Promise.reject(new Error('gone')));
    expect((await pieces.next()).value).toContain('Ann');
    await expect(pieces.next()).rejects.toThrow('gone');
  });

  it('cause no unhandled rejection when the reader stops', async () => {
    const unreceived: unknown[] = [];
    const listen = (reason: unknown): unknown => unreceived.push(reason);
    process.on('unhandledRejection', listen);
    const pieces = csvPieces(slice('Ann', 'two'), () => Promise.reject(new Error('gone')));
    await pieces.next();
    await pieces.return(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect(unreceived).toEqual([]);
  });
});
