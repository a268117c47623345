import { Controller } from '@nestjs/common';
import { checkPromoCode } from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { openPaymentLink, previewPaymentLink } from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves, TheCall } from '../edge/serves.decorator.ts';
import { payPath } from './pay-path.ts';
import { RegistrationCheckout } from './registration-checkout.ts';

/** The page to which the payment links of emails lead. */
@Controller()
export class PaymentLinkController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly checkout: RegistrationCheckout,
  ) {}

  @Serves(previewPaymentLink)
  async preview(@TheCall() { body }: Call<typeof previewPaymentLink>): Promise<RouteResponse<typeof previewPaymentLink>> {
    const payment = await this.rpc.call(registrations.previewPaymentLink, body);
    if (payment.state !== 'payable' || payment.promoCode === null) return { ...payment, discount: 0 };
    const discount = await this.discountOf(payment.kind === 'tournament' ? 'tournaments' : 'bootcamps', payment.promoCode, payment.amount);
    return { ...payment, discount, promoCode: discount === 0 ? null : payment.promoCode };
  }

  @Serves(openPaymentLink)
  async open(@TheCall() { body }: Call<typeof openPaymentLink>): Promise<RouteResponse<typeof openPaymentLink>> {
    const { product, ...payable } = await this.rpc.call(registrations.takePaymentLink, body);
    const url = await this.checkout.openFromLink(product, payable, payPath(body.token));
    if (url === null) throw new DomainError('purchase_exists');
    return { url };
  }

  /** Cents; 0 for a code that has ended since the registration, which is charged in full then. */
  private async discountOf(product: 'tournaments' | 'bootcamps', code: string, amount: number): Promise<number> {
    try {
      return (await this.rpc.call(checkPromoCode, { code, product, plan: null, amount })).amountOff;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'promo_invalid') return 0;
      throw error;
    }
  }
}
