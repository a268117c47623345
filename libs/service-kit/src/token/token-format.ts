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

export const tokenAudience = (audience: 'member' | 'admin'): string => `lectern:${audience}`;
