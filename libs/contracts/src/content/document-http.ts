import * as z from 'zod/mini';
import { version } from '../edited.ts';
import { taggedFileStream } from '../file-stream.ts';
import { route } from '../route.ts';
import { currentDocument, DOCUMENT_BYTES_MAX, documentVersion, uploadedFile } from './document-model.ts';
import { line } from './text-fields.ts';

/* The documents that staff replace in the console; `http.ts` has the routes for readers. */

/** The administrator of a version. The name is null where the account is unknown, or its service does not answer. */
const saver = { savedBy: z.nullable(z.object({ id: z.uuid(), name: z.nullable(z.string()) })) };

export const managedDocument = z.extend(currentDocument, saver);
export type ManagedDocument = z.output<typeof managedDocument>;

export const documentHistoryEntry = z.extend(documentVersion, saver);
export type DocumentHistoryEntry = z.output<typeof documentHistoryEntry>;

const byKey = z.strictObject({ key: z.string().check(z.maxLength(200)) });

/** Every document, in the order in which pages list them. */
export const listManagedDocuments = route({
  method: 'GET',
  path: '/api/admin/documents',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  response: z.array(managedDocument),
});

export const readManagedDocument = route({
  method: 'GET',
  path: '/api/admin/documents/:key',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byKey,
  response: managedDocument,
});

/** A PDF (`application/pdf`): the file of a browser, or its bytes as they arrive. */
export type PdfFile = Blob | string | AsyncIterable<Uint8Array>;

/**
 * Stores a PDF for a day, for {@link changeDocument}. `invalid_request` says why a file is refused: it is no PDF, incomplete, damaged,
 * protected with a password, or has scripts, actions that start programs, or attachments. An interrupted upload leaves nothing.
 */
export const uploadDocumentFile = route({
  method: 'POST',
  path: '/api/admin/document-files',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  takesFile: ['application/pdf'],
  bodyLimit: DOCUMENT_BYTES_MAX,
  body: z.custom<PdfFile>(),
  response: uploadedFile,
});

export const documentFields = z.strictObject({
  title: line('Enter the title', 100),
  description: line('Enter the description', 300),
  /** An uploaded file; null leaves the file as it is. */
  file: z.nullable(z.uuid({ error: 'Choose the file again' })),
});

/**
 * Saves a new version, which readers get from then on. `version` is the one that the edit began from: `version_conflict` names the fields
 * that somebody else changed since. Saving the current version again saves nothing. `document_unknown`.
 */
export const changeDocument = route({
  method: 'PUT',
  path: '/api/admin/documents/:key',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byKey,
  body: z.extend(documentFields, { version: version() }),
  response: managedDocument,
});

/** Newest first, at most 1,000; the last one came with the site. `document_unknown`. */
export const listDocumentVersions = route({
  method: 'GET',
  path: '/api/admin/documents/:key/versions',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byKey,
  response: z.array(documentHistoryEntry),
});

/** The file of a version. `not_found`. */
export const readDocumentVersion = route({
  method: 'GET',
  path: '/api/admin/documents/:key/versions/:version/file',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: z.extend(byKey, { version: z.coerce.number().check(z.int(), z.gte(1)) }),
  response: taggedFileStream,
});

/** Saves an earlier version as a new one. `document_unknown`, `not_found`, `version_conflict`. */
export const restoreDocument = route({
  method: 'POST',
  path: '/api/admin/documents/:key/restore',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byKey,
  body: z.strictObject({
    /** The current version. */
    version: version(),
    /** The version to restore. */
    restore: z.int({ error: 'Choose a version to restore' }).check(z.gte(1, 'Choose a version to restore')),
  }),
  response: managedDocument,
});
