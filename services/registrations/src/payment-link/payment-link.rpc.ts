import { Controller } from '@nestjs/common';
import { previewPaymentLink, takePaymentLink } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { PreviewPaymentLink } from './preview-payment-link.query.ts';
import { TakePaymentLink } from './take-payment-link.use-case.ts';

@Controller()
export class PaymentLinkRpc {
  constructor(
    private readonly previewLink: PreviewPaymentLink,
    private readonly takeLink: TakePaymentLink,
  ) {}

  @HandlesRpc(previewPaymentLink)
  async preview(input: RpcInput<typeof previewPaymentLink>): Promise<RpcOutput<typeof previewPaymentLink>> {
    return this.previewLink.execute(input);
  }

  @HandlesRpc(takePaymentLink)
  async take(input: RpcInput<typeof takePaymentLink>): Promise<RpcOutput<typeof takePaymentLink>> {
    return this.takeLink.execute(input);
  }
}
