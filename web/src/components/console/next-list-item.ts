export interface NextListItem {
  /** How many characters before the cursor go, because they are the mark of an item without text: the list ends. */
  readonly removed: number;
  /** The new line with its mark. */
  readonly inserted: string;
}

/** The effect of Enter at the end of a line of a Markdown list; null in any other line. */
export const nextListItem = (text: string, cursor: number): NextListItem | null => {
  const line = text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor);
  const [whole = '', indent = '', mark = '', gap = '', words = ''] =
    /^( *)([-*+]|\d{1,9}[.)])( +)(.*)$/.exec(line) ?? [];
  if (mark === '' || !/^(?:\n|$)/.test(text.slice(cursor))) return null;
  if (words.trim() === '') return { removed: whole.length, inserted: '' };
  const next = /^\d/.test(mark) ? `${Number.parseInt(mark, 10) + 1}${mark.at(-1)}` : mark;
  return { removed: 0, inserted: `\n${indent}${next}${gap}` };
};
