import type { Page } from '@playwright/test';

/**
 * The words of the open page that stand on two lines, each with its element. A hyphen, a slash or an `@` is the end of a word.
 * An element whose text may be longer than its line (an address, an id, a text that a person wrote) has the class `breakable`
 * of `web/src/styles/base.css`, and is left out.
 */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const element = text.parentElement;
      if (element === null || element.closest('.breakable, svg, script, style, noscript, textarea') !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{M}\p{N}’']{2,}/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [first, ...others] = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
        // The large first character of an article overlaps its line; what stands below the line has left it.
        if (first === undefined || !others.some(({ top }) => top >= first.bottom - 1)) continue;
        const tag = element.tagName.toLowerCase();
        const of = element.closest('td, th, label, button, a, h1, h2, h3, dialog')?.tagName.toLowerCase() ?? tag;
        broken.push(`“${word}” in <${tag}> of <${of}> “${element.textContent?.trim().slice(0, 60)}”`);
      }
    }
    return [...new Set(broken)];
  });
