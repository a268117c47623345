import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { MailingList } from '@lectern/contracts/messaging/campaign-model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { ListOptOut } from './list-opt-out.entity.ts';

@Injectable()
export class ListOptOutRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The lists whose emails an address does not get. */
  async listsOf(emailKey: string): Promise<MailingList[]> {
    const found = await this.dataSource.getRepository(ListOptOut).find({ where: { emailKey }, order: { list: 'ASC' } });
    return found.map(({ list }) => list);
  }

  /** Those of these addresses that get no emails of a list. */
  async among(tx: Transaction, list: MailingList, emailKeys: readonly string[]): Promise<string[]> {
    const found = await tx.manager
      .getRepository(ListOptOut)
      .find({ select: { emailKey: true }, where: { list, emailKey: In([...emailKeys]) } });
    return found.map(({ emailKey }) => emailKey);
  }

  /** Adds an opt-out; the first date stays. Idempotent. */
  async add(tx: Transaction, emailKey: string, list: MailingList, since: Date): Promise<void> {
    await tx.manager.query(
      `INSERT INTO list_opt_outs (email_key, list, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [emailKey, list, since],
    );
  }

  /** Removes an opt-out. Idempotent. */
  async lift(tx: Transaction, emailKey: string, list: MailingList): Promise<void> {
    await tx.manager.query(`DELETE FROM list_opt_outs WHERE email_key = $1 AND list = $2`, [emailKey, list]);
  }
}
