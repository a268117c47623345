import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Inject, Injectable } from '@nestjs/common';
import { Client } from '@sendgrid/client';
import sendgrid, { type MailDataRequired, type MailService as Mail } from '@sendgrid/mail';
import { inProviderCall, recordProviderStatus } from '@lectern/service-kit/tracing/provider-call';
import { Association } from '@lectern/service-kit/association/association';
import { MessagingWorkerConfig } from '../config.ts';
import { type EmailContents, emailMessage } from './email-message.ts';
import { LOCAL_SENDER, type Mailbox, parseMailbox, safeMailbox } from './mailbox.ts';
import { outcomeOfRefusal, outcomeOfSilence, type PostOutcome } from './post-outcome.ts';

/** One request: an email to its recipients, each with their own values. The provider accepts all of it or nothing. */
export interface PostedEmail extends EmailContents {
  readonly category: string;
  /** Names the claim of the recipients. */
  readonly batchId: string;
  /** At most 1,000, the provider's limit for one request. */
  readonly recipients: readonly PostedRecipient[];
}

export interface PostedRecipient {
  readonly recipientId: string;
  readonly to: Mailbox;
  /** The values of tags in the contents. */
  readonly substitutions?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
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
  private readonly from: Mailbox;
  private readonly host: string;

  constructor(
    private readonly association: Association,
    @Inject(MessagingWorkerConfig) private readonly config: MessagingWorkerConfig,
  ) {
    const from = parseMailbox(config.MAIL_FROM ?? LOCAL_SENDER);
    if (from === null) throw new Error('MAIL_FROM is no mailbox');
    this.from = from;
    this.host = new URL(config.SENDGRID_API_URL ?? 'https://api.sendgrid.com').hostname;
    const client = new Client();
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
    // Tags are names of their own.
    this.mail.setSubstitutionWrappers('', '');
  }

  /** Posts an email once, without retries. Never throws; returns the outcome within about 10 s. */
  async post(email: PostedEmail): Promise<PostOutcome> {
    const from = await this.sender();
    return inProviderCall(
      { method: 'POST', template: SEND, host: this.host, attributes: { 'lectern.emails': email.recipients.length } },
      async (span) => {
        try {
          const [answer] = await this.mail.send(this.request(email, from));
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

  /** By the name that staff gave the association, and until they did by the operator's. */
  private async sender(): Promise<Mailbox> {
    const name = await this.association.current().then(
      (current) => current.name,
      () => this.config.ASSOCIATION_NAME,
    );
    return name === this.config.ASSOCIATION_NAME ? this.from : safeMailbox({ email: this.from.email, name });
  }

  private request({ category, batchId, recipients, ...contents }: PostedEmail, from: Mailbox): MailDataRequired {
    return {
      ...emailMessage(contents, from),
      personalizations: recipients.map(({ recipientId, ...recipient }) => ({
        ...recipient,
        // All arguments with each recipient: the provider does not document whether those beside the email apply to a recipient with own ones.
        customArgs: { recipientId, batchId },
      })),
      categories: [category],
      // The email's own URLs count openings and clicks.
      trackingSettings: { clickTracking: { enable: false, enableText: false }, openTracking: { enable: false } },
    };
  }
}
