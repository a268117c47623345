import type { RouteContract, RouteResponse } from '@lectern/contracts/route';
import { call, callForFile, type CallInput, type FileInput, type ReceivedFile } from './api-client.ts';
import { hasStatus } from './api-error.ts';
import { memberSession } from './member-session.ts';

/** Calls with the member's token. A 401 ends the session: the member gate then redirects to the login page. */
const withToken = async <T>(ask: (token: string | null) => Promise<T>): Promise<T> => {
  const token = memberSession.token();
  try {
    return await ask(token);
  } catch (error) {
    // A token that was replaced while the call ran says nothing about the new one.
    if (hasStatus(error, 401) && memberSession.token() === token) memberSession.end('expired');
    throw error;
  }
};

/** As `call`, signed with the member's token. */
export const callMember = <C extends RouteContract>(contract: C, input: CallInput<C>): Promise<RouteResponse<C>> =>
  withToken((token) => call(contract, { ...input, token }));

/** As {@link callMember}, for a route that answers a file. */
export const callMemberForFile = (
  contract: RouteContract,
  input: Omit<FileInput, 'token'> = {},
): Promise<ReceivedFile> => withToken((token) => callForFile(contract, { ...input, token }));

/**
 * A public call with the token of a signed-in member, if there is one. When the server refuses the token, the session ends and the
 * call is repeated without it.
 */
export const callAsVisitorOrMember = async <C extends RouteContract>(
  contract: C,
  input: CallInput<C>,
): Promise<RouteResponse<C>> => {
  try {
    return await (memberSession.token() === null ? call(contract, input) : callMember(contract, input));
  } catch (error) {
    // The server refused before it did anything.
    if (hasStatus(error, 401)) return call(contract, input);
    throw error;
  }
};
