import { Injectable } from '@nestjs/common';
import { closePurchaseCheckout } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ExpireSession } from '../stripe/expire-session.ts';
import { PurchaseRepository } from './purchase.repository.ts';
import { SettlePurchase } from './settle-purchase.use-case.ts';

/** Closes the page of a registration that is about to change, so that nobody pays for it. Idempotent. */
@Injectable()
export class ClosePurchaseCheckout {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly purchases: PurchaseRepository,
    private readonly expireSession: ExpireSession,
    private readonly settlePurchase: SettlePurchase,
  ) {}

  /** @throws DomainError `purchase_exists` once it was paid */
  @Handles(closePurchaseCheckout)
  async execute({ reference }: RpcInput<typeof closePurchaseCheckout>): Promise<void> {
    await this.lock.hold(`reference:${reference}`, async () => {
      const known = await this.purchases.findByReference(reference);
      if (known?.status === 'paid' || known?.status === 'refunded') throw new DomainError('purchase_exists');
      if (known?.sessionId == null || known.status !== 'open') return;
      await this.expireSession.execute(known.sessionId);
      const { status } = await this.settlePurchase.execute(known.sessionId);
      if (status === 'complete') throw new DomainError('purchase_exists');
    });
  }
}
