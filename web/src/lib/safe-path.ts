/**
 * A path of this site that a person may be sent on to after signing in, or undefined. Anything that a browser could read as
 * another site ("//host", "/\host", schemes) is refused.
 */
export const safePath = (candidate: string | null | undefined): string | undefined => {
  if (candidate == null || !candidate.startsWith('/')) return undefined;
  const base = 'https://site.invalid';
  try {
    const url = new URL(candidate, base);
    // "/.//host" is read as this site's "//host", which is another site when it is read again.
    if (url.origin !== base || url.pathname.startsWith('//')) return undefined;
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return undefined;
  }
};
