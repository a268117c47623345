import { Controller, Inject } from '@nestjs/common';
import * as http from '@lectern/contracts/billing/offline-payment-http';
import * as billing from '@lectern/contracts/billing/offline-payment-rpc';
import { readOfflinePayable } from '@lectern/contracts/registrations/rpc';
import { instantIn } from '@lectern/contracts/zoned-time';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { CurrentProfile } from '../branding/current-profile.ts';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { administratorNames } from './administrator-names.ts';

/** Payments that staff record. Registrations says what is to be paid, and billing records it. */
@Controller()
export class OfflinePaymentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly profile: CurrentProfile,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.previewOfflinePayment)
  async preview({ params }: Call<typeof http.previewOfflinePayment>) {
    return this.rpc.call(readOfflinePayable, params);
  }

  @Serves(http.recordOfflinePayment)
  async record(call: Call<typeof http.recordOfflinePayment>) {
    const { registrationId, receivedOn, ...form } = call.body;
    const payable = await this.rpc.call(readOfflinePayable, { registrationId });
    const receivedAt = await this.beginningOf(receivedOn);
    return this.rpc.call(billing.recordOfflinePayment, { ...form, receivedAt, payable, by: actingIn(call) });
  }

  @Serves(http.listOfflineRecords)
  async records({ params }: Call<typeof http.listOfflineRecords>) {
    const records = await this.rpc.call(billing.listOfflineRecords, params);
    const names = await administratorNames(this.rpc, this.logger);
    return {
      records: records.map(({ recordedBy, ...record }) => ({
        ...record,
        recordedBy: recordedBy === null ? null : (names.get(recordedBy) ?? null),
        isAutomatic: recordedBy === null,
      })),
    };
  }

  @Serves(http.undoOfflinePayment)
  async undo(call: Call<typeof http.undoOfflinePayment>) {
    return this.rpc.call(billing.undoOfflinePayment, {
      ...call.body,
      paymentId: call.params.id,
      by: actingIn(call),
    });
  }

  @Serves(http.correctOfflinePayment)
  async correct(call: Call<typeof http.correctOfflinePayment>) {
    const { receivedOn, ...form } = call.body;
    const receivedAt = await this.beginningOf(receivedOn);
    const named = { paymentId: call.params.id, by: actingIn(call) };
    return this.rpc.call(billing.correctOfflinePayment, { ...form, receivedAt, ...named });
  }

  /** Of a day of the association. */
  private async beginningOf(day: string): Promise<string> {
    const { timeZone } = await this.profile.now();
    return instantIn(timeZone, day, '00:00').toISOString();
  }
}
