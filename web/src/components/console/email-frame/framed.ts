/** An email for a frame whose page allows no inline styles. */
export interface FramedEmail {
  /** The document, with its inline styles moved to `data-style`. */
  readonly html: string;
  /** The contents of its style elements, in order. */
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
 * Prepares an email for a page whose content security policy allows neither inline styles nor pictures from other sites. A script
 * of the page applies the styles. Links become inactive and show their target as a tooltip; pictures show their alternative text.
 * The text of the email does not change.
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
