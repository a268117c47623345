import { IsEmail, IsFQDN, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import { ASSOCIATION, MEETING_PLACES } from '@lectern/contracts/association';
import { COLOR_FORM } from '@lectern/contracts/color';
import {
  CommaList,
  DatabaseProcessConfig,
  isPublicHost,
  publicUrlProblems,
  WholeNumber,
  withIdentityRequestKey,
} from '@lectern/service-kit/config/process-config';
import { TimeZoneName } from '@lectern/service-kit/config/time-zone-name';
import { OwnSecret, ProviderSecret } from '@lectern/service-kit/config/secret';
import { parseMailbox } from './sendgrid/mailbox.ts';
import { readVerificationKey } from './sendgrid/verification-key.ts';

const LOCAL_SUPPORT_EMAIL: string = ASSOCIATION.SUPPORT_EMAIL;

/** The host of a mailbox, with or without a name. */
const hostOf = (mailbox: string): string => parseMailbox(mailbox)?.email.split('@').at(-1) ?? '';

/** Configuration on which both processes must agree. */
export abstract class MailProcessConfig extends DatabaseProcessConfig {
  /** Signs unsubscribe links, which stay in emails for years: see `UNSUBSCRIBE_SECRET_ALSO_VALID` before changing it. */
  @OwnSecret()
  @IsString({ message: 'UNSUBSCRIBE_SECRET must be set' })
  readonly UNSUBSCRIBE_SECRET!: string;

  /** The time zone of dates in emails. */
  @TimeZoneName()
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  /** The site's URL, for links in emails. */
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'PUBLIC_URL must be the address of the site, such as https://lectern.example' },
  )
  readonly PUBLIC_URL!: string;

  /** The association that sends the emails. */
  @IsString()
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  @Matches(COLOR_FORM, { message: 'ASSOCIATION_COLOR must be a color such as #b3372b' })
  readonly ASSOCIATION_COLOR: string = ASSOCIATION.ASSOCIATION_COLOR;

  @Matches(COLOR_FORM, { message: 'ASSOCIATION_SECOND_COLOR must be a color such as #1e5f74' })
  readonly ASSOCIATION_SECOND_COLOR: string = ASSOCIATION.ASSOCIATION_SECOND_COLOR;

  /** The association's postal address, which list mail must carry. Required in production. */
  @IsOptional()
  @Matches(/\S/, { message: 'ASSOCIATION_ADDRESS must be a postal address on one line' })
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
  @IsEmail({}, { message: 'SUPPORT_EMAIL must be an email address' })
  readonly SUPPORT_EMAIL: string = LOCAL_SUPPORT_EMAIL;

  /**
   * The domain whose emails SendGrid posts to us: answers to replies of staff go to an address in it, and become messages of their
   * conversation. Without it they go to the mailbox of contact messages.
   */
  @IsOptional()
  @IsFQDN({ require_tld: false }, { message: 'INBOUND_DOMAIN must be a domain such as reply.lectern.example' })
  readonly INBOUND_DOMAIN?: string;

  /** Receives campaigns that are sent as a test; by default the administrator who sends them does. */
  @IsOptional()
  @IsEmail({}, { message: 'CAMPAIGN_TEST_ADDRESS must be an email address' })
  readonly CAMPAIGN_TEST_ADDRESS?: string;

  /** The verification key of SendGrid's signed event webhook, as SendGrid shows it (base64) or as PEM. */
  @Matches(/\S/, { message: 'SENDGRID_WEBHOOK_KEY must be set' })
  readonly SENDGRID_WEBHOOK_KEY!: string;

  /** The public key of SendGrid's security policy for inbound parse, as SendGrid shows it (base64) or as PEM. */
  @IsOptional()
  @Matches(/\S/, { message: 'SENDGRID_INBOUND_KEY must be a verification key' })
  readonly SENDGRID_INBOUND_KEY?: string;

  /** Earlier keys whose events are still accepted during a rotation. */
  @CommaList()
  @IsString({ each: true })
  readonly SENDGRID_WEBHOOK_KEY_ALSO_VALID: readonly string[] = [];

  /** Earlier secrets whose links still work: recipients read their emails for years. Only this process checks links. */
  @OwnSecret()
  @CommaList()
  @IsString({ each: true, message: 'UNSUBSCRIBE_SECRET_ALSO_VALID must be secrets, separated by commas' })
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
  @Matches(/^SG\.\S+$/, { message: 'SENDGRID_API_KEY must be a key of SendGrid (SG.…)' })
  readonly SENDGRID_API_KEY!: string;

  /** Small, so that campaigns leave Postgres to readers (ADR 0026). */
  override readonly DATABASE_POOL_SIZE: number = 3;

  /** Maximum of campaign emails that this process posts per second. Single emails do not count. */
  @WholeNumber()
  @IsInt({ message: 'CAMPAIGN_RATE must be a whole number of emails a second' })
  @Min(1)
  @Max(100_000)
  readonly CAMPAIGN_RATE: number = 500;

  /** Recipients in one request. The provider takes 1,000; its answer is for all of them. */
  @WholeNumber()
  @IsInt({ message: 'CAMPAIGN_BATCH must be from 1 to 1000' })
  @Min(1)
  @Max(1_000)
  readonly CAMPAIGN_BATCH: number = 500;

  /** The SendGrid emulator; local deployments only. */
  @IsOptional()
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'SENDGRID_API_URL must be an address' },
  )
  readonly SENDGRID_API_URL?: string;

  /** The sender of emails: an address, or a name and an address in angle brackets. */
  @IsOptional()
  readonly MAIL_FROM?: string;

  /** The recurring Zoom meeting, to which emails about sessions link. Required in production. */
  @IsUrl({ require_protocol: true, protocols: ['https'] }, { message: 'ASSOCIATION_ZOOM_URL must be an https address' })
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
