/**
 * Identifies the owner of a token: the value changes when another person signs in, and not when the same person gets a fresh token, as
 * after a change of password. Use it only to separate people's data in this browser; the server decides who a person is.
 */
export const personOf = (token: string): string => {
  try {
    const [, payload = ''] = token.split('.');
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' && sub !== '' ? sub : token;
  } catch {
    // Not a token of ours; the server will refuse it.
    return token;
  }
};
