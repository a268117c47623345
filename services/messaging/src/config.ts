import * as z from 'zod/mini';
import { ASSOCIATION, MEETING_PLACES } from '@lectern/contracts/association';
import {
  DatabaseProcessConfig,
  isPublicHost,
  publicUrlProblems,
  withIdentityRequestKey,
} from '@lectern/service-kit/config/process-config';
import { OwnSecret, ProviderSecret } from '@lectern/service-kit/config/secret';
import { Variable } from '@lectern/service-kit/config/variable';
import {
  color,
  commaList,
  domainName,
  emailAddress,
  httpAddress,
  httpsAddress,
  matching,
  siteAddress,
  text,
  timeZoneName,
  wholeNumber,
} from '@lectern/service-kit/config/variable-schemas';
import { parseMailbox } from './sendgrid/mailbox.ts';
import { readVerificationKey } from './sendgrid/verification-key.ts';

const LOCAL_SUPPORT_EMAIL: string = ASSOCIATION.SUPPORT_EMAIL;

/** The host of a mailbox, with or without a name. */
const hostOf = (mailbox: string): string => parseMailbox(mailbox)?.email.split('@').at(-1) ?? '';

/** Configuration on which both processes must agree. */
export abstract class MailProcessConfig extends DatabaseProcessConfig {
  /** Signs unsubscribe links, which stay in emails for years: see `UNSUBSCRIBE_SECRET_ALSO_VALID` before changing it. */
  @OwnSecret()
  @Variable(text)
  readonly UNSUBSCRIBE_SECRET!: string;

  /** The time zone of dates in emails. */
  @Variable(timeZoneName)
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  /** The site's URL, for links in emails. */
  @Variable(siteAddress)
  readonly PUBLIC_URL!: string;

  /** The association that sends the emails. */
  @Variable(text)
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  @Variable(color)
  readonly ASSOCIATION_COLOR: string = ASSOCIATION.ASSOCIATION_COLOR;

  @Variable(color)
  readonly ASSOCIATION_SECOND_COLOR: string = ASSOCIATION.ASSOCIATION_SECOND_COLOR;

  /** The association's postal address, which list mail must carry. Required in production. */
  @Variable(z.optional(matching(/\S/, 'must be a postal address on one line')))
  readonly ASSOCIATION_ADDRESS?: string;

  override problems(): string[] {
    const problems = super.problems();
    if (this.DEPLOYMENT === 'production') {
      problems.push(...publicUrlProblems(this.PUBLIC_URL));
      if (this.ASSOCIATION_ADDRESS === undefined) problems.push('ASSOCIATION_ADDRESS must be set');
    }
    return problems;
  }
}

/** The service: answers requests, consumes events, receives the provider's webhook events. It sends nothing and has no key for it. */
export class MessagingConfig extends MailProcessConfig {
  /** Receives the messages of the contact page. Required in production. */
  @Variable(emailAddress)
  readonly SUPPORT_EMAIL: string = LOCAL_SUPPORT_EMAIL;

  /**
   * The domain whose emails SendGrid posts to us: answers to replies of staff go to an address in it, and become messages of their
   * conversation. Without it they go to the mailbox of contact messages.
   */
  @Variable(z.optional(domainName('must be a domain such as reply.lectern.example')))
  readonly INBOUND_DOMAIN?: string;

  /** Receives campaigns that are sent as a test; by default the administrator who sends them does. */
  @Variable(z.optional(emailAddress))
  readonly CAMPAIGN_TEST_ADDRESS?: string;

  /** The verification key of SendGrid's signed event webhook, as SendGrid shows it (base64) or as PEM. */
  @Variable(matching(/\S/, 'must be set'))
  readonly SENDGRID_WEBHOOK_KEY!: string;

  /** The public key of SendGrid's security policy for inbound parse, as SendGrid shows it (base64) or as PEM. */
  @Variable(z.optional(matching(/\S/, 'must be a verification key')))
  readonly SENDGRID_INBOUND_KEY?: string;

  /** Earlier keys whose events are still accepted during a rotation. */
  @Variable(commaList(text))
  readonly SENDGRID_WEBHOOK_KEY_ALSO_VALID: readonly string[] = [];

  /** Earlier secrets whose links still work: recipients read their emails for years. Only this process checks links. */
  @OwnSecret()
  @Variable(commaList(text))
  readonly UNSUBSCRIBE_SECRET_ALSO_VALID: readonly string[] = [];

  override problems(): string[] {
    const problems = super.problems();
    if (this.DEPLOYMENT === 'production' && this.SUPPORT_EMAIL === LOCAL_SUPPORT_EMAIL)
      problems.push('SUPPORT_EMAIL must be set');
    if (typeof this.SENDGRID_WEBHOOK_KEY === 'string' && readVerificationKey(this.SENDGRID_WEBHOOK_KEY) === null) {
      problems.push(
        "SENDGRID_WEBHOOK_KEY must be the verification key of SendGrid's event webhook (ECDSA P-256, base64 or PEM)",
      );
    }
    if (this.INBOUND_DOMAIN !== undefined && this.SENDGRID_INBOUND_KEY === undefined)
      problems.push('SENDGRID_INBOUND_KEY must be set with INBOUND_DOMAIN');
    if (this.INBOUND_DOMAIN === undefined && this.SENDGRID_INBOUND_KEY !== undefined)
      problems.push('INBOUND_DOMAIN must be set with SENDGRID_INBOUND_KEY');
    if (this.SENDGRID_INBOUND_KEY !== undefined && readVerificationKey(this.SENDGRID_INBOUND_KEY) === null) {
      problems.push(
        "SENDGRID_INBOUND_KEY must be the public key of SendGrid's security policy for inbound parse (ECDSA P-256, base64 or PEM)",
      );
    }
    if (this.SENDGRID_WEBHOOK_KEY_ALSO_VALID.some((key) => readVerificationKey(key) === null)) {
      problems.push(
        "SENDGRID_WEBHOOK_KEY_ALSO_VALID must be verification keys of SendGrid's event webhook, separated by commas",
      );
    }
    return problems;
  }
}

/** The worker: posts emails to the provider. */
export class MessagingWorkerConfig extends withIdentityRequestKey(MailProcessConfig) {
  @ProviderSecret(/^SG\./)
  @Variable(matching(/^SG\.\S+$/, 'must be a key of SendGrid (SG.…)'))
  readonly SENDGRID_API_KEY!: string;

  /** Small, so that campaigns leave Postgres to readers (ADR 0026). */
  override readonly DATABASE_POOL_SIZE: number = 3;

  /** Maximum of campaign emails that this process posts per second. Single emails do not count. */
  @Variable(wholeNumber(1, 100_000))
  readonly CAMPAIGN_RATE: number = 500;

  /** Recipients in one request. The provider takes 1,000; its answer is for all of them. */
  @Variable(wholeNumber(1, 1_000))
  readonly CAMPAIGN_BATCH: number = 500;

  /** The SendGrid emulator; local deployments only. */
  @Variable(z.optional(httpAddress('must be an address')))
  readonly SENDGRID_API_URL?: string;

  /** The sender of emails: an address, or a name and an address in angle brackets. */
  @Variable(z.optional(text))
  readonly MAIL_FROM?: string;

  /** The recurring Zoom meeting, to which emails about sessions link. Required in production. */
  @Variable(httpsAddress)
  readonly ASSOCIATION_ZOOM_URL: string = MEETING_PLACES.ASSOCIATION_ZOOM_URL;

  override problems(): string[] {
    const problems = super.problems();
    if (this.DEPLOYMENT === 'production') {
      if (this.SENDGRID_API_URL !== undefined) problems.push('SENDGRID_API_URL may be set in the local system only');
      if (this.MAIL_FROM === undefined) problems.push('MAIL_FROM must be set');
      else if (!isPublicHost(hostOf(this.MAIL_FROM)))
        problems.push('MAIL_FROM must be a mailbox of the association: emails from this one arrive nowhere');
      if (this.ASSOCIATION_ZOOM_URL === MEETING_PLACES.ASSOCIATION_ZOOM_URL)
        problems.push('ASSOCIATION_ZOOM_URL must be set: it is where members meet');
    }
    if (this.MAIL_FROM !== undefined && parseMailbox(this.MAIL_FROM) === null) {
      problems.push('MAIL_FROM must be an address, or a name and an address: Lectern <hello@lectern.example>');
    }
    return problems;
  }
}
