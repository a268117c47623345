import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/second-factor-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { GetSecondFactor } from './get-second-factor.query.ts';
import { RenewRecoveryCodes } from './renew-recovery-codes.use-case.ts';
import { StartSecondFactor } from './start-second-factor.use-case.ts';
import { TurnOffSecondFactor } from './turn-off-second-factor.use-case.ts';
import { TurnOnSecondFactor } from './turn-on-second-factor.use-case.ts';

@Controller()
export class SecondFactorRpc {
  constructor(
    private readonly getFactor: GetSecondFactor,
    private readonly startFactor: StartSecondFactor,
    private readonly turnFactorOn: TurnOnSecondFactor,
    private readonly turnFactorOff: TurnOffSecondFactor,
    private readonly renewCodes: RenewRecoveryCodes,
  ) {}

  @HandlesRpc(contracts.getSecondFactor)
  async get({
    adminId,
  }: RpcInput<typeof contracts.getSecondFactor>): Promise<RpcOutput<typeof contracts.getSecondFactor>> {
    return this.getFactor.execute(adminId);
  }

  @HandlesRpc(contracts.startSecondFactor)
  async start(
    input: RpcInput<typeof contracts.startSecondFactor>,
  ): Promise<RpcOutput<typeof contracts.startSecondFactor>> {
    return this.startFactor.execute(input);
  }

  @HandlesRpc(contracts.turnOnSecondFactor)
  async turnOn(
    input: RpcInput<typeof contracts.turnOnSecondFactor>,
  ): Promise<RpcOutput<typeof contracts.turnOnSecondFactor>> {
    return this.turnFactorOn.execute(input);
  }

  @HandlesRpc(contracts.turnOffSecondFactor)
  async turnOff(
    input: RpcInput<typeof contracts.turnOffSecondFactor>,
  ): Promise<RpcOutput<typeof contracts.turnOffSecondFactor>> {
    return this.turnFactorOff.execute(input);
  }

  @HandlesRpc(contracts.renewRecoveryCodes)
  async renew(
    input: RpcInput<typeof contracts.renewRecoveryCodes>,
  ): Promise<RpcOutput<typeof contracts.renewRecoveryCodes>> {
    return this.renewCodes.execute(input);
  }
}
