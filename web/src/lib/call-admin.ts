import type { RouteContract, RouteResponse } from '@lectern/contracts/route';
import { adminSession } from './admin-session.ts';
import { call, type CallInput } from './api-client.ts';
import { ApiError, hasStatus } from './api-error.ts';

/** As `call`, signed with the administrator's token, with the three messages of the specification (section 8, "Request helpers"). */
export const callAdmin = async <C extends RouteContract>(
  contract: C,
  input: CallInput<C>,
): Promise<RouteResponse<C>> => {
  const token = adminSession.token();
  if (token === null) throw new Error('No admin token found');
  try {
    return await call(contract, { ...input, token });
  } catch (error) {
    if (hasStatus(error, 401)) {
      if (adminSession.token() === token) adminSession.end('expired');
      throw new ApiError('Session expired', { status: 401, spoken: true, code: error.code });
    }
    if (error instanceof ApiError && !error.spoken) {
      throw new ApiError('Request failed', { status: error.status, spoken: true });
    }
    throw error;
  }
};
