/**
 * Straight quotation marks and apostrophes as a printer sets them. Works on Markdown: a mark beside `*` or `_` goes by its other
 * neighbor.
 */
export const typographic = (text: string): string =>
  text.replace(/["']/g, (mark, at: number) => {
    const [before, after] = [text[at - 1] ?? ' ', text[at + 1] ?? ' '];
    const opens = /[\s([{—–|>/“‘]/.test(before)
      ? !/\s/.test(after)
      : /[*_"']/.test(before) && /[\p{L}\p{N}…]/u.test(after);
    if (mark === '"') return opens ? '“' : '”';
    return opens ? '‘' : '’';
  });
