import { marked, type Token, type Tokens } from 'marked';
import { plain, wordsOf } from '@lectern/contracts/content/render-article';
import { AFF, BRASS, INK, INK_2, NEG, PAPER, RULE } from './palette.ts';
import { PAGE, type PdfMeta, PdfPage, SHEET, type Span } from './pdf-page.ts';
import { missingCharacters } from './typefaces.ts';

const BODY = { size: 10.5, leading: 15.5 };
const SMALL = { size: 9.5, leading: 13 };
const NOTE = /^Note:\s*/;
const WIDTH = PAGE.right - PAGE.left;
const CELL = { x: 6, y: 5 };
const ROW_MIN = 23;
const ROW_TO_WRITE = 30;
const SHORT_COLUMN = 92;
/** The head of a column that numbers are written into. */
const NUMBERS = /\d|points|count/i;
const WHOLE_TABLE_MAX = 300;

export interface RenderedDocument {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly problems: readonly string[];
}

/**
 * Sets Markdown as a PDF with selectable text, page numbers, bookmarks and a structure for screen readers. The same text makes
 * the same bytes. Beside usual Markdown: `---` begins a page, `- [ ]` is a box to tick, and blocks of code named `flow`,
 * `fields` and `lines` are forms to write on (editorial/README.md).
 */
export const renderDocument = async (markdown: string, meta: PdfMeta): Promise<RenderedDocument> => {
  const page = new PdfPage(meta);
  const setter = new DocumentSetter(page);
  page.cover();
  setter.blocks(marked.lexer(markdown));
  const problems = [...setter.problems];
  const missing = missingCharacters(`${meta.title}${meta.description}${markdown}`);
  if (missing.length > 0) problems.push(`has characters that its typeface cannot draw: ${missing.join(' ')}`);
  return { ...(await page.finish()), problems };
};

class DocumentSetter {
  readonly problems: string[] = [];

  constructor(private readonly page: PdfPage) {}

  blocks(tokens: readonly Token[]): void {
    const visible = tokens.filter(({ type }) => type !== 'space');
    visible.forEach((token, index) => this.block(token, visible[index + 1]));
  }

  private block(token: Token, next?: Token): void {
    const { page } = this;
    switch (token.type) {
      case 'hr':
        return page.newPage();
      case 'heading':
        return this.heading(token as Tokens.Heading, next);
      case 'paragraph':
        page.paragraph('P', this.spans((token as Tokens.Paragraph).tokens), BODY, PAGE.left, WIDTH);
        page.y += 7;
        return;
      case 'list':
        return this.list(token as Tokens.List);
      case 'table':
        return this.table(token as Tokens.Table);
      case 'blockquote':
        return this.quote(token as Tokens.Blockquote);
      case 'code':
        return this.form(token as Tokens.Code);
      default:
        this.problems.push(
          `has something that a document cannot show (${token.type}): ${token.raw.trim().slice(0, 60)}`,
        );
    }
  }

  private heading({ tokens, depth }: Tokens.Heading, next: Token | undefined): void {
    const { page } = this;
    const title = wordsOf(tokens);
    if (depth !== 2 && depth !== 3) this.problems.push(`has a heading of level ${depth}; use ## and ###: ${title}`);
    const style = depth === 2 ? { size: 20, leading: 25 } : { size: 13, leading: 18 };
    // A heading stays with what follows it, with a short table as a whole.
    const following =
      next?.type === 'table'
        ? Math.max(44, this.wholeTable(this.measure(next as Tokens.Table)))
        : next?.type === 'heading'
          ? 84
          : 44;
    const isFresh = page.room((depth === 2 ? 20 : 10) + style.leading + following);
    if (!isFresh && page.y > PAGE.top + 4) page.y += depth === 2 ? 16 : 8;
    if (depth === 2) {
      page.doc.outline.addItem(title);
      // A tick in each ink on the margin's rule.
      page.artifact(() => {
        page.rule(PAGE.left - 22, page.y + 10, PAGE.left - 16, page.y + 10, AFF, 2);
        page.rule(PAGE.left - 16, page.y + 15, PAGE.left - 10, page.y + 15, NEG, 2);
      });
    }
    page.paragraph(depth === 2 ? 'H2' : 'H3', [{ text: title, cut: 'heading' }], style, PAGE.left, WIDTH);
    page.y += depth === 2 ? 5 : 3;
  }

  private list(list: Tokens.List, indent = 0): void {
    const { page } = this;
    const left = PAGE.left + 18 + indent;
    page.element('L', () => {
      list.items.forEach((item, index) => {
        page.element('LI', () => {
          page.room(BODY.leading * 2);
          const top = page.y;
          if (item.task) {
            page.artifact(() =>
              page.doc
                .roundedRect(left - 17, top + 3, 9.5, 9.5, 1.5)
                .lineWidth(0.9)
                .strokeColor(INK_2)
                .stroke(),
            );
          } else if (list.ordered) {
            const number = `${Number(list.start || 1) + index}`;
            page.element('Lbl', () =>
              page.writeAt(
                [{ text: number, cut: 'heading' }],
                left - 17,
                top + BODY.leading * 0.5 + BODY.size * 0.33,
                { ...BODY, color: AFF },
                'Lbl',
              ),
            );
          } else {
            page.artifact(() =>
              page.rule(
                left - 14,
                top + BODY.leading / 2 + 0.5,
                left - 6,
                top + BODY.leading / 2 + 0.5,
                indent === 0 ? NEG : BRASS,
                1.4,
              ),
            );
          }
          page.element('LBody', () => {
            for (const part of item.tokens) {
              if (part.type === 'list') this.list(part as Tokens.List, indent + 18);
              else if (part.type === 'checkbox' || part.type === 'space') continue;
              else if ('tokens' in part && part.tokens !== undefined) {
                page.paragraph('P', this.spans(part.tokens), BODY, left, PAGE.right - left);
              } else this.problems.push(`has something in a list that a document cannot show (${part.type})`);
            }
          });
          page.y += 2.5;
        });
      });
    });
    if (indent === 0) page.y += 6;
  }

  private quote({ tokens }: Tokens.Blockquote): void {
    const { page } = this;
    const spans = tokens.flatMap((token, index) => [
      ...(index > 0 ? [{ text: ' ', cut: 'text' as const }] : []),
      ...('tokens' in token && token.tokens !== undefined ? this.spans(token.tokens) : []),
    ]);
    const isNote = NOTE.test(wordsOf(tokens));
    if (isNote) {
      const noted: Span[] = spans.map((span, index) =>
        index === 0 ? { ...span, text: span.text.replace(NOTE, '') } : span,
      );
      const lines = page.lines(noted, BODY, WIDTH - 30);
      const height = lines.length * BODY.leading + 18;
      page.room(height + 6);
      page.y += 3;
      page.artifact(() => {
        page.doc.roundedRect(PAGE.left, page.y, WIDTH, height, 4).fill(PAPER);
        page.doc.rect(PAGE.left, page.y, 3, height).fill(NEG);
      });
      page.y += 9;
      page.element('Note', () => lines.forEach((line) => page.writeLine(line, PAGE.left + 16, BODY, 'Note')));
      page.y += 20;
      return;
    }
    const style = { size: 15, leading: 21, color: NEG };
    const lines = page.lines(
      spans.map((span) => ({ ...span, cut: 'quote' as const })),
      style,
      WIDTH - 40,
    );
    page.room(lines.length * style.leading + 18);
    page.y += 6;
    page.artifact(() =>
      page.doc
        .font('title')
        .fontSize(46)
        .fillColor(AFF)
        .text('“', PAGE.left, page.y + 34, { lineBreak: false, baseline: 'alphabetic' }),
    );
    page.element('BlockQuote', () =>
      lines.forEach((line) => page.writeLine(line, PAGE.left + 30, style, 'BlockQuote')),
    );
    page.y += 12;
  }

  /** The cells of a table, their columns, and how high it will be. */
  private measure({ header, rows }: Tokens.Table) {
    const { page } = this;
    const cells = (row: Tokens.TableCell[]): Span[][] => row.map((cell) => this.spans(cell.tokens));
    const head = cells(header).map((spans) => spans.map((span) => ({ ...span, cut: 'strong' as const })));
    const body = rows.map(cells);
    const widths = this.columnWidths(head, body);
    const linesOf = (row: Span[][]) =>
      row.map((spans, index) => page.lines(spans, SMALL, (widths[index] ?? 0) - 2 * CELL.x));
    const heightOf = (row: Span[][]): number => {
      // A cell without text is there to be written in.
      const least = row !== head && row.slice(1).some((cell) => cell.length === 0) ? ROW_TO_WRITE : ROW_MIN;
      return Math.max(least, ...linesOf(row).map((cell) => cell.length * SMALL.leading + 2 * CELL.y));
    };
    const height = [head, ...body].reduce((sum, row) => sum + heightOf(row), 0) + 8;
    return { head, body, widths, linesOf, heightOf, height };
  }

  /** The room that a table asks for before it begins: all of it when it is short, two rows otherwise. */
  private wholeTable({ head, body, heightOf, height }: ReturnType<DocumentSetter['measure']>): number {
    return height <= WHOLE_TABLE_MAX ? height : heightOf(head) + heightOf(body[0] ?? head) + 8;
  }

  /** Hairlines between rows, the head in ink and again on each page that the table goes on to. */
  private table(table: Tokens.Table): void {
    const { page } = this;
    const measured = this.measure(table);
    const { head, body, widths, linesOf, heightOf } = measured;
    const left = PAGE.left;
    const width = widths.reduce((sum, each) => sum + each, 0);
    const drawRow = (row: Span[][], isHead: boolean): void => {
      const lines = linesOf(row);
      const height = heightOf(row);
      const top = page.y;
      page.artifact(() => {
        if (isHead) page.doc.rect(left, top, width, height).fill(INK);
        let x = left;
        for (const each of widths.slice(0, -1)) {
          x += each;
          page.rule(x, top, x, top + height, isHead ? '#4A5565' : RULE, 0.6);
        }
        page.rule(left, top + height, left + width, top + height, isHead ? INK : '#CFC6B4', 0.6);
      });
      page.element('TR', () => {
        let x = left;
        lines.forEach((cell, index) => {
          const type = isHead ? 'TH' : 'TD';
          page.element(type, () => {
            page.y = top + CELL.y;
            for (const line of cell) page.writeLine(line, x + CELL.x, { ...SMALL, color: isHead ? PAPER : INK }, type);
          });
          x += widths[index] ?? 0;
        });
      });
      page.y = top + height;
    };
    page.room(this.wholeTable(measured));
    page.y += 4;
    page.element('Table', () => {
      drawRow(head, true);
      for (const row of body) {
        if (page.room(heightOf(row))) drawRow(head, true);
        drawRow(row, false);
      }
    });
    page.y += 12;
  }

  /** As wide as the contents ask, within what there is; every column has room for its longest word. */
  private columnWidths(head: Span[][], body: readonly Span[][][]): number[] {
    const { page } = this;
    const rows = [head, ...body];
    const count = Math.max(...rows.map((row) => row.length));
    const widthOf = (spans: readonly Span[]): number =>
      spans.reduce((sum, { text, cut }) => sum + page.doc.font(cut).fontSize(SMALL.size).widthOfString(text), 0);
    const columns = Array.from({ length: count }, (_, index) => {
      const column = rows.map((row) => row[index] ?? []);
      const longestWord = Math.max(
        0,
        ...column.flat().flatMap(({ text, cut }) => text.split(/\s+/).map((word) => widthOf([{ text: word, cut }]))),
      );
      const natural = Math.max(0, ...column.map(widthOf));
      // A short column is not broken at all.
      const least = natural <= SHORT_COLUMN ? natural : longestWord;
      const isToWrite =
        body.length > 0 &&
        body.every((row) => (row[index] ?? []).length === 0) &&
        !NUMBERS.test((head[index] ?? []).map(({ text }) => text).join(''));
      return { least: least + 2 * CELL.x + 1, wish: Math.min(isToWrite ? 220 : natural, 260) + 2 * CELL.x + 1 };
    });
    const least = columns.reduce((sum, column) => sum + column.least, 0);
    const wish = columns.reduce((sum, column) => sum + column.wish - column.least, 0);
    if (least > WIDTH)
      this.problems.push(
        `has a table whose words are wider than the page: ${rows[0]?.map((cell) => cell.map(({ text }) => text).join('')).join(' | ')}`,
      );
    const spare = Math.max(0, WIDTH - least);
    return columns.map(
      (column) => column.least + (wish === 0 ? spare / count : (spare * (column.wish - column.least)) / wish),
    );
  }

  private form({ lang, text }: Tokens.Code): void {
    const [kind, argument] = (lang ?? '').split(/\s+/);
    if (kind === 'flow') return this.flowSheet(text);
    if (kind === 'fields') return this.fields(text);
    if (kind === 'lines') return this.ruledLines(text, Number(argument ?? 3));
    this.problems.push(`has a block of code named "${lang ?? ''}"; flow, fields and lines are known`);
  }

  /** A page of ruled columns, one for each speech, in the ink of its side. */
  private flowSheet(text: string): void {
    const { page } = this;
    const settings = new Map(text.split('\n').map((line) => line.split(/:\s*(.*)/s).slice(0, 2) as [string, string]));
    const columns = (settings.get('columns') ?? '').split('|').map((name) => name.trim());
    const inks = (settings.get('inks') ?? '').split(/\s+/);
    const title = settings.get('title') ?? 'Flow';
    const rows = Number(settings.get('rows') ?? 16);
    if (columns.length < 2 || columns.length > 8 || !(rows > 0 && rows < 40))
      this.problems.push('has a flow without 2 to 8 columns, or with impossible rows');
    page.newSheet();
    page.doc.outline.addItem(title);
    page.element('H3', () =>
      page.writeAt([{ text: title, cut: 'heading' }], SHEET.left, page.y + 12, { size: 15, leading: 20 }, 'H3'),
    );
    page.y += 26;
    this.blanks([['Motion'], ['Affirmative', 'Negative', 'Date']], SHEET.left, SHEET.right);
    page.y += 4;
    const top = page.y;
    const width = (SHEET.right - SHEET.left) / columns.length;
    const headHeight = 26;
    page.artifact(() => {
      const rowHeight = (SHEET.bottom - top - headHeight) / rows;
      for (let row = 1; row < rows; row += 1)
        page.rule(
          SHEET.left,
          top + headHeight + row * rowHeight,
          SHEET.right,
          top + headHeight + row * rowHeight,
          '#EFE9DC',
          0.5,
        );
      columns.forEach((_, index) => {
        const x = SHEET.left + index * width;
        page.doc.rect(x, top, width, headHeight).fill(inkOf(inks[index]));
        if (index > 0) page.rule(x, top, x, SHEET.bottom, '#BFB5A2', 0.8);
      });
      page.doc
        .rect(SHEET.left, top, SHEET.right - SHEET.left, SHEET.bottom - top)
        .lineWidth(0.8)
        .strokeColor('#BFB5A2')
        .stroke();
    });
    page.element('P', () => {
      columns.forEach((name, index) => {
        const size = page.doc.font('strong').fontSize(9).widthOfString(name) > width - 10 ? 7.5 : 9;
        page.writeAt([{ text: name, cut: 'strong' }], SHEET.left + index * width + 6, top + 17, {
          size,
          leading: 12,
          color: PAPER,
        });
      });
    });
    page.y = PAGE.bottom;
  }

  private fields(text: string): void {
    const rows = text.split('\n').map((line) => line.split('|').map((label) => label.trim()));
    this.page.room(rows.length * 26 + 6);
    this.blanks(rows, PAGE.left, PAGE.right);
    this.page.y += 10;
  }

  /** Labels, each with a line to write on. */
  private blanks(rows: readonly string[][], left: number, right: number): void {
    const { page } = this;
    for (const row of rows) {
      const width = (right - left - 14 * (row.length - 1)) / row.length;
      page.y += 26;
      row.forEach((label, index) => {
        const x = left + index * (width + 14);
        page.element('P', () =>
          page.writeAt([{ text: label, cut: 'text' }], x, page.y - 6, { ...SMALL, color: INK_2 }),
        );
        const labelWidth = page.doc.font('text').fontSize(SMALL.size).widthOfString(label) + 8;
        page.artifact(() => page.rule(x + labelWidth, page.y - 4, x + width, page.y - 4, '#9A927F', 0.7));
      });
    }
    page.y += 4;
  }

  /** Each line of text as a label with ruled lines below it. */
  private ruledLines(text: string, count: number): void {
    const { page } = this;
    if (!(count > 0 && count < 30)) return void this.problems.push('has lines without a number from 1 to 29');
    for (const label of text.split('\n').filter((line) => line.trim() !== '')) {
      page.room(20 + count * 22);
      page.paragraph('P', [{ text: label, cut: 'strong' }], BODY, PAGE.left, WIDTH);
      page.artifact(() => {
        for (let line = 1; line <= count; line += 1)
          page.rule(PAGE.left, page.y + line * 22, PAGE.right, page.y + line * 22, '#CFC6B4', 0.7);
      });
      page.y += count * 22 + 12;
    }
  }

  private spans(tokens: readonly Token[] | undefined, cut: Span['cut'] = 'text', link?: string): Span[] {
    return (tokens ?? []).flatMap((token): Span[] => {
      const inner = 'tokens' in token ? token.tokens : undefined;
      if (token.type === 'strong') return this.spans(inner, 'strong', link);
      if (token.type === 'em') return this.spans(inner, cut === 'strong' ? 'strong' : 'emphasis', link);
      if (token.type === 'link') return this.spans(inner, cut, (token as Tokens.Link).href);
      if (token.type === 'br') return [{ text: ' ', cut }];
      if (token.type === 'checkbox') return [];
      if (token.type === 'text' && inner !== undefined) return this.spans(inner, cut, link);
      if (token.type === 'text' || token.type === 'escape' || token.type === 'codespan') {
        return [{ text: plain((token as Tokens.Text).text), cut, ...(link === undefined ? {} : { link }) }];
      }
      this.problems.push(
        `has something in a line that a document cannot show (${token.type}): ${token.raw.slice(0, 60)}`,
      );
      return [];
    });
  }
}

const inkOf = (side: string | undefined): string => (side === 'aff' ? AFF : side === 'neg' ? NEG : INK);
