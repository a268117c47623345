import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/identity/passkey-http';
import * as identity from '@lectern/contracts/identity/passkey-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { DeviceCookie } from '../auth/device-cookie.ts';
import { confirmingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** Passkeys of the signed-in administrator, and signing in with one. */
@Controller()
export class PasskeyController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly devices: DeviceCookie,
  ) {}

  @Serves(http.listPasskeys)
  async list({ caller }: Call<typeof http.listPasskeys>) {
    return { items: await this.rpc.call(identity.listPasskeys, { adminId: caller.admin.id }) };
  }

  @Serves(http.beginPasskey)
  async begin(call: Call<typeof http.beginPasskey>) {
    return this.rpc.call(identity.beginPasskey, { ...call.body, ...confirmingIn(call) });
  }

  @Serves(http.addPasskey)
  async add(call: Call<typeof http.addPasskey>) {
    const passkey = await this.rpc.call(identity.addPasskey, { ...call.body, ...confirmingIn(call) });
    return { passkey, message: 'You can log in with it from now on, without your password and a code.' };
  }

  @Serves(http.removePasskey)
  async remove(call: Call<typeof http.removePasskey>) {
    await this.rpc.call(identity.removePasskey, { ...call.params, ...call.body, ...confirmingIn(call) });
    return { message: 'It can no longer be used to log in.' };
  }

  @Serves(http.beginPasskeyLogin)
  async beginLogin() {
    return this.rpc.call(identity.beginPasskeyLogin, {});
  }

  @Serves(http.passkeyLogin)
  async login(call: Call<typeof http.passkeyLogin>) {
    const devices = this.devices.devicesIn(call.header('cookie'));
    const { token, admin, deviceToken } = await this.rpc.call(identity.loginByPasskey, {
      ...call.body,
      origin: call.origin,
      devices,
    });
    this.devices.keep(call, deviceToken);
    return { token, admin, message: `Welcome back, ${admin.name}` };
  }
}
