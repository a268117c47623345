/**
 * Whose token this is: it changes when somebody else signs in, and not when the same person gets a fresh token, as after a change
 * of password. For keeping people's things apart in this browser only; who somebody is, is the server's to say.
 */
export const personOf = (token: string): string => {
  try {
    const [, payload = ''] = token.split('.');
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' && sub !== '' ? sub : token;
  } catch {
    // No token of ours, which the server will say.
    return token;
  }
};
