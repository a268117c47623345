import { Injectable } from '@nestjs/common';
import * as billing from '@lectern/contracts/billing/rpc';
import { DomainError, type ErrorCode } from '@lectern/contracts/errors';
import type { Payable } from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ReturnAddress } from '../edge/return-address.ts';

/** Which product's checkout, and the pages of this site to which it sends the browser back. */
export interface CheckoutKind {
  readonly product: RpcInput<typeof billing.openPurchaseCheckout>['product'];
  readonly successPath: string;
  readonly cancelPath: string;
}

const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof DomainError && error.code === code;

/** Opens the checkouts of registrations. */
@Injectable()
export class RegistrationCheckout {
  constructor(
    private readonly rpc: RpcClient,
    private readonly returnAddress: ReturnAddress,
  ) {}

  /** Throws what billing refuses: `promo_invalid`, `purchase_exists`, `payment_provider_unavailable`. */
  async open(kind: CheckoutKind, payable: Payable): Promise<string> {
    const { registrationId, userId, email, firstName, lastName, title, amount, promoCode } = payable;
    const { checkoutUrl } = await this.rpc.call(billing.openPurchaseCheckout, {
      product: kind.product,
      reference: registrationId,
      userId,
      email,
      firstName,
      lastName,
      title,
      amount,
      promoCode,
      successUrl: this.returnAddress.of(kind.successPath),
      cancelUrl: this.returnAddress.of(kind.cancelPath),
    });
    return checkoutUrl;
  }

  /**
   * As {@link open}, for a link that is followed days after the registration. A promo code that has run out meanwhile must not
   * keep anybody from paying: the checkout shows the full price then, before anything is charged. `null` when it is paid.
   */
  async openFromLink(kind: CheckoutKind, payable: Payable): Promise<string | null> {
    try {
      return await this.open(kind, payable).catch((error: unknown) => {
        if (hasCode(error, 'promo_invalid') && payable.promoCode !== null) return this.open(kind, { ...payable, promoCode: null });
        throw error;
      });
    } catch (error) {
      if (hasCode(error, 'purchase_exists')) return null;
      throw error;
    }
  }
}
