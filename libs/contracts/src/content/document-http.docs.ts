import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1, OTHER_ID } from '../route-docs/samples.ts';
import type * as http from './document-http.ts';

const words = { title: 'Starter kit', description: 'The first four weeks.' };
const file = { pages: 8, bytes: 184_320 };
const saved = { version: 2, savedAt: MARCH_1, savedBy: { id: ID, name: 'Second Administrator' } };
const document = {
  key: 'starter-kit',
  access: 'public' as const,
  group: 'Getting started',
  ...words,
  ...file,
  ...saved,
};
const params = { key: 'starter-kit' };

export const documentDocs = {
  listManagedDocuments: {
    summary: 'Lists the documents with their current versions.',
    description: 'Version 1 is the one that came with the site; nobody saved it.',
    response: [document],
  },
  readManagedDocument: {
    summary: 'Reads a document to change.',
    errors: ['document_unknown'],
    params,
    response: document,
  },
  uploadDocumentFile: {
    summary: 'Uploads a PDF for a document.',
    description:
      'At most 10 MB. `invalid_request` says why a file is refused: no PDF, incomplete, damaged, protected with a password, or with scripts, actions that start programs, or attachments. The file is stored for a day; `PUT /api/admin/documents/{key}` uses it.',
    errors: ['request_too_slow'],
    body: '%PDF-1.7 …',
    response: { id: OTHER_ID, ...file },
  },
  changeDocument: {
    summary: 'Saves a new version of a document, which readers get immediately.',
    description:
      'Send the `version` that the edit began from. `file` is the id of an uploaded file, or null to leave the file as it is. A repeated request saves nothing more.',
    errors: ['document_unknown'],
    params,
    body: { version: 1, ...words, file: OTHER_ID },
    response: document,
  },
  listDocumentVersions: {
    summary: 'Lists the versions of a document, newest first.',
    errors: ['document_unknown'],
    params,
    response: [
      { ...words, ...file, ...saved, restoredFrom: null },
      { ...words, ...file, version: 1, savedAt: null, savedBy: null, restoredFrom: null },
    ],
  },
  readDocumentVersion: {
    summary: 'Downloads the file of a version.',
    errors: ['not_found'],
    params: { ...params, version: '2' },
    file: 'application/pdf',
  },
  restoreDocument: {
    summary: 'Saves an earlier version of a document as its newest one.',
    description: 'Send the current `version`. The earlier versions stay.',
    errors: ['document_unknown', 'not_found'],
    params,
    body: { version: 2, restore: 1 },
    response: { ...document, version: 3 },
  },
} satisfies DocsOf<typeof http>;
