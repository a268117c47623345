import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Inject, Injectable } from '@nestjs/common';
import { Client } from '@sendgrid/client';
import sendgrid, { type MailDataRequired, type MailService as Mail } from '@sendgrid/mail';
import { inProviderCall, recordProviderStatus } from '@lectern/service-kit/tracing/provider-call';
import { MessagingWorkerConfig } from '../config.ts';
import { type EmailContents, emailMessage } from './email-message.ts';
import { headerText, LOCAL_SENDER, type Mailbox, parseMailbox } from './mailbox.ts';
import { outcomeOfRefusal, outcomeOfSilence, type PostOutcome } from './post-outcome.ts';

export interface PostedEmail extends EmailContents {
  readonly emailId: string;
  readonly category: string;
}

/** One email of a campaign to many recipients, each with their own values. */
export interface PostedCampaign {
  readonly campaignId: string;
  /** Names the claim of the recipients. */
  readonly batchId: string;
  /** With tags that the recipients' substitutions replace. */
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** At most 1,000, the provider's limit for one request. */
  readonly readers: readonly CampaignReader[];
}

export interface CampaignReader {
  readonly recipientId: string;
  readonly to: Mailbox;
  readonly substitutions: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

// The package exports its class beside the shared instance, which its types omit.
const { MailService } = sendgrid as unknown as { MailService: new () => Mail };

const TIMEOUT_MS = 10_000;
const ACCEPTED = 202;
const SEND = '/v3/mail/send';

interface Answered {
  readonly code: number;
  readonly response: { readonly headers: Record<string, unknown>; readonly body: unknown };
}

const isAnswered = (error: unknown): error is Answered =>
  typeof error === 'object' &&
  error !== null &&
  'response' in error &&
  typeof error.response === 'object' &&
  error.response !== null &&
  'code' in error &&
  typeof error.code === 'number';

/** The mail provider, through its own SDK (https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send). */
@Injectable()
export class SendGridMailer {
  private readonly mail = new MailService();
  private readonly client = new Client();
  private readonly from: Mailbox;
  private readonly host: string;

  constructor(@Inject(MessagingWorkerConfig) config: MessagingWorkerConfig) {
    const from = parseMailbox(config.MAIL_FROM ?? LOCAL_SENDER);
    if (from === null) throw new Error('MAIL_FROM is no mailbox');
    this.from = from;
    this.host = new URL(config.SENDGRID_API_URL ?? 'https://api.sendgrid.com').hostname;
    const { client } = this;
    client.setApiKey(config.SENDGRID_API_KEY);
    // The client passes unknown settings on to axios. Its types name only the known ones.
    const settings: object = {
      ...(config.SENDGRID_API_URL === undefined ? {} : { baseUrl: config.SENDGRID_API_URL }),
      timeout: TIMEOUT_MS,
      // A redirected POST would be a second one.
      maxRedirects: 0,
      // The other end may close a kept connection just when the next email is sent, and the result would be unknown. A new connection
      // costs a handshake.
      httpAgent: new HttpAgent({ keepAlive: false }),
      httpsAgent: new HttpsAgent({ keepAlive: false }),
    };
    client.setDefaultRequest(settings as Parameters<Client['setDefaultRequest']>[0] & object);
    this.mail.setClient(client);
  }

  /** Posts one email to one person, once, without retries. Never throws; returns the outcome within about 10 s. */
  async post(message: PostedEmail): Promise<PostOutcome> {
    return this.outcomeOf(1, () => this.mail.send(this.message(message)));
  }

  /** Posts one email to all these recipients in one request; otherwise like {@link post}. The provider accepts all of it or nothing. */
  async postCampaign(campaign: PostedCampaign): Promise<PostOutcome> {
    // Bypasses the provider's library, which would copy the whole request several times.
    return this.outcomeOf(campaign.readers.length, () =>
      this.client.request({ method: 'POST', url: SEND, body: this.campaignBody(campaign) }),
    );
  }

  private outcomeOf(
    messages: number,
    send: () => Promise<[{ statusCode: number; headers: unknown }, unknown]>,
  ): Promise<PostOutcome> {
    return inProviderCall(
      { method: 'POST', template: SEND, host: this.host, attributes: { 'lectern.emails': messages } },
      async (span) => {
        try {
          const [answer] = await send();
          recordProviderStatus(span, answer.statusCode);
          if (answer.statusCode !== ACCEPTED)
            return { kind: 'unanswered', reason: `unexpected status ${answer.statusCode}` };
          const messageId = (answer.headers as Record<string, unknown>)['x-message-id'];
          return { kind: 'accepted', messageId: typeof messageId === 'string' ? messageId : null };
        } catch (error) {
          recordProviderStatus(span, isAnswered(error) ? error.code : null);
          return isAnswered(error)
            ? outcomeOfRefusal(
                { status: error.code, headers: { ...error.response.headers }, body: error.response.body },
                new Date(),
              )
            : outcomeOfSilence(error);
        }
      },
    );
  }

  private campaignBody({ campaignId, batchId, subject, html, text, readers }: PostedCampaign): object {
    return {
      personalizations: readers.map(({ recipientId, to, substitutions, headers }) => ({
        to: [to],
        substitutions,
        headers,
        // All arguments with each recipient: the provider does not document whether those beside the email apply to a recipient with own ones.
        custom_args: { campaignId, batchId, recipientId },
      })),
      from: this.from,
      subject: headerText(subject),
      content: [
        { type: 'text/plain', value: text },
        { type: 'text/html', value: html },
      ],
      categories: ['campaign'],
      // The email's own URLs count openings and clicks.
      tracking_settings: { click_tracking: { enable: false, enable_text: false }, open_tracking: { enable: false } },
    };
  }

  private message(message: PostedEmail): MailDataRequired {
    return {
      ...emailMessage(message, this.from),
      categories: [message.category],
      customArgs: { emailId: message.emailId },
      // A personal email contains its own URLs, not the provider's.
      trackingSettings: { clickTracking: { enable: false, enableText: false }, openTracking: { enable: false } },
    };
  }
}
