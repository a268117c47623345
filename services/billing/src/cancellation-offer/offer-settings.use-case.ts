import { Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/cancellation-offer-rpc';
import { versionConflict } from '@lectern/contracts/edited';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction } from '../record-admin-action.ts';
import { CancellationOfferRepository } from './cancellation-offer.repository.ts';

type Versions = RpcOutput<typeof contracts.readOfferSetting>['versions'];

const SHIPPED: Versions[number] = { version: 1, offer: 'none', percent: null, savedAt: null, savedBy: null };

/** The offer at a cancellation, as staff set it. */
@Injectable()
export class OfferSettings {
  constructor(
    private readonly transactor: Transactor,
    private readonly offers: CancellationOfferRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(contracts.readOfferSetting)
  async read(): Promise<RpcOutput<typeof contracts.readOfferSetting>> {
    return { versions: await this.versions() };
  }

  /** The setting that is the current one saves nothing, so a repeated request saves once. */
  @Handles(contracts.saveOfferSetting)
  async save({
    version,
    offer,
    percent,
    by,
  }: RpcInput<typeof contracts.saveOfferSetting>): Promise<RpcOutput<typeof contracts.saveOfferSetting>> {
    return this.transactor.run(async (tx) => {
      await lockKey(tx, 'offer-setting');
      const [current = SHIPPED] = await this.versions(tx);
      if (current.offer !== offer || current.percent !== percent) {
        if (current.version !== version)
          throw versionConflict({ changed: ['offer'], labels: { offer: 'offer' }, page: 'Cancellation offer' });
        const next = { version: version + 1, offer, percent };
        await this.offers.addSetting(tx, { ...next, savedAt: this.clock.now(), savedBy: by.adminId });
        await this.recordAdminAction.execute(tx, by, 'set_cancellation_offer', next);
      }
      return { versions: await this.versions(tx) };
    });
  }

  private async versions(tx: Transaction | null = null): Promise<Versions> {
    const saved = await this.offers.settings(tx);
    const versions = saved.map(({ savedAt, ...setting }) => ({ ...setting, savedAt: savedAt.toISOString() }));
    return versions.length === 0 || versions.at(-1)?.version === 2 ? [...versions, SHIPPED] : versions;
  }
}
