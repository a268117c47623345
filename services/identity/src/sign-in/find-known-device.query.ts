import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { findKnownDevice } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { AdminRepository } from '../admin/admin.repository.ts';
import { UserRepository } from '../user/user.repository.ts';
import { deviceOf } from '../user/known-device.ts';

/** The devices of a browser that signed in before to an account with an address, a member's or an administrator's. */
@Injectable()
export class FindKnownDevice {
  constructor(
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
  ) {}

  @Handles(findKnownDevice)
  async execute({ email, devices }: RpcInput<typeof findKnownDevice>): Promise<RpcOutput<typeof findKnownDevice>> {
    const emailKey = keyOf(email);
    const holders = await Promise.all([this.users.findByEmailKey(emailKey), this.admins.findByEmailKey(emailKey)]);
    return { deviceId: holders.map((holder) => deviceOf(devices, holder)).find((id) => id !== undefined) ?? null };
  }
}
