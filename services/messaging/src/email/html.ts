/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);

type Part = string | number | Html | readonly Html[];

const asHtml = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((html) => html.text).join('');
  return escape(String(part));
};

/** HTML from a template literal. Interpolated values are escaped, for text and for quoted attributes, unless they are {@link Html}. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.reduce((whole, text, index) => whole + asHtml(parts[index - 1]!) + text));
