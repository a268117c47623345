import { Controller } from '@nestjs/common';
import { choosePreferences, readPreferences } from '@lectern/contracts/messaging/preferences-rpc';
import { liftSuppression, unsubscribe } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ChoosePreferences } from './choose-preferences.use-case.ts';
import { LiftSuppression } from './lift-suppression.use-case.ts';
import { ReadPreferences } from './read-preferences.query.ts';
import { Unsubscribe } from './unsubscribe.use-case.ts';

@Controller()
export class UnsubscribeRpc {
  constructor(
    private readonly unsubscribeAddress: Unsubscribe,
    private readonly readAll: ReadPreferences,
    private readonly chooseLists: ChoosePreferences,
    private readonly liftOne: LiftSuppression,
  ) {}

  @HandlesRpc(unsubscribe)
  async unsubscribe(link: RpcInput<typeof unsubscribe>): Promise<RpcOutput<typeof unsubscribe>> {
    await this.unsubscribeAddress.execute(link);
    return {};
  }

  @HandlesRpc(liftSuppression)
  async lift(request: RpcInput<typeof liftSuppression>): Promise<RpcOutput<typeof liftSuppression>> {
    await this.liftOne.execute(request);
    return {};
  }

  @HandlesRpc(readPreferences)
  async preferences(link: RpcInput<typeof readPreferences>): Promise<RpcOutput<typeof readPreferences>> {
    return this.readAll.execute(link);
  }

  @HandlesRpc(choosePreferences)
  async choose(choice: RpcInput<typeof choosePreferences>): Promise<RpcOutput<typeof choosePreferences>> {
    return this.chooseLists.execute(choice);
  }
}
