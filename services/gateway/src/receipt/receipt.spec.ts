import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import type { AssociationProfile } from '@lectern/contracts/content/association-profile';
import { firstProfile } from '@lectern/contracts/content/association-settings';
import { ASSOCIATION } from '@lectern/contracts/association';
import type { Receipt } from '@lectern/contracts/billing/receipt';
import { makeReceipt } from './make-receipt.ts';

const PROFILE: AssociationProfile = {
  ...firstProfile(ASSOCIATION),
  postalAddress: '1 Example Square, Springfield',
  taxNumber: '12-3456789',
};
const RECEIPT: Receipt = {
  number: 'R-1A2B3C4D',
  paidAt: '2027-03-01T17:00:00.000Z',
  payer: { name: 'Zoë Łukasz 李', email: 'zoe@example.com' },
  product: 'tournament',
  title: 'Spring Open',
  beginsAt: '2027-04-12T17:00:00.000Z',
  period: null,
  ...{ price: 4_000, unused: 0, discount: 500, credit: 0, paid: 3_500, refunded: 0, isUndone: false },
  ...{ method: 'visa', last4: '4242' },
};

const contents = (stream: PDFRawStream): string => inflateSync(stream.contents).toString('latin1');

/** The characters of the codes of a font, by its own table. */
const charactersOf = (table: string): ReadonlyMap<string, string> => {
  const characters = new Map<string, string>();
  for (const [, from = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    [...list.matchAll(/<([\w ]+)>/g)].forEach(([, hex = ''], index) =>
      characters.set(
        (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0'),
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    );
  return characters;
};

/** The text of a PDF of one page: the pieces that it draws, each by the table of its font. */
const textOf = async (file: Uint8Array): Promise<string> => {
  const pdf = await PDFDocument.load(file);
  const page = pdf.getPage(0).node;
  const fonts = page.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const drawn = page.Contents();
  const streams = drawn instanceof PDFArray ? drawn.asArray().map((each) => pdf.context.lookup(each)) : [drawn];
  let characters: ReadonlyMap<string, string> = new Map();
  let text = '';
  for (const [, font, codes] of streams
    .map((stream) => (stream instanceof PDFRawStream ? contents(stream) : ''))
    .join('\n')
    .matchAll(/\/(\w+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font !== undefined) {
      const table = fonts?.lookup(PDFName.of(font), PDFDict).lookup(PDFName.of('ToUnicode'));
      characters = charactersOf(table instanceof PDFRawStream ? contents(table) : '');
    } else
      text += `${(codes?.match(/<(\w+)>/g) ?? [])
        .flatMap((hex) => hex.match(/\w{4}/g) ?? [])
        .map((code) => characters.get(code.toLowerCase()) ?? '')
        .join('')}\n`;
  }
  return text;
};
const read = async (difference: Partial<Receipt>, profile: Partial<typeof PROFILE> = {}): Promise<string> =>
  textOf((await makeReceipt({ ...RECEIPT, ...difference }, { ...PROFILE, ...profile })).bytes ?? new Uint8Array());

describe('the PDF of a receipt', () => {
  it('says what was paid, for which event, by which person and card, and to whose address', async () => {
    const text = await read({});
    for (const part of [
      ...[PROFILE.fullName, '1 Example Square, Springfield', 'Tax ID 12-3456789', 'R-1A2B3C4D', 'March 1, 2027'],
      ...['Visa ending in 4242', 'zoe@example.com', 'Spring Open', 'Tournament entry, begins on April 12, 2027'],
      ...['$40.00', 'Promo code', '−$5.00', 'Paid', '$35.00'],
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Refunded|Credit|Unused/);
  });

  it('says what was refunded, and leaves out what is not there', async () => {
    const text = await read({ refunded: 1_000, payer: null, method: null }, { taxNumber: null, postalAddress: null });
    for (const part of ['Refunded', '−$10.00', 'Paid after refunds', '$25.00', 'Name erased'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Tax ID|Paid with|zoe@/);
  });

  it('is void where staff undid the payment that they had recorded', async () => {
    const text = await read({ refunded: 3_500, method: 'check', isUndone: true });
    for (const part of ['Receipt (void)', 'Recorded as paid', 'Not received, or returned', '−$35.00', '$0.00'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/[Rr]efund/);
  });

  it('adds up for a change of plan with credit', async () => {
    const period = { from: '2027-03-01T17:00:00.000Z', until: '2028-03-01T17:00:00.000Z' };
    const amounts = { price: 95_000, unused: 1_234, discount: 0, credit: 3_000, paid: 90_766 };
    const text = await read({ product: 'membership_annual', title: null, beginsAt: null, period, ...amounts });
    for (const part of ['Annual membership', 'March 1, 2027 – March 1, 2028', '−$12.34', '−$30.00', '$907.66'])
      expect(text).toContain(part);
  });

  it('shows names of many scripts, and a question mark for other characters', async () => {
    const text = (
      await read({ payer: { name: 'Zoë Łukasz 李小龍 Жуков Ελένη 김', email: 'z@example.com' } })
    ).replaceAll('\n', '');
    expect(text).toContain('Zoë Łukasz 李小龍 Жуков Ελένη ?');
  });

  it('is the same file for the same data, and another for others', async () => {
    const [first, again, other] = await Promise.all([
      makeReceipt(RECEIPT, PROFILE),
      makeReceipt(RECEIPT, PROFILE),
      makeReceipt({ ...RECEIPT, refunded: 100 }, PROFILE),
    ]);
    expect(again).toEqual(first);
    expect(other.etag).not.toBe(first.etag);
  });
});
