import { readDocument } from '@lectern/contracts/content/http';

/** Where a document is, for a plain link. */
export const documentPath = (key: string): string => readDocument.path.replace(':key', encodeURIComponent(key));
