import { Inject, Injectable } from '@nestjs/common';
import * as billing from '@lectern/contracts/billing/rpc';
import { DomainError, type ErrorCode } from '@lectern/contracts/errors';
import { type Payable, releasePlace } from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ReturnAddress } from '../edge/return-address.ts';

type Product = RpcInput<typeof billing.openPurchaseCheckout>['product'];

/** The pages of this site after a payment. */
const SUCCESS_PATHS: Readonly<Record<Product, string>> = {
  bootcamps: '/bootcamp-success?session_id={CHECKOUT_SESSION_ID}',
  tournaments: '/tournaments?session_id={CHECKOUT_SESSION_ID}',
};

const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof DomainError && error.code === code;

/**
 * Opens the checkouts of registrations. A payment page shows an account's saved cards and details, so it is the account's only
 * where the account calls, and a guest's for every other caller, whatever account registrations names.
 */
@Injectable()
export class RegistrationCheckout {
  constructor(
    private readonly rpc: RpcClient,
    private readonly returnAddress: ReturnAddress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Opens a checkout whose Back link leads to `cancelPath`. Releases a held seat when that fails. A link is followed days after the
   * registration (`isFromLink`): an expired promo code must not prevent its payment, and the checkout shows the full price before
   * anything is charged. Throws billing's errors: `promo_invalid`, `purchase_exists`, `in_progress`, `payment_provider_unavailable`.
   */
  async open(
    product: Product,
    payable: Payable,
    cancelPath: string,
    callerId: string | null,
    isFromLink = false,
  ): Promise<string> {
    const { registrationId, userId, email, firstName, lastName, title, beginsAt, amount, payBy, promoCode, holderId } =
      payable;
    try {
      const { checkoutUrl } = await this.rpc.call(billing.openPurchaseCheckout, {
        product,
        reference: registrationId,
        userId: userId === callerId ? userId : null,
        email,
        firstName,
        lastName,
        title,
        beginsAt,
        amount,
        payBy,
        promoCode,
        ignoresEndedCode: isFromLink,
        ...(holderId === undefined ? {} : { holderId }),
        successUrl: this.returnAddress.of(SUCCESS_PATHS[product]),
        cancelUrl: this.returnAddress.of(cancelPath),
      });
      return checkoutUrl;
    } catch (error) {
      // Paid already: its event is on its way to the seat. Or its holder is about to pay.
      if (product === 'bootcamps' && !hasCode(error, 'purchase_exists') && !hasCode(error, 'in_progress')) {
        await this.rpc.call(releasePlace, { registrationId }).catch((failure: unknown) => {
          this.logger.warn(
            { err: failure, registrationId },
            'A held seat could not be released; it expires by itself in five minutes',
          );
        });
      }
      throw error;
    }
  }
}
