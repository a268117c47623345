import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { DOCUMENT_PIECE_BYTES } from './document-model.ts';
import { uploadedPicture } from './picture-http.ts';

/**
 * Stores the picture of an upload (`startDocumentFile`), which is discarded. Pictures are processed one after another. Throws `not_found`,
 * `invalid_request` with the reason of a refusal, and `service_unavailable` where the storage does not answer or too many are waiting:
 * then nothing is stored.
 */
export const finishPicture = rpc({
  name: 'content.finish-picture.v1',
  permission: 'content:write',
  input: z.object({ upload: uuid(), by: actor }),
  output: uploadedPicture,
  timeoutMs: 45_000,
});

/** A piece of a file of a picture, and the size of the whole file. Throws `not_found`, `service_unavailable`. */
export const readPicturePiece = rpc({
  name: 'content.read-picture-piece.v1',
  input: z.object({ id: z.string(), file: z.string(), from: z.number() }),
  output: z.object({
    bytes: z.number(),
    pieceBase64: z.string().check(z.maxLength(Math.ceil(DOCUMENT_PIECE_BYTES / 3) * 4)),
  }),
});
