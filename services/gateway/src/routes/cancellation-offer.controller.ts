import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/billing/cancellation-offer-http';
import * as billing from '@lectern/contracts/billing/cancellation-offer-rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { SaverNames } from './saver-names.ts';

/** The offer at a cancellation, as staff set it. */
@Controller()
export class CancellationOfferController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly savers: SaverNames,
  ) {}

  @Serves(http.readOfferSetting)
  async read(call: Call<typeof http.readOfferSetting>) {
    return this.named(await this.rpc.call(billing.readOfferSetting, { by: actingIn(call) }));
  }

  @Serves(http.saveOfferSetting)
  async save(call: Call<typeof http.saveOfferSetting>) {
    return this.named(await this.rpc.call(billing.saveOfferSetting, { ...call.body, by: actingIn(call) }));
  }

  private async named({ versions }: RpcOutput<typeof billing.readOfferSetting>) {
    return { versions: await this.savers.ofAll(versions) };
  }
}
