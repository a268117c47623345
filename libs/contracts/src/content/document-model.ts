import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { documentAccess } from './editorial.ts';

/** The largest file of a document. Every version that staff upload stays in the database. */
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024;

/** A piece of a file on its way between two processes, which requests limit to 4 MB. */
export const DOCUMENT_PIECE_BYTES = 1024 * 1024;

const version = {
  version: z.number(),
  title: z.string(),
  description: z.string(),
  pages: z.number(),
  bytes: z.number(),
  /** Null: the version that came with the site. */
  savedAt: z.nullable(instant()),
};

/** A document of the association with its current version, for the console. */
export const currentDocument = z.object({
  key: z.string(),
  access: documentAccess,
  /** The heading under which the member page lists it. */
  group: z.string(),
  ...version,
});

/** A version of a document. */
export const documentVersion = z.object({
  ...version,
  /** The earlier version that it is again. */
  restoredFrom: z.nullable(z.number()),
});

/** An uploaded file that passed every check; it is stored for a day. */
export const uploadedFile = z.object({ id: uuid(), pages: z.number(), bytes: z.number() });
