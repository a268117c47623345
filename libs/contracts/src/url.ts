/**
 * The URL that a text is, or is on `base`; null where it is none. In place of `URL.canParse`: as soon as Node 20 has optimized that, it refuses
 * hosts with characters beyond ASCII.
 */
export const urlOf = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
};
