import { Controller } from '@nestjs/common';
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
    return this.rpc.call(registrations.previewPaymentLink, body);
  }

  @Serves(openPaymentLink)
  async open(@TheCall() { body }: Call<typeof openPaymentLink>): Promise<RouteResponse<typeof openPaymentLink>> {
    const { product, ...payable } = await this.rpc.call(registrations.takePaymentLink, body);
    const url = await this.checkout.openFromLink(product, payable, payPath(body.token));
    if (url === null) throw new DomainError('purchase_exists');
    return { url };
  }
}
