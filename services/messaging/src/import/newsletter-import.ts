import { Injectable } from '@nestjs/common';
import * as z from 'zod/mini';
import { fieldErrors } from '@lectern/contracts/errors';
import { email, emailKey as keyOf, LINE_MAX, MESSAGES } from '@lectern/contracts/fields';
import { IMPORT_FIELDS } from '@lectern/contracts/list-import';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { ImportTarget } from '@lectern/service-kit/list-import/list-imports';
import { Clock } from '@lectern/service-kit/time/clock';
import type { NewsletterSubscriber } from '../newsletter-subscriber/newsletter-subscriber.entity.ts';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { ListOptOutRepository } from '../suppression/list-opt-out.repository.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';
import type { SuppressionReason } from '../suppression/suppressed-address.entity.ts';

type Row = Pick<NewsletterSubscriber, 'email' | 'emailKey' | 'source' | 'tags' | 'subscribedAt'>;

const TAGS_MAX = 20;
const TAG_MAX = 50;

const form = z.object({
  email: email(),
  source: z.string().check(z.maxLength(LINE_MAX, { error: MESSAGES.tooLong })),
  tags: z
    .array(z.string().check(z.maxLength(TAG_MAX, `A tag has at most ${TAG_MAX} characters`)))
    .check(z.maxLength(TAGS_MAX, `A subscriber has at most ${TAGS_MAX} tags`)),
});

/** Only the owner of an address can revoke its refusal; an administrator's file cannot (decisions, "Mail"). */
const REFUSALS: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: 'This email address has unsubscribed',
  bounced: 'An email to this address bounced',
  complained: 'The owner of this email address marked an email as spam',
};

/** Newsletter subscribers from a file. Refuses addresses that are on the list, active or not, and those that refused list mail. */
@Injectable()
export class NewsletterImport implements ImportTarget<Row> {
  readonly fields = IMPORT_FIELDS.newsletter;

  constructor(
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly suppressed: SuppressedAddressRepository,
    private readonly optOuts: ListOptOutRepository,
    private readonly clock: Clock,
  ) {}

  read(values: Readonly<Record<string, string>>): { row: Row } | { problem: string } {
    const tags = (values['tags'] ?? '').split(/[,;|]/).flatMap((tag) => tag.trim() || []);
    const read = form.safeParse({ email: values['email'], source: values['source'] ?? '', tags: [...new Set(tags)] });
    if (!read.success) return { problem: Object.values(fieldErrors(read.error)).join('. ') };
    const { email: typed, source } = read.data;
    return {
      row: {
        email: typed,
        emailKey: keyOf(typed),
        source: source === '' ? null : source,
        tags: read.data.tags,
        subscribedAt: this.clock.now(),
      },
    };
  }

  async refusals(tx: Transaction, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
    const emailKeys = rows.map(({ emailKey }) => emailKey);
    const there = await this.subscribers.among(tx, emailKeys);
    const said = await this.suppressed.among(tx, emailKeys);
    const left = await this.optOuts.among(tx, 'newsletter', emailKeys);
    return new Map([
      ...left.map((emailKey): [string, string] => [emailKey, REFUSALS.unsubscribed]),
      ...there.map(({ emailKey, isActive }): [string, string] => [
        emailKey,
        isActive ? 'This email address is subscribed already' : REFUSALS.unsubscribed,
      ]),
      ...said.map(({ emailKey, reason }): [string, string] => [emailKey, REFUSALS[reason]]),
    ]);
  }

  async add(tx: Transaction, rows: readonly Row[]): Promise<void> {
    await this.subscribers.insert(tx, rows);
  }
}
