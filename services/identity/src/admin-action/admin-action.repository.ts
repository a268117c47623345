import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { AdminAction } from './admin-action.entity.ts';

export interface NewAdminAction {
  readonly adminId: string;
  readonly action: string;
  readonly details: Record<string, unknown>;
  readonly origin: RequestOrigin;
  readonly at: Date;
}

@Injectable()
export class AdminActionRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Records an action in the transaction of its effect. */
  async add(tx: Transaction, action: NewAdminAction): Promise<void> {
    await tx.manager.insert(AdminAction, {
      adminId: action.adminId,
      action: action.action,
      details: action.details,
      ipAddress: action.origin.ipAddress,
      userAgent: action.origin.userAgent,
      createdAt: action.at,
    } as object);
  }

  /** Takes addresses out of the details of what was done. The record itself stays. */
  async eraseAddresses(tx: Transaction, emailKeys: readonly string[]): Promise<void> {
    for (const emailKey of emailKeys) {
      const quoted = `"\\s*${emailKey.replace(/[^\w@]/g, (letter) => `\\${letter}`)}\\s*"`;
      await tx.manager.query(`UPDATE admin_actions SET details = regexp_replace(details::text, $1, '""', 'gi')::jsonb WHERE details::text ~* $1`, [quoted]);
    }
  }

  /** Newest first, with the administrator. */
  async newest(limit: number): Promise<AdminAction[]> {
    return this.dataSource
      .getRepository(AdminAction)
      .find({ order: { createdAt: 'DESC', id: 'DESC' }, take: limit, relations: { admin: true } });
  }
}
