import PDFDocument from 'pdfkit';
import { AFF, AFF_ON_INK, INK, INK_2, NEG, NEG_ON_INK, PAPER, RULE } from './palette.ts';
import { type Cut, CUT_NAMES, typeface } from './typefaces.ts';

/** Points; 8.5 × 11 inches. */
export const PAGE = { width: 612, height: 792, left: 96, right: 552, top: 76, bottom: 728 } as const;
/** The area that a full-page sheet may use. */
export const SHEET = { left: 48, right: 564, top: 76, bottom: 728 } as const;
const COVER_HEIGHT = 262;

/** A piece of a line in one cut. */
export interface Span {
  readonly text: string;
  readonly cut: Cut;
  readonly link?: string;
}

export interface TextStyle {
  readonly size: number;
  readonly leading: number;
  readonly color?: string;
}

interface Placed extends Span {
  readonly width: number;
}
export type Line = readonly Placed[];

export interface PdfMeta {
  readonly title: string;
  readonly description: string;
  readonly label: string;
  /** The instant that the file says it was made: the text's own day, so that the same text makes the same bytes. */
  readonly date: Date;
  readonly association: string;
}

/**
 * A document under way: pages with their band, margin rule and running lines, a place to write on, and the structure that
 * screen readers go by. A caller asks for room before it draws; nothing is drawn across the end of a page.
 */
export class PdfPage {
  readonly doc: PDFKit.PDFDocument;
  y: number = PAGE.top;
  private readonly open: PDFKit.PDFStructureElement[] = [];
  private readonly chunks: Buffer[] = [];

  constructor(private readonly meta: PdfMeta) {
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      info: {
        Title: meta.title,
        Author: meta.association,
        Subject: meta.description,
        Creator: meta.association,
        Producer: 'PDFKit',
        CreationDate: meta.date,
        ModDate: meta.date,
      },
    });
    this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    for (const cut of CUT_NAMES) this.doc.registerFont(cut, typeface(cut) as unknown as PDFKit.Mixins.PDFFontSource);
    const root = this.doc.struct('Document');
    this.doc.addStructure(root);
    this.open.push(root);
  }

  /** Draws with everything inside it counted as one element of the structure. */
  element(type: string, draw: () => void): void {
    const element = this.doc.struct(type);
    this.open.at(-1)?.add(element);
    this.open.push(element);
    draw();
    this.open.pop();
    element.end();
  }

  /** Draws a decoration, which screen readers skip. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  newPage(): void {
    this.doc.addPage();
    this.y = PAGE.top;
    if (this.doc.bufferedPageRange().count > 1) {
      this.artifact(() => this.rule(PAGE.left - 16, 54, PAGE.left - 16, PAGE.bottom + 14, RULE));
    }
  }

  /** A page without the margin's rule, for sheets that use the whole width. */
  newSheet(): void {
    this.doc.addPage();
    this.y = SHEET.top;
  }

  /** Begins another page when less than `height` is left. Returns whether it did. */
  room(height: number): boolean {
    if (this.y + height <= PAGE.bottom) return false;
    this.newPage();
    return true;
  }

  /** Breaks spans into lines of at most `width`. */
  lines(spans: readonly Span[], style: TextStyle, width: number): Line[] {
    const lines: Placed[][] = [[]];
    let used = 0;
    const widthOf = (text: string, cut: Cut): number => this.doc.font(cut).fontSize(style.size).widthOfString(text);
    for (const word of wordsOf(spans)) {
      const pieces = word.map((span) => ({ ...span, width: widthOf(span.text, span.cut) }));
      const wordWidth = pieces.reduce((sum, piece) => sum + piece.width, 0);
      const visible = wordWidth - trailingBlank(pieces, widthOf);
      if (used > 0 && used + visible > width) {
        lines.push([]);
        used = 0;
      }
      lines.at(-1)?.push(...pieces);
      used += wordWidth;
    }
    return lines.map(merged).filter((line) => line.length > 0);
  }

  /** Writes one line with its baseline in the middle of its leading. Part of the open element. */
  writeLine(line: Line, x: number, style: TextStyle, type = 'P'): void {
    const baseline = this.y + style.leading * 0.5 + style.size * 0.33;
    this.writeAt(line, x, baseline, style, type);
    this.y += style.leading;
  }

  /** Writes a line of spans on a baseline. */
  writeAt(line: readonly Span[], x: number, baseline: number, style: TextStyle, type = 'P'): void {
    const content = this.doc.markStructureContent(type);
    let at = x;
    for (const { text, cut, link } of line) {
      const color = link === undefined ? (style.color ?? INK) : NEG;
      this.doc.font(cut).fontSize(style.size).fillColor(color);
      const width = this.doc.widthOfString(text);
      this.doc.text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      if (link !== undefined) {
        this.doc.underline(at, baseline - style.size, this.doc.widthOfString(text.trimEnd()), style.size + 2, {
          color: NEG,
        });
        this.doc.link(at, baseline - style.size, width, style.size + 3, link);
      }
      at += width;
    }
    this.doc.endMarkedContent();
    this.open.at(-1)?.add(content);
  }

  /** Writes a paragraph of the given element, over as many pages as it needs. */
  paragraph(type: string, spans: readonly Span[], style: TextStyle, x: number, width: number): void {
    this.element(type, () => {
      const lines = this.lines(spans, style, width);
      // No line alone at the foot of a page.
      this.room(Math.min(lines.length, 2) * style.leading);
      lines.forEach((line, index) => {
        const isLastButOne = lines.length > 2 && index === lines.length - 2;
        this.room(style.leading * (isLastButOne ? 2 : 1));
        this.writeLine(line, x, style, type);
      });
    });
  }

  rule(x1: number, y1: number, x2: number, y2: number, color: string, width = 0.75): void {
    this.doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(width).strokeColor(color).stroke();
  }

  /** The first page: a band of ink with the columns and arrows of a flow, and what the document is. */
  cover(): void {
    const { doc, meta } = this;
    this.newPage();
    this.artifact(() => {
      doc.rect(0, 0, PAGE.width, COVER_HEIGHT).fill(INK);
      for (let column = 0; column < 6; column += 1) {
        const x = 96 + column * 102;
        this.rule(x, 0, x, COVER_HEIGHT, '#27323F', 0.75);
      }
      this.arrow(330, 40, 494, 62, AFF_ON_INK);
      this.arrow(494, 74, 416, 96, NEG_ON_INK);
      this.arrow(416, 108, 560, 134, AFF_ON_INK);
      doc.rect(0, COVER_HEIGHT, PAGE.width / 2, 4).fill(AFF);
      doc.rect(PAGE.width / 2, COVER_HEIGHT, PAGE.width / 2, 4).fill(NEG);
      this.mark(96, 34, 26, PAPER, AFF_ON_INK);
    });
    const small = { size: 10, leading: 14, color: '#C9D0D8' };
    this.element('P', () =>
      this.writeAt([{ text: meta.association, cut: 'strong' }], 130, 52, { ...small, color: PAPER }),
    );
    const titleStyle = { size: 37, leading: 41, color: PAPER };
    const title = this.lines([{ text: meta.title, cut: 'title' }], titleStyle, 440);
    const about = this.lines([{ text: meta.description, cut: 'quote' }], { size: 13.5, leading: 19 }, 420);
    this.y = COVER_HEIGHT - 46 - about.length * 19 - title.length * 41;
    this.element('H1', () => title.forEach((line) => this.writeLine(line, PAGE.left, titleStyle, 'H1')));
    this.y += 4;
    this.element('P', () =>
      about.forEach((line) => this.writeLine(line, PAGE.left, { size: 13.5, leading: 19, color: '#E6E1D6' })),
    );
    this.element('P', () =>
      this.writeAt([{ text: meta.label, cut: 'text' }], PAGE.left, COVER_HEIGHT - 18, { ...small, size: 9.5 }),
    );
    this.y = COVER_HEIGHT + 34;
    this.artifact(() => this.rule(PAGE.left - 16, COVER_HEIGHT + 22, PAGE.left - 16, PAGE.bottom + 14, RULE));
  }

  /** An answer on a flow: from an argument over to the place where it is met. */
  arrow(x1: number, y1: number, x2: number, y2: number, color: string): void {
    const { doc } = this;
    const bend = (x2 - x1) * 0.45;
    doc
      .moveTo(x1, y1)
      .bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2)
      .lineWidth(1.5)
      .strokeColor(color)
      .stroke();
    const back = x2 > x1 ? -7 : 7;
    doc
      .moveTo(x2 + back, y2 - 4)
      .lineTo(x2, y2)
      .lineTo(x2 + back, y2 + 4)
      .lineWidth(1.5)
      .strokeColor(color)
      .stroke();
    doc.circle(x1, y1, 2.2).fill(color);
  }

  /** The lectern: a sloping top, and a foot. */
  mark(x: number, y: number, size: number, color: string, top: string): void {
    const unit = size / 32;
    const { doc } = this;
    doc.lineCap('round').lineWidth(3.2 * unit);
    doc
      .moveTo(x + 6.5 * unit, y + 12.5 * unit)
      .lineTo(x + 25.5 * unit, y + 8 * unit)
      .strokeColor(top)
      .stroke();
    doc
      .moveTo(x + 17 * unit, y + 11.5 * unit)
      .lineTo(x + 15 * unit, y + 25 * unit)
      .moveTo(x + 10 * unit, y + 25 * unit)
      .lineTo(x + 21 * unit, y + 25 * unit)
      .strokeColor(color)
      .stroke();
    doc.lineCap('butt');
  }

  /** Numbers the pages and ends the document. Nothing can be drawn after. */
  async finish(): Promise<{ bytes: Uint8Array; pages: number }> {
    const { doc } = this;
    const { count } = doc.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      doc.switchToPage(index);
      this.artifact(() => this.runningLines(index, count));
    }
    this.open[0]?.end();
    const ended = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
    doc.end();
    await ended;
    return { bytes: Buffer.concat(this.chunks), pages: count };
  }

  private runningLines(index: number, count: number): void {
    const { doc, meta } = this;
    const write = (text: string, x: number, baseline: number, cut: Cut, color: string): void => {
      doc
        .font(cut)
        .fontSize(8.5)
        .fillColor(color)
        .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
    };
    const right = (text: string, baseline: number): void => {
      doc.font('text').fontSize(8.5);
      write(text, SHEET.right - doc.widthOfString(text), baseline, 'text', INK_2);
    };
    this.rule(SHEET.left, 748, SHEET.right, 748, RULE);
    write(meta.association, SHEET.left, 762, 'text', INK_2);
    right(`Page ${index + 1} of ${count}`, 762);
    if (index === 0) return;
    this.mark(SHEET.left - 4, 30, 16, INK, AFF);
    write(meta.title, SHEET.left + 18, 42, 'strong', INK_2);
    right(meta.label, 42);
    this.rule(SHEET.left, 52, SHEET.right, 52, RULE);
  }
}

/** Words with the blank that follows each; a word may change its cut in the middle. */
const wordsOf = (spans: readonly Span[]): Span[][] => {
  const words: Span[][] = [[]];
  for (const span of spans) {
    for (const part of span.text.replace(/\s+/g, ' ').match(/ |[^ ]+ ?/g) ?? []) {
      words.at(-1)?.push({ ...span, text: part });
      if (part.endsWith(' ')) words.push([]);
    }
  }
  return words.filter((word) => word.length > 0);
};

const trailingBlank = (word: readonly Placed[], widthOf: (text: string, cut: Cut) => number): number => {
  const last = word.at(-1);
  return last?.text.endsWith(' ') === true ? widthOf(' ', last.cut) : 0;
};

/** Neighbors of one cut as one piece, so that their text is copied whole. */
const merged = (line: readonly Placed[]): Line => {
  const pieces: Placed[] = [];
  for (const piece of line) {
    const last = pieces.at(-1);
    if (last !== undefined && last.cut === piece.cut && last.link === piece.link) {
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width };
    } else pieces.push(piece);
  }
  return pieces;
};
