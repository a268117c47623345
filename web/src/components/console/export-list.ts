import { exportCsv } from '@lectern/contracts/system/http';
import { callAdminForFile } from '../../lib/call-admin.ts';
import { saveFile } from '../../lib/save-file.ts';
import { createExportStore } from './export-store.ts';
import { viewQuery } from './list-view.ts';

/** The console's exports. The server writes all rows of a view as CSV, without a limit. */
export const listExports = createExportStore(
  (kind, view, signal, onReceived) =>
    callAdminForFile(exportCsv, {
      params: { kind },
      query: { ...viewQuery(view), ...(view.columns !== undefined && { columns: view.columns.join(',') }) },
      signal,
      onReceived,
    }),
  saveFile,
);
