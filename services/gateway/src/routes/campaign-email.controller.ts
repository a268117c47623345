import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/messaging/campaign-http';
import * as messages from '@lectern/contracts/messaging/campaign-email-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** A campaign's email before it is sent: as its readers would see it, and in one's own mailbox. */
@Controller()
export class CampaignEmailController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.previewCampaign)
  async preview({ body }: Call<typeof http.previewCampaign>) {
    return this.rpc.call(messages.previewCampaign, body);
  }

  @Serves(http.sendTestCampaign)
  async test(call: Call<typeof http.sendTestCampaign>) {
    const { name, subject, content, targetAudience } = call.body;
    const { to } = await this.rpc.call(messages.sendTestCampaign, {
      name,
      subject,
      content,
      targetAudience,
      to: call.caller.admin.email,
      by: actingIn(call),
    });
    return { message: `The test is on its way to ${to}.` };
  }
}
