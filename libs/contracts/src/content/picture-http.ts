import * as z from 'zod/mini';
import { taggedFileStream } from '../file-stream.ts';
import { route } from '../route.ts';
import { PICTURE_BYTES_MAX } from './picture.ts';

/** A picture: the file of a browser, or its bytes as they arrive. */
export type PictureUpload = Blob | string | AsyncIterable<Uint8Array>;

export const uploadedPicture = z.object({
  id: z.uuid(),
  /** Of the largest file that readers get, in pixels. */
  width: z.number(),
  height: z.number(),
});

/**
 * Stores a picture in the sizes that readers get, without its metadata. `invalid_request` says why a file is refused. An upload that is
 * interrupted or fails leaves nothing. A picture that no article names for seven days is deleted.
 */
export const uploadPicture = route({
  method: 'POST',
  path: '/api/admin/pictures',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  takesFile: ['application/octet-stream'],
  bodyLimit: PICTURE_BYTES_MAX,
  body: z.custom<PictureUpload>(),
  response: uploadedPicture,
});

/** A picture in one width and format, such as `960.avif`. It never changes. `not_found`. */
export const readPicture = route({
  method: 'GET',
  path: '/api/pictures/:id/:file',
  audience: 'public',
  rateLimit: 'none',
  // Longer values match no picture: it is unknown, not malformed.
  params: z.strictObject({ id: z.string().check(z.maxLength(100)), file: z.string().check(z.maxLength(100)) }),
  response: taggedFileStream,
});
