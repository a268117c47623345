import type { ImportKind, ImportMapping, ListImport } from '@lectern/contracts/list-import';
import { checkImport, doImport, readImport, refusedRowsCsv } from '@lectern/contracts/system/http';
import { callAdmin, callAdminForFile } from '../../../lib/call-admin.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { decodeText } from '../decode-text.ts';

/** A file that the server has read. */
export interface ReadFile {
  readonly kind: ImportKind;
  readonly file: ListImport;
}

export const readFile = async ({ kind, file }: { kind: ImportKind; file: File }): Promise<ListImport> =>
  callAdmin(readImport, { params: { kind }, query: { name: file.name }, body: decodeText(await file.arrayBuffer()) });

/** Checks an import without adding anything to the list. */
export const checkFile = ({ kind, file, mapping }: ReadFile & { mapping: ImportMapping }): Promise<ListImport> =>
  callAdmin(checkImport, { params: { kind, id: file.id }, body: mapping });

export const bringIn = ({ kind, file }: ReadFile): Promise<ListImport> =>
  callAdmin(doImport, { params: { kind, id: file.id } });

/** Downloads the refused rows; returns the name of the file. */
export const saveRefused = async ({ kind, file }: ReadFile): Promise<string> => {
  const { blob, fileName } = await callAdminForFile(refusedRowsCsv, { params: { kind, id: file.id } });
  saveFile(blob, fileName);
  return fileName;
};
