/*
 * What the bearer tokens of this system look like. Identity signs them and the gateway checks them, so both read it here.
 * Members' and administrators' tokens differ in audience and are never interchangeable.
 */

export const TOKEN_ISSUER = 'lectern';
export const TOKEN_ALGORITHM = 'ES256';
/** RFC 9068: says that this is an access token, so that no other kind of JWT is taken for one. */
export const TOKEN_TYPE = 'at+jwt';

/** Another kind of JWT: a browser's cookie, which says to whom it signed in before and opens nothing. */
export const DEVICE_TOKEN_TYPE = 'device+jwt';
export const DEVICE_AUDIENCE = 'lectern:device';

export const tokenAudience = (audience: 'member' | 'admin'): string => `lectern:${audience}`;
