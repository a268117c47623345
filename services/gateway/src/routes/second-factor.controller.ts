import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/identity/second-factor-http';
import * as identity from '@lectern/contracts/identity/second-factor-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { DeviceCookie } from '../auth/device-cookie.ts';
import { confirmingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** The second factor of the signed-in administrator's own login. */
@Controller()
export class SecondFactorController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly devices: DeviceCookie,
  ) {}

  @Serves(http.getSecondFactor)
  async get({ caller }: Call<typeof http.getSecondFactor>) {
    return this.rpc.call(identity.getSecondFactor, { adminId: caller.admin.id });
  }

  @Serves(http.startSecondFactor)
  async start(call: Call<typeof http.startSecondFactor>) {
    return this.rpc.call(identity.startSecondFactor, { ...call.body, ...confirmingIn(call) });
  }

  @Serves(http.turnOnSecondFactor)
  async turnOn(call: Call<typeof http.turnOnSecondFactor>) {
    const { token, recoveryCodes, deviceToken } = await this.rpc.call(identity.turnOnSecondFactor, {
      ...call.body,
      ...confirmingIn(call),
    });
    this.devices.keep(call, deviceToken);
    return {
      token,
      recoveryCodes,
      message: 'From now on, logging in asks for a code as well. You were logged out everywhere else.',
    };
  }

  @Serves(http.turnOffSecondFactor)
  async turnOff(call: Call<typeof http.turnOffSecondFactor>) {
    const { token, deviceToken } = await this.rpc.call(identity.turnOffSecondFactor, {
      ...call.body,
      ...confirmingIn(call),
    });
    this.devices.keep(call, deviceToken);
    return { token, message: 'You log in with your password only from now on. You were logged out everywhere else.' };
  }

  @Serves(http.renewRecoveryCodes)
  async renew(call: Call<typeof http.renewRecoveryCodes>) {
    const { recoveryCodes } = await this.rpc.call(identity.renewRecoveryCodes, { ...call.body, ...confirmingIn(call) });
    return { recoveryCodes, message: 'Your earlier recovery codes no longer work.' };
  }
}
