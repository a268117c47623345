import * as z from 'zod/mini';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { logoId } from './association-profile.ts';
import { LOGO_BYTES_MAX, storedLogo } from './logo-model.ts';

const base64 = z.string().check(z.maxLength(Math.ceil(LOGO_BYTES_MAX / 3) * 4));

/**
 * Stores a picture as a PNG that is drawn again, for a version of the profile. The same picture is stored once; a logo that no version
 * names is deleted after a day. Throws `body_too_large`, and `invalid_request` with the reason of a refusal at `file`.
 */
export const storeLogo = rpc({
  name: 'content.store-logo.v1',
  permission: 'settings:write',
  input: z.object({ contentBase64: base64, by: actor }),
  output: storedLogo,
  timeoutMs: 15_000,
});

/** A stored logo: a PNG, which never changes under its id. Throws `not_found`. */
export const readLogo = rpc({
  name: 'content.read-logo.v1',
  input: z.object({ id: logoId }),
  output: z.object({ contentBase64: z.string() }),
});
