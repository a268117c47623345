import { COLOR_FORM, contrast, isReadable, PAPER, READABLE_CONTRAST } from '@lectern/contracts/color';

/** Rounded down, so that 4.97 does not read as the 5 that it lacks. */
const rounded = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

/** Whether text of a typed color is readable on the pages, with its contrast (WCAG 2.2) in numbers. */
export const contrastInWords = (color: string): string => {
  if (!COLOR_FORM.test(color)) return '# and six hexadecimal digits, such as #b3372b.';
  const ratio = rounded(contrast(color, PAPER));
  return isReadable(color)
    ? `Readable on the pages: contrast ${ratio}.`
    : `Too light: contrast ${ratio}, needs ${READABLE_CONTRAST}.`;
};
