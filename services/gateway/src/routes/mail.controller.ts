import { Controller } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import * as mailHttp from '@lectern/contracts/messaging/http';
import * as archiveHttp from '@lectern/contracts/messaging/newsletter-archive-http';
import * as archive from '@lectern/contracts/messaging/newsletter-archive-rpc';
import * as preferencesHttp from '@lectern/contracts/messaging/preferences-http';
import * as preferences from '@lectern/contracts/messaging/preferences-rpc';
import * as subscriberAddressHttp from '@lectern/contracts/messaging/subscriber-address-http';
import * as subscriberAddress from '@lectern/contracts/messaging/subscriber-address-rpc';
import * as messaging from '@lectern/contracts/messaging/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { FailuresLeadTo } from '../edge/link-failure.filter.ts';
import { ReturnAddress } from '../edge/return-address.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

const DEFAULT_SOURCE = 'homepage';
const UNSUBSCRIBE_PAGE = '/unsubscribe';

/** Visitors' messages and newsletter subscriptions, unsubscribing, and the newsletters that everybody may read. */
@Controller()
export class MailController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly returnAddress: ReturnAddress,
  ) {}

  @Serves(mailHttp.subscribeToNewsletter)
  async newsletter({ body }: Call<typeof mailHttp.subscribeToNewsletter>) {
    const { email, source = DEFAULT_SOURCE } = body;
    await this.rpc.call(messaging.subscribeToNewsletter, { email, source, tags: [source] });
    return { message: 'Success! You are subscribed to our newsletter.' };
  }

  @Serves(mailHttp.sendContactMessage)
  async contact({ body, caller, idempotency }: Call<typeof mailHttp.sendContactMessage>) {
    const sender =
      caller === undefined ? undefined : { verifiedEmail: caller.member.isEmailVerified ? caller.member.email : null };
    await this.rpc.call(messaging.sendContactMessage, { ...body, sender, idempotency });
    return { message: 'Message sent successfully! We reply within 24 hours.' };
  }

  @Serves(mailHttp.requestStarterKit)
  async starterKit({ body, idempotency }: Call<typeof mailHttp.requestStarterKit>) {
    await this.rpc.call(messaging.requestStarterKit, { ...body, idempotency });
    return { message: 'Starter kit sent! Check your email for the link.' };
  }

  @Serves(mailHttp.openUnsubscribePage)
  @FailuresLeadTo(UNSUBSCRIBE_PAGE)
  async openUnsubscribePage({ query }: Call<typeof mailHttp.openUnsubscribePage>) {
    const { email, key } = query;
    if (email === undefined || key === undefined) throw new DomainError('link_invalid');
    return {
      redirectTo: this.returnAddress.of(`${UNSUBSCRIBE_PAGE}?${new URLSearchParams({ email, key }).toString()}`),
    };
  }

  @Serves(mailHttp.unsubscribe)
  async unsubscribe({ query, body }: Call<typeof mailHttp.unsubscribe>) {
    const { email = '', key = '' } = { ...query, ...body };
    await this.rpc.call(messaging.unsubscribe, { email, key });
    return { message: 'You are unsubscribed. We send no more newsletters or announcements to this address.' };
  }

  @Serves(preferencesHttp.readPreferences)
  async preferences({ query }: Call<typeof preferencesHttp.readPreferences>) {
    return this.rpc.call(preferences.readPreferences, query);
  }

  @Serves(preferencesHttp.choosePreferences)
  async choose({ body }: Call<typeof preferencesHttp.choosePreferences>) {
    return this.rpc.call(preferences.choosePreferences, body);
  }

  @Serves(subscriberAddressHttp.confirmSubscriberAddress)
  async confirmAddress({ body }: Call<typeof subscriberAddressHttp.confirmSubscriberAddress>) {
    await this.rpc.call(subscriberAddress.confirmSubscriberAddress, body);
    return { message: `The newsletter goes to ${body.email} from now on.` };
  }

  @Serves(archiveHttp.listNewsletters)
  async newsletters() {
    return (await this.rpc.call(archive.listNewsletters, {})).items;
  }

  @Serves(archiveHttp.readNewsletter)
  async readNewsletter({ params }: Call<typeof archiveHttp.readNewsletter>) {
    return this.rpc.call(archive.readNewsletter, params);
  }
}
