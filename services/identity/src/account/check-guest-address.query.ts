import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { checkGuestAddress } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { UserRepository } from '../user/user.repository.ts';

/** Whether something may be sold for an address without an account. Throws `address_refused` for that of a deactivated account. */
@Injectable()
export class CheckGuestAddress {
  constructor(private readonly users: UserRepository) {}

  @Handles(checkGuestAddress)
  async execute({ email }: RpcInput<typeof checkGuestAddress>): Promise<void> {
    const user = await this.users.findByEmailKey(keyOf(email));
    if (user !== null && user.deactivatedAt !== null) throw new DomainError('address_refused');
  }
}
