import { listAllAdministrators } from '@lectern/contracts/identity/administrator-rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

/** The names of administrators by id. Empty where identity does not answer: texts are read and edited without the names, too. */
export const administratorNames = async (rpc: RpcClient, logger: Logger): Promise<ReadonlyMap<string, string>> => {
  try {
    return new Map((await rpc.call(listAllAdministrators, {})).map(({ id, name }) => [id, name]));
  } catch (error) {
    logger.warn({ err: error }, 'The names of administrators could not be read');
    return new Map();
  }
};
