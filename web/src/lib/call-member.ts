import type { RouteContract, RouteResponse } from '@lectern/contracts/route';
import { call, callForFile, type CallInput, type ReceivedFile } from './api-client.ts';
import { hasStatus } from './api-error.ts';
import { memberSession } from './member-session.ts';

/** Asks with the member's token. A 401 ends the session: the member gate then leads to the login page. */
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
export const callMemberForFile = (contract: RouteContract): Promise<ReceivedFile> =>
  withToken((token) => callForFile(contract, { token }));

/** A public call that says who is signed in, if somebody is. A session that is over is dropped, and the call made without it. */
export const callAsVisitorOrMember = async <C extends RouteContract>(
  contract: C,
  input: CallInput<C>,
): Promise<RouteResponse<C>> => {
  try {
    return await (memberSession.token() === null ? call(contract, input) : callMember(contract, input));
  } catch (error) {
    // Refused before anything was done.
    if (hasStatus(error, 401)) return call(contract, input);
    throw error;
  }
};
