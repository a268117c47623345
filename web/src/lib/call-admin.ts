import type { RouteContract, RouteResponse } from '@lectern/contracts/route';
import { adminSession } from './admin-session.ts';
import { call, callForFile, type CallInput, type FileInput, type ReceivedFile } from './api-client.ts';
import { ApiError, hasStatus, NetworkError } from './api-error.ts';
import { uploadFile, type UploadInput } from './upload-file.ts';

const NO_CONNECTION = 'No connection. Please try again.';
/** Forms stay as typed until the server answers. */
const NOT_SENT = 'No connection. Everything you typed is still here; try again.';

/**
 * Calls with the administrator's token, with the three messages of the specification (section 8, "Request helpers").
 * `withoutConnection` is the message where no answer came.
 */
const withToken = async <T>(withoutConnection: string, ask: (token: string) => Promise<T>): Promise<T> => {
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
    if (error instanceof NetworkError) throw new NetworkError(withoutConnection, { spoken: true, cause: error });
    throw error;
  }
};

/** As `call`, signed with the administrator's token. */
export const callAdmin = <C extends RouteContract>(contract: C, input: CallInput<C>): Promise<RouteResponse<C>> =>
  withToken(input.body === undefined ? NO_CONNECTION : NOT_SENT, (token) => call(contract, { ...input, token }));

/** As {@link callAdmin}, for a route that answers a file. */
export const callAdminForFile = (contract: RouteContract, input: Omit<FileInput, 'token'>): Promise<ReceivedFile> =>
  withToken(NO_CONNECTION, (token) => callForFile(contract, { ...input, token }));

/** As {@link callAdmin}, for a route that takes a file. */
export const uploadAsAdmin = <C extends RouteContract>(
  contract: C,
  input: Omit<UploadInput, 'token'>,
): Promise<RouteResponse<C>> => withToken(NOT_SENT, (token) => uploadFile(contract, { ...input, token }));
