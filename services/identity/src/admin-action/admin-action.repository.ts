import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import type { Page } from '@lectern/contracts/page';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { countUpToLimit, type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import { escapeLike } from '@lectern/service-kit/paging/search-pattern';
import { AdminAction } from './admin-action.entity.ts';
import { shortenAddress } from './shorten-address.ts';

export interface NewAdminAction {
  readonly adminId: string;
  readonly action: string;
  readonly details: Record<string, unknown>;
  readonly origin: RequestOrigin;
  readonly at: Date;
}

/** The rows of a page: all of them, unless a part says otherwise. */
export interface ActionsWanted {
  readonly search: string;
  readonly adminId?: string | undefined;
  readonly action?: string | undefined;
}

export interface DoneBefore {
  readonly adminId: string;
  readonly action: string;
  readonly emailKey: string;
  readonly since: Date;
}

/** The actions with the address of the administrator that they concern. */
const ABOUT_STAFF = [
  'complete_setup',
  'create_administrator',
  'invite_administrator',
  'activate_administrator',
  'deactivate_administrator',
  'change_role',
  'email_password_link',
  'reset_second_factor',
];

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

  /** Records an operator's action on an administrator's account. No administrator signed in for it, so the record names none. */
  async addOfOperator(
    tx: Transaction,
    action: string,
    emailKey: string,
    at: Date,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    await tx.manager.insert(AdminAction, {
      action,
      details: { email: emailKey, by: 'operator', ...details },
      createdAt: at,
    });
  }

  /** Lets one at a time through, until the transaction ends. */
  async lock(tx: Transaction, name: string): Promise<void> {
    await lockKey(tx, `admin-action:${name}`);
  }

  /** Whether an administrator did this to an address after `since`. */
  async hasSince(tx: Transaction, { adminId, action, emailKey, since }: DoneBefore): Promise<boolean> {
    const [row] = await tx.manager.query<[{ done: boolean }]>(
      `SELECT EXISTS (
         SELECT 1 FROM admin_actions WHERE lower(btrim(details->>'email')) = $3 AND admin_id = $1 AND action = $2 AND created_at > $4
       ) AS done`,
      [adminId, action, emailKey, since],
    );
    return row.done;
  }

  /**
   * Removes a person's addresses from the details of actions, also inside a reason, and the values that staff corrected. The record itself
   * stays, and so does the address of an administrator in actions about staff.
   */
  async erasePerson(
    tx: Transaction,
    { userId, emailKeys }: { readonly userId: string; readonly emailKeys: readonly string[] },
  ): Promise<void> {
    await tx.manager.query(
      `UPDATE admin_actions SET details = details - 'changes'
       WHERE details ? 'changes' AND (details->>'userId' = $1 OR lower(btrim(details->>'email')) = ANY($2))`,
      [userId, emailKeys],
    );
    for (const emailKey of emailKeys) {
      const pattern = emailKey.replace(/[^\w@]/g, (character) => `\\${character}`);
      await tx.manager.query(
        `UPDATE admin_actions SET details = regexp_replace(details::text, $1, '""', 'gi')::jsonb
         WHERE details::text ~* $1 AND NOT (action = ANY($2) AND EXISTS (SELECT FROM admins WHERE email_key = $3))`,
        [`"\\s*${pattern}\\s*"`, ABOUT_STAFF, emailKey],
      );
      // Not within a longer address, which is another mailbox.
      await tx.manager.query(
        `UPDATE admin_actions SET details = jsonb_set(details, '{reason}', to_jsonb(regexp_replace(details->>'reason', $1, 'a deleted address', 'gi')))
         WHERE details->>'reason' ~* $1`,
        [`(?<![\\w.+-])${pattern}(?![\\w-]|\\.\\w)`],
      );
    }
  }

  /**
   * Reduces the address to its network and removes the browser in at most `limit` actions from before then, the oldest first. Returns how
   * many these were. Safe to run concurrently: each run takes only rows that no other run has locked.
   */
  async shortenOrigins(tx: Transaction, before: Date, limit: number): Promise<number> {
    const rows = await tx.manager.query<{ id: string; ip_address: string | null }[]>(
      `SELECT id, ip_address FROM admin_actions WHERE NOT is_origin_shortened AND created_at < $1
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [before, limit],
    );
    if (rows.length === 0) return 0;
    await tx.manager.query(
      `UPDATE admin_actions SET ip_address = left_over.network, user_agent = NULL, is_origin_shortened = true
       FROM unnest($1::uuid[], $2::text[]) AS left_over (id, network) WHERE admin_actions.id = left_over.id`,
      [
        rows.map(({ id }) => id),
        rows.map(({ ip_address: address }) => (address === null ? null : shortenAddress(address))),
      ],
    );
    return rows.length;
  }

  /**
   * A page of actions, each with its administrator. `search` matches its exact text, without letter case, in every row: people make these
   * rows one by one, so that there are thousands where members are a million.
   */
  async page(
    { search, adminId, action }: ActionsWanted,
    request: PageRequest<AdminAction>,
  ): Promise<Page<AdminAction>> {
    const rows = (): SelectQueryBuilder<AdminAction> => {
      const all = this.dataSource
        .getRepository(AdminAction)
        .createQueryBuilder('action')
        .leftJoinAndSelect('action.admin', 'admin');
      if (adminId !== undefined) all.andWhere('action.adminId = :adminId', { adminId });
      if (action !== undefined) all.andWhere('action.action = :action', { action });
      if (search !== '') {
        // Actions are kept as `create_promo_code` and shown as "Create promo code": found as either.
        all.andWhere(
          `concat_ws(' ', admin.name, action.action, replace(action.action, '_', ' '), action.details::text) ILIKE :search`,
          {
            search: `%${escapeLike(search)}%`,
          },
        );
      }
      return all;
    };
    const all = this.dataSource.getRepository(AdminAction);
    const [page, total] = await Promise.all([
      readPage(rows(), request),
      search === '' && adminId === undefined && action === undefined ? all.count() : countUpToLimit(rows()),
    ]);
    return { ...page, total };
  }

  /** The name of every recorded action, in alphabetical order. */
  async names(): Promise<string[]> {
    const rows = await this.dataSource.query<{ action: string }[]>(
      'SELECT DISTINCT action FROM admin_actions ORDER BY action',
    );
    return rows.map(({ action }) => action);
  }
}
