import { randomBytes } from 'node:crypto';

/** A PDF of one empty page, different each time and at least of this size. */
export const aPdf = (bytes = 0): Buffer => {
  const padding = Buffer.concat([Buffer.from('% '), Buffer.from(randomBytes(Math.max(16, bytes)))]);
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from('<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<>>>>'),
    Buffer.concat([Buffer.from(`<</Length ${padding.length}>>\nstream\n`), padding, Buffer.from('\nendstream')]),
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

/** Whether `pdf` has the contents of a file of {@link aPdf}, in whatever objects. */
export const hasContentsOf = (pdf: Buffer, file: Buffer): boolean => {
  const begins = file.indexOf('stream\n') + 'stream\n'.length;
  return pdf.includes(file.subarray(begins, file.indexOf('\nendstream')));
};
