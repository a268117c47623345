import type { SavedDocument } from '@lectern/contracts/content/document-rpc';
import type { CurrentDocument } from './current-documents.ts';

/** A document for the console. */
export const presentToStaff = ({ groupName, savedAt, ...document }: CurrentDocument): SavedDocument => ({
  ...document,
  group: groupName,
  savedAt: savedAt?.toISOString() ?? null,
});
