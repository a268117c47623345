import { Controller } from '@nestjs/common';
import * as billingHttp from '@lectern/contracts/billing/http';
import { receiveStripeEvent } from '@lectern/contracts/billing/rpc';
import * as contentHttp from '@lectern/contracts/content/http';
import { receiveZoomEvent } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import * as mailHttp from '@lectern/contracts/messaging/http';
import * as inboundHttp from '@lectern/contracts/messaging/inbound-http';
import { receiveInboundEmail } from '@lectern/contracts/messaging/inbound-rpc';
import { receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/**
 * Receives the providers' webhooks. Passes the raw body on, because only the owning service has the secret and checks the
 * signature over it. A 200 means that the event is stored.
 */
@Controller()
export class WebhookController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(billingHttp.stripeWebhook)
  async stripe(call: Call<typeof billingHttp.stripeWebhook>) {
    return this.rpc.call(receiveStripeEvent, {
      payload: call.signedBody,
      signature: required(call, 'stripe-signature'),
    });
  }

  @Serves(mailHttp.sendgridWebhook)
  async sendgrid(call: Call<typeof mailHttp.sendgridWebhook>) {
    return this.rpc.call(receiveSendgridEvents, {
      payload: call.signedBody,
      signature: required(call, 'x-twilio-email-event-webhook-signature'),
      timestamp: required(call, 'x-twilio-email-event-webhook-timestamp'),
    });
  }

  @Serves(inboundHttp.sendgridInbound)
  async inbound(call: Call<typeof inboundHttp.sendgridInbound>) {
    return this.rpc.call(receiveInboundEmail, {
      form: call.signedBody,
      contentType: call.header('content-type') ?? '',
      signature: required(call, 'x-twilio-email-event-webhook-signature'),
      timestamp: required(call, 'x-twilio-email-event-webhook-timestamp'),
    });
  }

  @Serves(contentHttp.zoomWebhook)
  async zoom(call: Call<typeof contentHttp.zoomWebhook>) {
    return this.rpc.call(receiveZoomEvent, {
      payload: call.signedBody,
      signature: required(call, 'x-zm-signature'),
      timestamp: required(call, 'x-zm-request-timestamp'),
    });
  }
}

const required = (call: { header(name: string): string | undefined }, name: string): string => {
  const value = call.header(name);
  if (value === undefined) throw new DomainError('signature_invalid');
  return value;
};
