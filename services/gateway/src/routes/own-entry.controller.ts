import { Controller } from '@nestjs/common';
import { openOwnEntry, withdrawOwnEntry } from '@lectern/contracts/registrations/own-entry-http';
import * as registrations from '@lectern/contracts/registrations/own-entry-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** The page of a tournament entry behind the links of its emails. */
@Controller()
export class OwnEntryController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(openOwnEntry)
  async open({ body }: Call<typeof openOwnEntry>) {
    return this.rpc.call(registrations.openOwnEntry, body);
  }

  @Serves(withdrawOwnEntry)
  async withdraw({ body }: Call<typeof withdrawOwnEntry>) {
    return this.rpc.call(registrations.withdrawOwnEntry, body);
  }
}
