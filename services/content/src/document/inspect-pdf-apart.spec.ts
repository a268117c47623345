import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { NO_PDF } from './begins-as-pdf.ts';
import { inspectPdfApart, TOO_COMPLEX } from './inspect-pdf-apart.ts';

/** One page, and so many objects that nobody sees. */
const pdfWith = (objects: number): Buffer => {
  const parts = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
    ...Array.from({ length: objects }, () => '<<>>'),
  ];
  let text = '%PDF-1.4\n';
  const places = parts.map((part, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj ${part} endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer <</Size ${places.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text + table + trailer);
};

it('reads a PDF as it is written again', async () => {
  const result = await inspectPdfApart(pdfWith(10));
  if ('refusal' in result) throw new Error(result.refusal);
  expect(result.pages).toBe(1);
  expect((await PDFDocument.load(result.written)).getPageCount()).toBe(1);
});

it('gives the reason of a refusal', async () => {
  expect(await inspectPdfApart(Buffer.from('no PDF'))).toEqual({ refusal: NO_PDF });
});

it('refuses a file that takes too long, and does other work meanwhile', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 20);
  expect(await inspectPdfApart(pdfWith(200_000), { seconds: 2, megabytes: 1_000 })).toEqual({ refusal: TOO_COMPLEX });
  clearInterval(others);
  expect(turns).toBeGreaterThan(20);
});

it('refuses a file that takes too much memory', async () => {
  expect(await inspectPdfApart(pdfWith(100_000), { seconds: 60, megabytes: 16 })).toEqual({ refusal: TOO_COMPLEX });
});
