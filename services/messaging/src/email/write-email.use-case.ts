import { Inject, Injectable } from '@nestjs/common';
import { emailKey as keyOf, containsLink } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { sign } from '@lectern/service-kit/signature/signature';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Account } from '../account/account.entity.ts';
import { AccountRepository } from '../account/account.repository.ts';
import { MessagingConfig } from '../config.ts';
import { deliverEmails } from '../jobs.ts';
import type { EmailData, EmailTemplate } from './email-template.ts';
import { EmailRepository } from './email.repository.ts';
import { ReplyAddress } from '../reply-address/reply-address.ts';

export interface NewEmail<T extends EmailTemplate> {
  /** The occasion. It never gets a second email. */
  readonly dedupeKey: string;
  readonly to: string;
  /** Only with `repeatsTyped`: other emails have the name of the account that has verified the mailbox. */
  readonly toName?: string;
  /** The mailbox in whose history it is kept, where it goes to another one of the same person. */
  readonly keptFor?: string;
  /** The account that the email is about, where the occasion names one. */
  readonly userId?: string | null;
  /** Whether recipient and contents are erased once the email was sent. */
  readonly eraseWhenSettled?: boolean;
  /** The email may contain typed text: it goes to the association itself, or to a mailbox that this very account had verified. */
  readonly repeatsTyped?: boolean;
  /**
   * Limits the emails of this occasion (the first part of the key) to a mailbox per hour, where a visitor can cause any number of them.
   * Beyond that no email is written, unless it is about the account that has verified the mailbox. Erased emails count, too.
   */
  readonly perHour?: number;
  readonly data: EmailData<T>;
}

/** Notices of one kind that a mailbox gets an hour about accounts that have not verified it. */
export const NOTICES_PER_HOUR = 3;

const HOUR_MS = 3_600_000;

/**
 * Adds a transactional email to the ledger within the caller's transaction. It is posted after the commit. Anybody can type another
 * person's address: an email to a mailbox that no account has verified contains nothing that was typed, and one to a verified
 * mailbox has the names of its account. Neither contains a link from a title or another text of an event. Idempotent by key; returns
 * whether the email is new.
 */
@Injectable()
export class WriteEmail {
  constructor(
    private readonly emails: EmailRepository,
    private readonly accounts: AccountRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
    private readonly addresses: ReplyAddress,
    private readonly erased: ErasedAccounts,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  /** {@link execute} for an email to a person, unless the account that it is about was deleted. */
  async toPerson<T extends EmailTemplate>(tx: Transaction, template: T, message: NewEmail<T>): Promise<void> {
    // A deleted person has an empty address.
    if (message.to === '' || (message.userId != null && (await this.erased.has(tx, message.userId)))) return;
    await this.execute(tx, template, message);
  }

  async execute<T extends EmailTemplate>(tx: Transaction, template: T, message: NewEmail<T>): Promise<boolean> {
    // It would come back as an answer of the person. So nothing is sent to one that was typed elsewhere, such as at the sign-up.
    if (this.addresses.conversationOf(message.to.trim()) !== null) return false;
    const account = await this.accounts.findVerified(tx, keyOf(message.to));
    const isOwn = account !== null && account.userId === message.userId;
    const { perHour } = message;
    const limitKey = perHour === undefined ? null : this.limitKeyOf(message);
    if (perHour !== undefined && limitKey !== null && !isOwn && (await this.countOfHour(tx, limitKey)) >= perHour)
      return false;
    const { toName, data } =
      message.repeatsTyped === true ? message : withOwnNames({ data: withoutLinks(message.data as object) }, account);
    const isNew = await this.emails.add(tx, {
      dedupeKey: message.dedupeKey,
      limitKey,
      email: message.to,
      emailKey: keyOf(message.keptFor ?? message.to),
      name: toName ?? null,
      userId: message.userId ?? null,
      eraseWhenSettled: message.eraseWhenSettled ?? false,
      template: template.name,
      data: template.data.parse(data) as object,
      createdAt: this.clock.now(),
    });
    if (isNew) tx.afterCommit(() => this.jobs.wake(deliverEmails, {}, { key: 'new' }));
    return isNew;
  }

  /** Names the occasion and the mailbox, and reveals neither once the email is erased. */
  private limitKeyOf({ dedupeKey, to }: Pick<NewEmail<EmailTemplate>, 'dedupeKey' | 'to'>): string {
    const occasion = dedupeKey.slice(0, dedupeKey.indexOf(':'));
    return sign(this.config.UNSUBSCRIBE_SECRET, `emails-per-hour:${occasion}:${keyOf(to)}`);
  }

  private async countOfHour(tx: Transaction, limitKey: string): Promise<number> {
    return this.emails.countLockedSince(tx, limitKey, new Date(this.clock.now().getTime() - HOUR_MS));
  }
}

/** The replacement in emails for a text that contains a link, by the text's field in any template. */
const INSTEAD_OF_LINK: Readonly<Record<string, string | null>> = {
  title: 'event',
  topic: '',
  promoCode: null,
  description: '',
  location: '',
};

/** Removes links from texts of events, also in calendar files: a reader would trust them as links of the association. */
const withoutLinks = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]: [string, unknown]) => {
      if (field === 'calendar' && typeof value === 'object' && value !== null) return [field, withoutLinks(value)];
      const hasLink = field in INSTEAD_OF_LINK && typeof value === 'string' && containsLink(value);
      return [field, hasLink ? INSTEAD_OF_LINK[field] : value];
    }),
  );

/** The fields in which any template repeats typed text, with the names of the account that has verified the mailbox, or empty. */
const withOwnNames = (
  { data }: { readonly data: unknown },
  account: Account | null,
): { readonly toName: string | undefined; readonly data: unknown } => {
  const { firstName, lastName } = account ?? { firstName: '', lastName: '' };
  const name = `${firstName} ${lastName}`.trim();
  const accountFields: Readonly<Record<string, string>> = {
    firstName,
    lastName,
    name,
    ...(account === null ? { topic: '' } : {}),
  };
  return {
    toName: name === '' ? undefined : name,
    data: Object.fromEntries(
      Object.entries(data as object).map(([field, typed]) => [field, accountFields[field] ?? typed]),
    ),
  };
};
