import { readSetup } from '@lectern/contracts/identity/setup-rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

const SETUP = '/admin/setup';
const LOGIN = '/admin/login';

/**
 * Answers where a page of administrators leads instead: all of them to the setup while it is open, and the setup to the login afterwards. A
 * closed setup stays closed, so identity is asked no more.
 */
export const setupPages = (rpc: RpcClient, logger: Logger): ((pathname: string) => Promise<string | undefined>) => {
  let isClosed = false;
  const isOpen = async (): Promise<boolean | undefined> => {
    if (isClosed) return false;
    try {
      const answer = await rpc.call(readSetup, {});
      isClosed = !answer.isOpen;
      return answer.isOpen;
    } catch (error) {
      logger.warn(
        { err: error },
        'The state of the setup could not be read; pages of administrators lead nowhere else',
      );
      return undefined;
    }
  };
  return async (pathname) => {
    if (pathname !== '/admin' && !pathname.startsWith('/admin/')) return undefined;
    const open = await isOpen();
    if (open === undefined) return undefined;
    if (open) return pathname === SETUP ? undefined : SETUP;
    return pathname === SETUP ? LOGIN : undefined;
  };
};
