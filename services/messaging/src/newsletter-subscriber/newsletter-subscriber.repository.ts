import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, type SelectQueryBuilder } from 'typeorm';
import type { ExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import type { SubscriberStatus } from '@lectern/contracts/messaging/model';
import type { Page } from '@lectern/contracts/page';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { type ExportColumns, exportSlice } from '@lectern/service-kit/paging/export-slice';
import { type PageRequest, readPage, readSearched } from '@lectern/service-kit/paging/list-page';
import { NewsletterSubscriber } from './newsletter-subscriber.entity.ts';
import { SubscriberCountRepository } from './subscriber-count.repository.ts';

export interface SubscriberFilter {
  readonly status: SubscriberStatus | null;
  /** A pattern of `searchPattern`. */
  readonly search: string | null;
}

/** A bounce or a complaint that holds back mail to a subscriber (`subscriber.…`); a complaint weighs more. */
const HELD_BACK = `(SELECT held.reason FROM suppressed_addresses held WHERE held.email_key = subscriber.email_key AND held.reason IN ('bounced', 'complained')
  ORDER BY held.reason DESC LIMIT 1)`;

/** A subscriber's {@link SubscriberStatus}, as SQL. */
export const STATUS_OF_SUBSCRIBER = `CASE WHEN subscriber.is_active THEN COALESCE(${HELD_BACK}, 'active') ELSE 'inactive' END`;

@Injectable()
export class NewsletterSubscriberRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly counts: SubscriberCountRepository,
  ) {}

  /** Locks an address until the transaction ends, also one that does not exist yet. */
  async lock(tx: Transaction, emailKey: string): Promise<void> {
    await lockKey(tx, `newsletter-subscriber:${emailKey}`);
  }

  /** Makes an address inactive from `at` on. Idempotent: an inactive one stays as it is. */
  async unsubscribe(tx: Transaction, emailKey: string, at: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE newsletter_subscribers SET is_active = false, unsubscribed_at = $2, correction = NULL, correction_until = NULL WHERE email_key = $1 AND is_active`,
      [emailKey, at],
    );
  }

  /** Adds an address, or reactivates an inactive one. Idempotent: an active one stays as it is. */
  async subscribe(
    tx: Transaction,
    subscriber: Pick<NewsletterSubscriber, 'email' | 'emailKey' | 'source' | 'tags' | 'subscribedAt'>,
  ): Promise<void> {
    await tx.manager.query(
      `INSERT INTO newsletter_subscribers AS subscriber (email, email_key, source, tags, subscribed_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (email_key) DO UPDATE SET is_active = true, unsubscribed_at = NULL, subscribed_at = excluded.subscribed_at, correction = NULL, correction_until = NULL
       WHERE NOT subscriber.is_active`,
      [
        subscriber.email,
        subscriber.emailKey,
        subscriber.source,
        JSON.stringify(subscriber.tags),
        subscriber.subscribedAt,
      ],
    );
  }

  /** Whether an address is active; null where it never subscribed. */
  async isActive(emailKey: string): Promise<boolean | null> {
    return (await this.dataSource.getRepository(NewsletterSubscriber).findOneBy({ emailKey }))?.isActive ?? null;
  }

  /** Those of these addresses that are on the list, active or not. */
  async among(
    tx: Transaction,
    emailKeys: readonly string[],
  ): Promise<Pick<NewsletterSubscriber, 'emailKey' | 'isActive'>[]> {
    return tx.manager
      .getRepository(NewsletterSubscriber)
      .find({ select: { emailKey: true, isActive: true }, where: { emailKey: In([...emailKeys]) } });
  }

  /** Adds several addresses in one statement; an address that exists by then stays as it is. */
  async insert(
    tx: Transaction,
    subscribers: readonly Pick<NewsletterSubscriber, 'email' | 'emailKey' | 'source' | 'tags' | 'subscribedAt'>[],
  ): Promise<void> {
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(NewsletterSubscriber)
      .values([...subscribers])
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  /** Locks a subscriber for this transaction; null where there is none. */
  async lockById(tx: Transaction, id: string): Promise<NewsletterSubscriber | null> {
    return tx.manager
      .getRepository(NewsletterSubscriber)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async findById(tx: Transaction, id: string): Promise<NewsletterSubscriber | null> {
    return tx.manager.getRepository(NewsletterSubscriber).findOneBy({ id });
  }

  /** The active subscriber of an address; null where there is none. */
  async findActive(tx: Transaction, emailKey: string): Promise<NewsletterSubscriber | null> {
    return tx.manager.getRepository(NewsletterSubscriber).findOneBy({ emailKey, isActive: true });
  }

  /** Makes this the only link that moves a locked subscriber. */
  async setCorrection(tx: Transaction, { id }: NewsletterSubscriber, correction: string, until: Date): Promise<void> {
    await tx.manager.getRepository(NewsletterSubscriber).update({ id }, { correction, correctionUntil: until });
  }

  /** Gives a locked subscriber another address. A row that the address has already becomes active instead, and theirs goes. */
  async moveTo(
    tx: Transaction,
    subscriber: NewsletterSubscriber,
    address: Pick<NewsletterSubscriber, 'email' | 'emailKey'>,
    now: Date,
  ): Promise<void> {
    const rows = tx.manager.getRepository(NewsletterSubscriber);
    if (!(await rows.existsBy({ emailKey: address.emailKey }))) {
      await rows.update(
        { id: subscriber.id },
        { ...address, correction: null, correctionUntil: null, confirmedAt: now },
      );
      return;
    }
    await this.remove(tx, subscriber);
    await this.subscribe(tx, { ...subscriber, ...address, subscribedAt: now });
    await rows.update({ emailKey: address.emailKey }, { confirmedAt: now });
  }

  async remove(tx: Transaction, { id }: Pick<NewsletterSubscriber, 'id'>): Promise<void> {
    await tx.manager.getRepository(NewsletterSubscriber).delete({ id });
  }

  /** A page of subscribers, with the number that the filter matches (a search counts up to a limit). */
  async page(
    filter: SubscriberFilter,
    request: PageRequest<NewsletterSubscriber>,
  ): Promise<Page<NewsletterSubscriber>> {
    const rows = this.inState(filter);
    if (filter.search !== null) return readSearched(rows, { by: 'searched', pattern: filter.search }, request);
    const [page, total] = await Promise.all([readPage(rows, request), this.count(filter.status)]);
    return { ...page, total };
  }

  /** The number of subscribers of a status, or of all. Its cost grows with the suppressed addresses only. */
  async count(status: SubscriberStatus | null): Promise<number> {
    if (status === null || status === 'inactive') return this.counts.count(status === null ? null : false);
    const [row] = await this.dataSource.query<{ bounced: number; complained: number }[]>(
      `SELECT count(*) FILTER (WHERE status = 'bounced')::int AS bounced, count(*) FILTER (WHERE status = 'complained')::int AS complained
       FROM (SELECT ${STATUS_OF_SUBSCRIBER} AS status FROM newsletter_subscribers subscriber
             WHERE subscriber.is_active AND subscriber.email_key IN (SELECT email_key FROM suppressed_addresses WHERE reason IN ('bounced', 'complained'))) heldback`,
    );
    const { bounced, complained } = row!;
    return status === 'bounced'
      ? bounced
      : status === 'complained'
        ? complained
        : (await this.counts.count(true)) - bounced - complained;
  }

  /** The statuses of subscribers, by id. */
  async statusesOf(ids: readonly string[]): Promise<Map<string, SubscriberStatus>> {
    const rows = await this.dataSource.query<{ id: string; status: SubscriberStatus }[]>(
      `SELECT id, ${STATUS_OF_SUBSCRIBER} AS status FROM newsletter_subscribers subscriber WHERE id = ANY($1)`,
      [[...ids]],
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  async export(filter: SubscriberFilter, request: ExportRequest, columns: ExportColumns): Promise<ExportSlice> {
    return exportSlice(this.matching(filter), request, 'subscribedAt', columns);
  }

  private matching(filter: SubscriberFilter): SelectQueryBuilder<NewsletterSubscriber> {
    const rows = this.inState(filter);
    if (filter.search !== null) rows.andWhere('subscriber.searched LIKE :search', { search: filter.search });
    return rows;
  }

  private inState({ status }: Pick<SubscriberFilter, 'status'>): SelectQueryBuilder<NewsletterSubscriber> {
    const rows = this.dataSource.getRepository(NewsletterSubscriber).createQueryBuilder('subscriber');
    // A literal condition, so that the partial index of active subscribers is used.
    if (status !== null) rows.andWhere(status === 'inactive' ? 'NOT subscriber.isActive' : 'subscriber.isActive');
    if (status === 'active') rows.andWhere(`${HELD_BACK} IS NULL`);
    else if (status !== null && status !== 'inactive') rows.andWhere(`${HELD_BACK} = :status`, { status });
    return rows;
  }
}
