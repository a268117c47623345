import { createHash, createPublicKey } from 'node:crypto';

/*
 * The format of this system's bearer tokens. Identity signs them and the gateway verifies them. Members' and
 * administrators' tokens differ in audience and are never interchangeable.
 */

export const TOKEN_ISSUER = 'lectern';
export const TOKEN_ALGORITHM = 'ES256';
/** RFC 9068: marks an access token, so that no other kind of JWT is accepted as one. */
export const TOKEN_TYPE = 'at+jwt';

/** Another kind of JWT: a browser's cookie with the accounts that signed in with it before; it grants no access. */
export const DEVICE_TOKEN_TYPE = 'device+jwt';
export const DEVICE_AUDIENCE = 'lectern:device';

/** A third kind: an administrator sees the site as one member sees it. It carries both and changes nothing. */
export const VIEW_TOKEN_TYPE = 'view+jwt';
export const VIEW_AUDIENCE = 'lectern:view';

export const tokenAudience = (audience: 'member' | 'admin'): string => `lectern:${audience}`;

/** The id by which a token names the key that signed it (`kid`): the thumbprint of RFC 7638 of either half of an EC key. */
export const keyId = (pem: string): string => {
  const { crv, kty, x, y } = createPublicKey(pem).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
};
