/** Red, green and blue of #rrggbb, each 0 to 255. */
const partsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** `color` with a share (0 to 1) of `other`, as #rrggbb. */
export const mixed = (color: string, other: string, share: number): string => {
  const others = partsOf(other);
  return `#${partsOf(color)
    .map((part, index) => Math.round(part * (1 - share) + (others[index] ?? 0) * share))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
};

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colors, from 1 to 21 (WCAG 2.2, contrast ratio). */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** The form of a color: #rrggbb. */
export const COLOR_FORM = /^#[0-9a-fA-F]{6}$/;

/** The paper of pages and emails (`web/src/styles/tokens.css`), on which the association's colors are read. */
export const PAPER = '#fbf8f2';
/** The contrast with {@link PAPER} that text of a color and of its washes needs. */
export const READABLE_CONTRAST = 5;

/** Whether text of this color is readable on {@link PAPER}. */
export const isReadable = (color: string): boolean => contrast(color, PAPER) >= READABLE_CONTRAST;
