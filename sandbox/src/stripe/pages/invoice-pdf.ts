/** One line of a document: text at the left and, if given, at the right margin. */
export interface PdfLine {
  left: string;
  right?: string;
  size?: number;
}

const WIDTH = 612;
const HEIGHT = 792;
const MARGIN = 64;

/** A one-page PDF of plain lines in Courier and Helvetica, without any package. Characters outside Latin-1 become "?". */
export const plainPdf = (title: string, lines: readonly PdfLine[]): Buffer => {
  let y = HEIGHT - MARGIN;
  const marks: string[] = [];
  for (const { left, right, size = 11 } of lines) {
    y -= size * 1.7;
    if (left !== '') marks.push(`BT /F1 ${size} Tf ${MARGIN} ${y.toFixed(1)} Td ${literal(left)} Tj ET`);
    // Courier’s characters are all 0.6 of its size wide, which is all that setting numbers flush right takes.
    if (right !== undefined)
      marks.push(
        `BT /F2 ${size} Tf ${(WIDTH - MARGIN - right.length * size * 0.6).toFixed(1)} ${y.toFixed(1)} Td ${literal(right)} Tj ET`,
      );
  }
  const content = marks.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    `<< /Title ${literal(title)} >>`,
  ];
  return assemble(objects);
};

const assemble = (objects: readonly string[]): Buffer => {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(text, 'latin1');
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(text, 'latin1');
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
};

const literal = (text: string): string => {
  const latin = text.replaceAll('–', '-').replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
  return `(${latin.replace(/[\\()]/g, (character) => `\\${character}`)})`;
};
