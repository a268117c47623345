import type { Block, Group, Leaf } from './email-content.ts';

/** A width that leaves room for quoting. */
const COLUMNS = 76;
const COLUMNS_MIN = 20;

/** An email as plain text: lines of at most 76 columns (except URLs and other long words), links as URLs. */
export const emailAsText = (message: Group): string => blocksAsText(message.blocks, COLUMNS).join('\n');

/** Joins parts with an empty line between them. */
const apart = (parts: readonly string[][]): string[] =>
  parts.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));

const blocksAsText = (blocks: readonly Block[], columns: number): string[] =>
  apart(blocks.map((block) => blockAsText(block, Math.max(columns, COLUMNS_MIN))));

const blockAsText = (block: Block, columns: number): string[] => {
  switch (block.kind) {
    case 'rule':
      return ['-'.repeat(Math.min(columns, 20))];
    case 'leaf':
      return leafAsText(block, columns);
    case 'group':
      return groupAsText(block, columns);
  }
};

const groupAsText = (group: Group, columns: number): string[] => {
  switch (group.tag) {
    case 'blockquote':
      return blocksAsText(group.blocks, columns - 2).map((line) => `> ${line}`.trimEnd());
    case 'ul':
    case 'ol':
      return group.blocks.flatMap((item, index) => {
        const mark = group.tag === 'ul' ? '- ' : `${(group.start ?? 1) + index}. `;
        const lines =
          item.kind === 'group' && item.tag === 'li'
            ? blocksAsText(item.blocks, columns - mark.length)
            : blockAsText(item, columns - mark.length);
        return (lines.length === 0 ? [''] : lines).map((line, row) =>
          `${row === 0 ? mark : ' '.repeat(mark.length)}${line}`.trimEnd(),
        );
      });
    case 'table':
      return group.blocks.flatMap((row) =>
        row.kind === 'group' && row.tag === 'tr' ? rowAsText(row, columns) : blockAsText(row, columns),
      );
    case 'email':
    case 'li':
    case 'tr':
    case 'td':
    case 'th':
      return blocksAsText(group.blocks, columns);
  }
};

/** A row of short cells becomes one line; otherwise its cells follow below each other. */
const rowAsText = (row: Group, columns: number): string[] => {
  const cells = row.blocks.map((cell) =>
    cell.kind === 'group' ? blocksAsText(cell.blocks, columns) : blockAsText(cell, columns),
  );
  const line = cells.map((lines) => lines[0] ?? '').join(' | ');
  return cells.every((lines) => lines.length <= 1) && line.length <= columns
    ? [line.trimEnd()].filter((text) => text !== '')
    : cells.flat();
};

const leafAsText = (leaf: Leaf, columns: number): string[] => {
  const text = wordsOf(leaf);
  if (text.trim() === '') return [];
  if (leaf.tag === 'pre')
    return text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.trimEnd());
  const lines = text.split('\n').flatMap((line) => wrap(line.trim(), columns));
  const longest = Math.max(...lines.slice(0, 3).map((line) => line.length));
  return leaf.tag === 'h1' || leaf.tag === 'h2'
    ? [...lines, (leaf.tag === 'h1' ? '=' : '-').repeat(Math.min(longest, columns))]
    : lines;
};

/** The words of a paragraph, each link followed by its URL unless its text is the URL. */
const wordsOf = (leaf: Leaf): string => {
  const said: string[] = [];
  let link: string | null = null;
  let label = '';
  const endLink = (): void => {
    if (link !== null && !saysAddress(label, link))
      said.push(`${said.at(-1)?.endsWith(' ') === true ? '' : ' '}(${link.replace(/^mailto:/, '')})`);
    link = null;
    label = '';
  };
  for (const piece of leaf.pieces) {
    const format = piece.formats.find(({ kind }) => kind === 'link');
    const url = format?.kind === 'link' ? format.url : null;
    if (url !== link) {
      endLink();
      link = url;
    }
    const words =
      piece.kind === 'text' ? piece.text : piece.kind === 'break' ? '\n' : piece.alt === '' ? '' : `[${piece.alt}]`;
    if (words !== '') said.push(words);
    label += words;
  }
  endLink();
  return said.join('');
};

const bare = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, '')
    .replace(/\/$/, '');
const saysAddress = (label: string, url: string): boolean => bare(label) === bare(url);

const wrap = (text: string, columns: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].filter((each) => each !== '');
};
