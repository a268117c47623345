import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RecipientStatus, recipientStatus } from '@lectern/contracts/messaging/campaign-model';
import { SEARCH_COUNT_MAX } from '@lectern/contracts/page';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { canTurn, change } from '../delivery/delivery.ts';
import type { EmailRecipient } from '../delivery/email-recipient.entity.ts';
import { CANCELLED } from '../delivery/email-recipient.repository.ts';

/** The fields of a recipient that the ledger shows. */
export type LedgerEntry = Pick<
  EmailRecipient,
  'id' | 'email' | 'emailKey' | 'name' | 'status' | 'reason' | 'sentAt' | 'openedAt' | 'clickedAt'
>;

export interface RecipientFilter {
  readonly status: RecipientStatus | null;
  /** A pattern of `searchPattern`. */
  readonly search: string | null;
}

/** The columns of a page of the ledger, and those that a search covers. */
const SHOWN =
  'id, email, email_key AS "emailKey", name, status, reason, sent_at AS "sentAt", opened_at AS "openedAt", clicked_at AS "clickedAt"';
const MATCHES = `lower(' ' || COALESCE(name, '') || ' ' || email)`;

/** The recipients of a campaign, all together. */
@Injectable()
export class RecipientRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Skips all recipients who have no email yet. Callers lock the campaign. */
  async cancel(tx: Transaction, campaignId: string): Promise<void> {
    await tx.manager.query(`SET LOCAL statement_timeout = '120s'`);
    await tx.manager.query(
      change(`status = 'skipped', reason = '${CANCELLED}'`, `campaign_id = $1 AND ${canTurn('left out')}`),
      [campaignId],
    );
  }

  /** Lets failed recipients wait again, and uncertain ones if `uncertainToo`. Returns how many. Callers lock the campaign. */
  async retry(tx: Transaction, campaignId: string, uncertainToo: boolean): Promise<number> {
    await tx.manager.query(`SET LOCAL statement_timeout = '120s'`);
    const [, count] = await tx.manager.query<[unknown[], number]>(
      change(
        `status = 'pending', reason = NULL, attempts = 0`,
        `campaign_id = $1 AND ${canTurn('retried')} AND (status <> 'uncertain' OR $2::boolean) AND email <> ''`,
      ),
      [campaignId, uncertainToo],
    );
    return count;
  }

  /** Whether any recipient waits for an email, or for its result. */
  async hasOpen(tx: Transaction, campaignId: string): Promise<boolean> {
    const open = await tx.manager.query<unknown[]>(
      `SELECT 1 FROM email_recipients WHERE campaign_id = $1 AND status IN ('pending', 'sending') LIMIT 1`,
      [campaignId],
    );
    return open.length > 0;
  }

  /** A page of the ledger by address after `after`, with one row more than `limit` where there are more. */
  async page(
    campaignId: string,
    { status, search }: RecipientFilter,
    after: string,
    limit: number,
  ): Promise<LedgerEntry[]> {
    const found = search === null ? '' : `AND ${MATCHES} LIKE $4`;
    // The index starts with the status: the first rows of each status contain the first rows of all.
    const ofStatus = (one: RecipientStatus): string =>
      `(SELECT ${SHOWN} FROM email_recipients WHERE campaign_id = $1 AND status = '${one}' AND email_key > $2 ${found} ORDER BY email_key LIMIT $3)`;
    const statuses = status === null ? recipientStatus.options : [status];
    return this.dataSource.query<LedgerEntry[]>(
      `SELECT * FROM (${statuses.map(ofStatus).join(' UNION ALL ')}) AS ledger ORDER BY "emailKey" LIMIT $3`,
      [campaignId, after, limit + 1, ...(search === null ? [] : [search])],
    );
  }

  /** The number of search results, counted up to {@link SEARCH_COUNT_MAX}. */
  async countFound(campaignId: string, status: RecipientStatus | null, search: string): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM (
         SELECT 1 FROM email_recipients WHERE campaign_id = $1 AND status = ANY($2) AND ${MATCHES} LIKE $3 LIMIT ${SEARCH_COUNT_MAX}
       ) AS found`,
      [campaignId, status === null ? recipientStatus.options : [status], search],
    );
    return row?.count ?? 0;
  }
}
