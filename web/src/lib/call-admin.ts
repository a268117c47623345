import type { RouteContract, RouteResponse } from '@lectern/contracts/route';
import { adminSession } from './admin-session.ts';
import { call, callForFile, type CallInput, type FileInput, type ReceivedFile } from './api-client.ts';
import { ApiError, hasStatus } from './api-error.ts';
import { uploadFile, type UploadInput } from './upload-file.ts';

/** Calls with the administrator's token, with the three messages of the specification (section 8, "Request helpers"). */
const withToken = async <T>(ask: (token: string) => Promise<T>): Promise<T> => {
  const token = adminSession.token();
  if (token === null) throw new Error('No admin token found');
  try {
    return await ask(token);
  } catch (error) {
    if (hasStatus(error, 401)) {
      if (adminSession.token() === token) adminSession.end('expired');
      throw new ApiError('Session expired', { status: 401, spoken: true, code: error.code });
    }
    if (error instanceof ApiError && !error.spoken) {
      // The specification's message for this failure wins over the server's.
      throw new ApiError('Request failed', { status: error.status, spoken: false });
    }
    throw error;
  }
};

/** As `call`, signed with the administrator's token. */
export const callAdmin = <C extends RouteContract>(contract: C, input: CallInput<C>): Promise<RouteResponse<C>> =>
  withToken((token) => call(contract, { ...input, token }));

/** As {@link callAdmin}, for a route that answers a file. */
export const callAdminForFile = (contract: RouteContract, input: Omit<FileInput, 'token'>): Promise<ReceivedFile> =>
  withToken((token) => callForFile(contract, { ...input, token }));

/** As {@link callAdmin}, for a route that takes a file. */
export const uploadAsAdmin = <C extends RouteContract>(
  contract: C,
  input: Omit<UploadInput, 'token'>,
): Promise<RouteResponse<C>> => withToken((token) => uploadFile(contract, { ...input, token }));
