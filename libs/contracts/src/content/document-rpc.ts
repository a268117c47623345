import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { currentDocument, DOCUMENT_PIECE_BYTES, documentVersion, uploadedFile } from './document-model.ts';

/** The administrator's id. */
const saver = { savedBy: z.nullable(uuid()) };
const savedDocument = z.extend(currentDocument, saver);
export type SavedDocument = z.output<typeof savedDocument>;

const byKey = z.object({ key: z.string() });
const byId = z.object({ id: uuid() });
const pieceBase64 = z.string().check(z.maxLength(Math.ceil(DOCUMENT_PIECE_BYTES / 3) * 4));

export const listManagedDocuments = rpc({
  name: 'content.list-managed-documents.v1',
  input: z.object({}),
  output: z.array(savedDocument),
});
/** Throws `document_unknown`. */
export const readManagedDocument = rpc({
  name: 'content.read-managed-document.v1',
  input: byKey,
  output: savedDocument,
});

/** Begins a file of a document or an article. Its id is not published before it is finished; unused files are deleted after a day. */
export const startDocumentFile = rpc({
  name: 'content.start-document-file.v1',
  permission: 'content:write',
  input: z.object({ by: actor }),
  output: byId,
});
/** Adds bytes at the end, which is at `from`. Throws `not_found`, and `invalid_request` where a PDF does not begin as one. */
export const addDocumentPiece = rpc({
  name: 'content.add-document-piece.v1',
  // A PDF where the previous release leaves it out.
  input: z.extend(byId, { from: z.number(), pieceBase64, as: z.optional(z.enum(['pdf', 'picture'])) }),
  output: z.object({}),
  timeoutMs: 15_000,
});
/** Discards a file that was refused or did not arrive. Idempotent. */
export const discardDocumentFile = rpc({
  name: 'content.discard-document-file.v1',
  input: byId,
  output: z.object({}),
});
/** Checks the whole file. Throws `not_found`, and `invalid_request` with the reason of a refusal. */
export const finishDocumentFile = rpc({
  name: 'content.finish-document-file.v1',
  input: byId,
  output: uploadedFile,
  timeoutMs: 30_000,
});

/** Throws `document_unknown`, `version_conflict`, and `invalid_request` for a file that is no longer stored. */
export const changeDocument = rpc({
  name: 'content.change-document.v1',
  permission: 'content:write',
  input: z.extend(byKey, {
    version: z.number(),
    title: z.string(),
    description: z.string(),
    file: z.nullable(uuid()),
    by: actor,
  }),
  output: savedDocument,
});

/** Newest first, at most 1,000; the last one came with the site. Throws `document_unknown`. */
export const listDocumentVersions = rpc({
  name: 'content.list-document-versions.v1',
  input: byKey,
  output: z.array(z.extend(documentVersion, saver)),
});

/** Which file a version has. Throws `not_found`. */
export const readDocumentVersion = rpc({
  name: 'content.read-document-version.v1',
  input: z.extend(byKey, { version: z.number() }),
  output: z.object({ fileName: z.string(), sha256: z.string(), bytes: z.number() }),
});

/** Throws `document_unknown`, `not_found`, `version_conflict`. */
export const restoreDocument = rpc({
  name: 'content.restore-document.v1',
  permission: 'content:write',
  input: z.extend(byKey, { version: z.number(), restore: z.number(), by: actor }),
  output: savedDocument,
});

/** A piece of a file, by the SHA-256 that another answer named. Throws `not_found`. */
export const readDocumentPiece = rpc({
  name: 'content.read-document-piece.v1',
  input: z.object({ sha256: z.string(), from: z.number() }),
  output: z.object({ pieceBase64 }),
});
