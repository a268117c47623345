import { Injectable } from '@nestjs/common';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { requireOwnAddress } from './require-own-address.ts';
import { UserRepository } from './user.repository.ts';

/** Whether an account may end or change purchases for its address. Throws `email_unverified`. */
@Injectable()
export class CheckOwnAddress {
  constructor(
    private readonly users: UserRepository,
    private readonly claims: ClaimRepository,
  ) {}

  async execute(userId: string): Promise<void> {
    const user = await this.users.findById(userId);
    if (user !== null) await requireOwnAddress(null, this.claims, user);
  }
}
