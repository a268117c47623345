import { Controller } from '@nestjs/common';
import { sendContactMessage } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { SendContactMessage } from './send-contact-message.use-case.ts';

@Controller()
export class ContactMessageRpc {
  constructor(private readonly sendMessage: SendContactMessage) {}

  @HandlesRpc(sendContactMessage)
  async send(message: RpcInput<typeof sendContactMessage>): Promise<RpcOutput<typeof sendContactMessage>> {
    return this.sendMessage.execute(message);
  }
}
