import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/identity/administrator-http';
import * as administrators from '@lectern/contracts/identity/administrator-rpc';
import { ROLE_PERMISSIONS, ROLE_WORDS, roleWithArticle } from '@lectern/contracts/identity/permission';
import { requestLink } from '@lectern/contracts/identity/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { DeviceCookie } from '../auth/device-cookie.ts';
import { confirmingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** Administrators' management of each other, and resetting a forgotten password. */
@Controller()
export class AdministratorsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly devices: DeviceCookie,
  ) {}

  @Serves(http.getCurrentAdmin)
  async currentAdmin({ caller: { admin } }: Call<typeof http.getCurrentAdmin>) {
    return { ...admin, permissions: [...ROLE_PERMISSIONS[admin.role]] };
  }

  @Serves(http.listAllAdministrators)
  async list() {
    return { items: await this.rpc.call(administrators.listAllAdministrators, {}) };
  }

  @Serves(http.inviteAdministrator)
  async invite(call: Call<typeof http.inviteAdministrator>) {
    const invited = await this.rpc.call(administrators.inviteAdministrator, {
      ...call.body,
      ...confirmingIn(call),
    });
    return { ...invited, message: `We have sent an invitation to ${invited.email}. Its link works for three days.` };
  }

  @Serves(http.switchAdministrator)
  async switch(call: Call<typeof http.switchAdministrator>) {
    const switched = await this.rpc.call(administrators.switchAdministrator, {
      ...call.params,
      ...call.body,
      ...confirmingIn(call),
    });
    return {
      ...switched,
      message: !switched.isActive
        ? `${switched.name} is logged out everywhere and can no longer log in.`
        : switched.lastLoginAt === null
          ? `${switched.name} is invited again. To send a new link for choosing a password, invite them again.`
          : `${switched.name} can log in again.`,
    };
  }

  @Serves(http.setAdministratorRole)
  async setRole(call: Call<typeof http.setAdministratorRole>) {
    const changed = await this.rpc.call(administrators.setAdministratorRole, {
      ...call.params,
      ...call.body,
      ...confirmingIn(call),
    });
    return { ...changed, message: `${changed.name} is ${roleWithArticle(changed.role)} now.` };
  }

  @Serves(http.getStaffPolicy)
  async policy() {
    return this.rpc.call(administrators.getStaffPolicy, {});
  }

  @Serves(http.changeStaffPolicy)
  async changePolicy(call: Call<typeof http.changeStaffPolicy>) {
    const policy = await this.rpc.call(administrators.changeStaffPolicy, { ...call.body, ...confirmingIn(call) });
    const roles = policy.secondFactorRoles.map((role) => `${ROLE_WORDS[role].name.toLowerCase()}s`);
    return {
      ...policy,
      message:
        roles.length === 0
          ? 'No role requires a second factor any more.'
          : `A second factor is required of ${new Intl.ListFormat('en-US').format(roles)} now.`,
    };
  }

  @Serves(http.forgotAdminPassword)
  async forgot({ body }: Call<typeof http.forgotAdminPassword>) {
    await this.rpc.call(requestLink, { email: body.email, purpose: 'admin_reset' });
    return { message: 'If there is an administrator account for this email, we have sent it a link.' };
  }

  @Serves(http.chooseAdminPassword)
  async choose(call: Call<typeof http.chooseAdminPassword>) {
    const { token, password, code } = call.body;
    const { email, deviceToken } = await this.rpc.call(administrators.chooseAdminPassword, {
      token,
      password,
      ...(code === undefined ? {} : { code }),
      origin: call.origin,
    });
    this.devices.keep(call, deviceToken);
    return { message: `Your password is set. Log in with ${email}.` };
  }
}
