import * as z from 'zod/mini';
import { fileAnswer } from '../fields.ts';
import { route } from '../route.ts';
import { logoId } from './association-profile.ts';
import { LOGO_BYTES_MAX, LOGO_TYPES, storedLogo } from './logo-model.ts';

/** A PNG or WebP: the file of a browser, or its bytes as they arrive. */
export type LogoFile = Blob | string | AsyncIterable<Uint8Array>;

/**
 * Stores a logo for a day, for a version of the profile that names its id. `invalid_request` says at `file` why a picture is refused: it
 * is neither a PNG nor a WebP, damaged, too small or too narrow. `body_too_large`.
 */
export const uploadLogo = route({
  method: 'POST',
  path: '/api/admin/logos',
  audience: 'admin',
  permission: 'settings:write',
  rateLimit: 'none',
  takesFile: LOGO_TYPES,
  bodyLimit: LOGO_BYTES_MAX,
  body: z.custom<LogoFile>(),
  response: storedLogo,
});

/** The picture of a logo as a PNG, which never changes under its id. `not_found`. */
export const readLogo = route({
  method: 'GET',
  path: '/api/logos/:id',
  audience: 'public',
  rateLimit: 'none',
  params: z.strictObject({ id: logoId }),
  response: fileAnswer,
});
