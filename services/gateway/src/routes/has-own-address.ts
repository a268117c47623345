import { DomainError } from '@lectern/contracts/errors';
import { checkOwnAddress } from '@lectern/contracts/identity/rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

/** Whether an account may see the owner of a payment: not an account that a payment alone set up, until its mailbox is verified. */
export const hasOwnAddress = async (rpc: RpcClient, userId: string): Promise<boolean> => {
  try {
    await rpc.call(checkOwnAddress, { userId });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'email_unverified') return false;
    throw error;
  }
};
