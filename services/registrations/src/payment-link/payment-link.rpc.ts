import { Controller } from '@nestjs/common';
import { checkRegistration, previewPaymentLink, takePaymentLink } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CheckRegistration } from './check-registration.query.ts';
import { PreviewPaymentLink } from './preview-payment-link.query.ts';
import { TakePaymentLink } from './take-payment-link.use-case.ts';

@Controller()
export class PaymentLinkRpc {
  constructor(
    private readonly previewLink: PreviewPaymentLink,
    private readonly takeLink: TakePaymentLink,
    private readonly checkRegistration: CheckRegistration,
  ) {}

  @HandlesRpc(checkRegistration)
  async check(input: RpcInput<typeof checkRegistration>): Promise<RpcOutput<typeof checkRegistration>> {
    return this.checkRegistration.execute(input);
  }

  @HandlesRpc(previewPaymentLink)
  async preview(input: RpcInput<typeof previewPaymentLink>): Promise<RpcOutput<typeof previewPaymentLink>> {
    return this.previewLink.execute(input);
  }

  @HandlesRpc(takePaymentLink)
  async take(input: RpcInput<typeof takePaymentLink>): Promise<RpcOutput<typeof takePaymentLink>> {
    return this.takeLink.execute(input);
  }
}
