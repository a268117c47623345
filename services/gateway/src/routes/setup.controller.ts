import { Controller } from '@nestjs/common';
import { setUpSite } from '@lectern/contracts/content/setup-rpc';
import * as identity from '@lectern/contracts/identity/setup-rpc';
import { setUpEvents } from '@lectern/contracts/registrations/setup-rpc';
import * as http from '@lectern/contracts/system/setup-http';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** The setup of an installation without an administrator. */
@Controller()
export class SetupController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.checkSetupCode)
  async check({ body }: Call<typeof http.checkSetupCode>) {
    await this.rpc.call(identity.checkSetupCode, body);
    return { message: 'The setup code is right.' };
  }

  /** The administrator comes last: until then the setup is open, and every step may be repeated. */
  @Serves(http.finishSetup)
  async finish({ body, origin }: Call<typeof http.finishSetup>) {
    const { setupId, code, startWith, email, password } = body;
    const { name, fullName, founded, supportEmail, timeZone, color, secondColor } = body;
    const administrator = { name: body.yourName, email, password };
    const finishing = { setupId, code, administrator, origin };
    const { adminId, isDone } = await this.rpc.call(identity.beginSetup, { ...finishing, association: name });
    if (!isDone) {
      const profile = { name, fullName, founded, supportEmail, timeZone, color, secondColor };
      await this.rpc.call(setUpSite, { profile, startWith, adminId });
      await this.rpc.call(setUpEvents, { startWith });
      await this.rpc.call(identity.completeSetup, { ...finishing, startWith });
    }
    return { message: `The setup is done. Log in with ${email}.` };
  }
}
