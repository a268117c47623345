/** An email for a frame whose page allows no inline styles. */
export interface FramedEmail {
  /** The document, its inline styles put aside as `data-style`. */
  readonly html: string;
  /** What its style elements said, in their order. */
  readonly sheets: readonly string[];
}

const STYLE_ELEMENT = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi;
const COMMENT = /<!--[\s\S]*?-->/g;
const TAG = /<([a-z][\w-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*(\/?)>/gi;
const ATTRIBUTE = /(\s+)([^\s=>"'/]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g;

/** Attributes that the page’s policy would refuse, or that would lead out of the frame. */
const PUT_ASIDE: Readonly<Record<string, string>> = {
  style: 'data-style',
  href: 'title',
  src: 'data-src',
  srcset: 'data-srcset',
  background: 'data-background',
};

/**
 * Makes an email fit to be shown within a page whose content security policy allows neither inline styles nor foreign pictures: the
 * styles are put aside for a script of the page to apply, links lead nowhere and say where they would, and pictures stand as their
 * words. What the email says is not touched.
 */
export const framed = (message: string): FramedEmail => {
  const sheets: string[] = [];
  const html = message
    .replaceAll(COMMENT, '')
    .replaceAll(STYLE_ELEMENT, (_all, sheet: string) => {
      sheets.push(sheet);
      return '';
    })
    .replaceAll(TAG, (_all, name: string, attributes: string, end: string) => {
      const kept = attributes.replaceAll(
        ATTRIBUTE,
        (_one, space: string, attribute: string, value: string | undefined) => {
          const lower = attribute.toLowerCase();
          return `${space}${Object.hasOwn(PUT_ASIDE, lower) ? PUT_ASIDE[lower]! : attribute}${value ?? ''}`;
        },
      );
      return `<${name}${kept}${end}>`;
    });
  return { html, sheets };
};
