import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import type { ReceiptText } from './receipt-text.ts';
import type { Run, Typefaces, Weight } from './typefaces.ts';

/** Points; 8.5 × 11 inches. */
const PAGE = { width: 612, height: 792, left: 64, right: 548, top: 64 } as const;
const WIDTH = PAGE.right - PAGE.left;
const COLUMN = 232;
const [INK, SOFT, RULE] = ['#1b2530', '#5a6570', '#d8d3c7'];

interface Style {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
}

/** A PDF of a receipt; the same text makes the same bytes. `date` is the instant that the file says it was made. */
export const receiptPdf = async (
  text: ReceiptText,
  { association, color, date }: { readonly association: string; readonly color: string; readonly date: Date },
  typefaces: Typefaces,
): Promise<Buffer> => {
  const sheet = new Sheet(typefaces, `${text.title} ${text.details[0]?.[1] ?? ''}`, association, date);
  sheet.rect(color);
  sheet.write('H1', text.title, PAGE.left, WIDTH, { size: 26, weight: 'bold' });
  sheet.y += 18;
  const top = sheet.y;
  text.issuer.forEach((line, index) =>
    sheet.write('P', line, PAGE.left, COLUMN, index === 0 ? { size: 11, weight: 'bold' } : { size: 10, color: SOFT }),
  );
  const below = sheet.y;
  sheet.y = top;
  for (const [label, value] of text.details) sheet.pair(label, value, PAGE.right - COLUMN, COLUMN);
  sheet.y = Math.max(below, sheet.y) + 22;
  sheet.write('P', 'Paid by', PAGE.left, WIDTH, { size: 9, color: SOFT });
  text.payer.forEach((line, index) =>
    sheet.write('P', line, PAGE.left, WIDTH, index === 0 ? { size: 11, weight: 'bold' } : { size: 10, color: SOFT }),
  );
  sheet.y += 22;
  sheet.rule();
  sheet.amount(text.item.name, text.item.amount, { size: 11, weight: 'bold' });
  if (text.item.note !== null) sheet.write('P', text.item.note, PAGE.left, 380, { size: 10, color: SOFT });
  sheet.y += 8;
  sheet.rule();
  for (const { label, amount, isTotal } of text.sums)
    sheet.amount(label, amount, isTotal ? { size: 12, weight: 'bold' } : { size: 10 });
  sheet.y += 8;
  sheet.rule();
  sheet.write('P', text.closing, PAGE.left, WIDTH, { size: 9, color: SOFT });
  return sheet.end();
};

/** A page under way, tagged for screen readers. */
class Sheet {
  y: number = PAGE.top;
  private readonly doc: PDFKit.PDFDocument;
  private readonly root: PDFKit.PDFStructureElement;
  private readonly chunks: Buffer[] = [];

  constructor(
    private readonly typefaces: Typefaces,
    title: string,
    association: string,
    date: Date,
  ) {
    const [first] = typefaces.runs(' ', 'regular');
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      // Not one of the standard fonts, which are read from files.
      font: first?.font as unknown as string,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      info: {
        Title: title,
        Author: association,
        Creator: association,
        Producer: 'PDFKit',
        CreationDate: date,
        ModDate: date,
      },
    });
    this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  /** A band across the top. */
  rect(color: string): void {
    this.decorate(() => this.doc.rect(0, 0, PAGE.width, 8).fill(color));
  }

  rule(): void {
    this.decorate(() =>
      this.doc.moveTo(PAGE.left, this.y).lineTo(PAGE.right, this.y).lineWidth(0.75).strokeColor(RULE).stroke(),
    );
    this.y += 12;
  }

  /** Writes lines of at most `width`. */
  write(type: string, text: string, x: number, width: number, style: Style): void {
    this.mark(type, () => {
      for (const line of this.lines(text, width, style)) {
        this.draw(line, x, style);
        this.y += style.size * 1.45;
      }
    });
  }

  pair(label: string, value: string, x: number, width: number): void {
    const top = this.y;
    this.write('P', label, x, 72, { size: 10, color: SOFT });
    this.y = top;
    this.write('P', value, x + 72, width - 72, { size: 10 });
  }

  /** A label, and an amount at the right edge. */
  amount(label: string, amount: string, style: Style): void {
    const top = this.y;
    const runs = this.typefaces.runs(amount, style.weight ?? 'regular');
    this.write('P', label, PAGE.left, 380, style);
    const below = this.y;
    this.y = top;
    this.mark('P', () => this.draw(runs, PAGE.right - this.widthOf(runs, style), style));
    this.y = below + 2;
  }

  async end(): Promise<Buffer> {
    const ended = once(this.doc, 'end');
    this.root.end();
    this.doc.end();
    await ended;
    return Buffer.concat(this.chunks);
  }

  private decorate(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  private mark(type: string, draw: () => void): void {
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    const element = this.doc.struct(type);
    element.add(content);
    element.end();
    this.root.add(element);
  }

  private draw(runs: readonly Run[], x: number, style: Style): void {
    let at = x;
    for (const run of runs) {
      this.use(run, style);
      this.doc
        .fillColor(style.color ?? INK)
        .text(run.text, at, this.y + style.size, { lineBreak: false, baseline: 'alphabetic' });
      at += this.doc.widthOfString(run.text);
    }
  }

  private use({ font }: Run, { size }: Style): void {
    this.doc.font(font as unknown as string).fontSize(size);
  }

  private widthOf(runs: readonly Run[], style: Style): number {
    return runs.reduce((sum, run) => {
      this.use(run, style);
      return sum + this.doc.widthOfString(run.text);
    }, 0);
  }

  /** Breaks at blanks, and inside a word that is longer than a line. */
  private lines(text: string, width: number, style: Style): Run[][] {
    const runsOf = (line: string): Run[] => this.typefaces.runs(line, style.weight ?? 'regular');
    const fits = (line: string): boolean => this.widthOf(runsOf(line.trimEnd()), style) <= width;
    const lines = [''];
    for (const word of text.split(/(?<=\s)/)) {
      for (const piece of fits(word) ? [word] : word) {
        const longer = `${lines.at(-1) ?? ''}${piece}`;
        if (longer === piece || fits(longer)) lines[lines.length - 1] = longer;
        else lines.push(piece);
      }
    }
    return lines.map(runsOf);
  }
}
