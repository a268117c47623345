import { Controller, Inject } from '@nestjs/common';
import { checkPromoCode } from '@lectern/contracts/billing/rpc';
import { formatCentsShort } from '@lectern/contracts/money';
import { openPaymentLink, previewPaymentLink } from '@lectern/contracts/registrations/http';
import { readRegistrationToken } from '@lectern/contracts/registrations/registration-token';
import * as registrations from '@lectern/contracts/registrations/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { GatewayConfig } from '../config.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { visitorNetwork } from '../edge/visitor-network.ts';
import { payPath } from './pay-path.ts';
import { RegistrationCheckout } from './registration-checkout.ts';

/** The page to which the payment links of emails lead. */
@Controller()
export class PaymentLinkController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly checkout: RegistrationCheckout,
    @Inject(GatewayConfig) private readonly config: GatewayConfig,
  ) {}

  @Serves(previewPaymentLink)
  async preview({ body }: Call<typeof previewPaymentLink>) {
    const { payer: user, ...payment } = await this.rpc.call(registrations.previewPaymentLink, body);
    const { promoCode: code, amount } = payment;
    if (payment.state !== 'payable' || code === null) return { ...payment, discount: 0 };
    const product = payment.kind === 'tournament' ? 'tournaments' : 'bootcamps';
    const reference = readRegistrationToken(body.token)?.registrationId;
    const asked = { code, product, amount, user, reference, ignoresEndedCode: true } as const;
    const { amountOff: discount } = await this.rpc.call(checkPromoCode, asked);
    if (discount !== null) return { ...payment, discount };
    return {
      ...payment,
      discount: 0,
      promoCode: null,
      message: `The promo code ${code} is no longer valid. You pay the full price of ${formatCentsShort(amount)}.`,
    };
  }

  @Serves(openPaymentLink)
  async open({ body, caller, origin }: Call<typeof openPaymentLink>) {
    const network = visitorNetwork(origin.ipAddress, this.config.RATE_LIMIT_SCALE);
    const callerId = caller?.member.id ?? null;
    const { product, ...payable } = await this.rpc.call(registrations.takePaymentLink, {
      ...body,
      network,
      callerId,
    });
    return { url: await this.checkout.open(product, payable, payPath(body.token), callerId, true) };
  }
}
