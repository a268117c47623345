import { exportStatement, getStatement } from '@lectern/contracts/billing/payment-http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callAdmin, callAdminForFile } from '../../../lib/call-admin.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** The statement of a month, the current one where none is named. */
export const statementQuery = (month: string | null) =>
  queryOptions({
    queryKey: ['admin', 'payments', 'statement', month],
    queryFn: ({ signal }) => callAdmin(getStatement, { query: month === null ? {} : { month }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Saves the statement of a month. Answers the name of its file. */
export const saveStatement = async (month: string): Promise<string> => {
  const { blob, fileName } = await callAdminForFile(exportStatement, { query: { month } });
  saveFile(blob, fileName);
  return fileName;
};
