/** Markup that is safe to send: made by `html`, or by code that says so with `trusted`. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Markup with every value escaped; null, undefined and false show nothing. */
export const html = (parts: TemplateStringsArray, ...values: HtmlValue[]): Html => {
  return new Html(parts.map((part, index) => part + (index < values.length ? render(values[index]) : '')).join(''));
};

/** Markup that is known to be safe. */
export const trusted = (markup: string): Html => {
  return new Html(markup);
};

export const escapeHtml = (text: string): string => {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
};

const render = (value: HtmlValue): string => {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return value.map(render).join('');
};
