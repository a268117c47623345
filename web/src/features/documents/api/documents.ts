import * as contracts from '@lectern/contracts/content/document-http';
import { queryOptions } from '@tanstack/react-query';
import { saveOrLearn } from '../../../components/console/edit-outcome.ts';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin, callAdminForFile, uploadAsAdmin } from '../../../lib/call-admin.ts';
import { saveFile } from '../../../lib/save-file.ts';

export const documentsQuery = queryOptions({
  queryKey: ['admin', 'documents'],
  queryFn: ({ signal }) => callAdmin(contracts.listManagedDocuments, { signal }),
});

const read = (key: string, signal?: AbortSignal) =>
  callAdmin(contracts.readManagedDocument, { params: { key }, ...(signal === undefined ? {} : { signal }) });

export const documentQuery = (key: string) =>
  queryOptions({ queryKey: ['admin', 'documents', key], queryFn: ({ signal }) => read(key, signal) });

export const historyQuery = (key: string) =>
  queryOptions({
    queryKey: ['admin', 'documents', key, 'history'],
    queryFn: ({ signal }) => callAdmin(contracts.listDocumentVersions, { params: { key }, signal }),
  });

/** Answers the id of the stored file. */
export const uploadDocument = async (
  file: File,
  options: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<string> =>
  (await uploadAsAdmin(contracts.uploadDocumentFile, { file, type: 'application/pdf', ...options })).id;

export const saveDocument = (key: string, body: BodyOf<typeof contracts.changeDocument>) =>
  saveOrLearn(
    () => callAdmin(contracts.changeDocument, { params: { key }, body }),
    () => read(key),
  );

export const restoreDocument = (key: string, body: BodyOf<typeof contracts.restoreDocument>) =>
  callAdmin(contracts.restoreDocument, { params: { key }, body });

export const downloadVersion = async (key: string, version: number): Promise<void> => {
  const { blob, fileName } = await callAdminForFile(contracts.readDocumentVersion, {
    params: { key, version: String(version) },
  });
  saveFile(blob, fileName);
};
