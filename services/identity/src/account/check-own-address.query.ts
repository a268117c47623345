import { Injectable } from '@nestjs/common';
import { checkOwnAddress } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { requireOwnAddress } from './require-own-address.ts';
import { UserRepository } from '../user/user.repository.ts';

/** Whether an account may end or change purchases for its address. Throws `email_unverified`. */
@Injectable()
export class CheckOwnAddress {
  constructor(
    private readonly users: UserRepository,
    private readonly claims: ClaimRepository,
  ) {}

  @Handles(checkOwnAddress)
  async execute({ userId }: RpcInput<typeof checkOwnAddress>): Promise<void> {
    const user = await this.users.findById(userId);
    if (user !== null) await requireOwnAddress(null, this.claims, user);
  }
}
