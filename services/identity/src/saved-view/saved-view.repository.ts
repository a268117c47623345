import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ViewDefinition, ViewedList } from '@lectern/contracts/identity/saved-view';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { SavedView } from './saved-view.entity.ts';

export type ViewWithOwner = Pick<SavedView, 'id' | 'adminId' | 'list' | 'name' | 'isShared' | 'definition'> & {
  readonly ownerName: string;
};

export interface ViewContent {
  readonly name: string;
  readonly isShared: boolean;
  readonly definition: ViewDefinition;
}

const WITH_OWNER = `SELECT v.id, v.admin_id AS "adminId", v.list, v.name, v.is_shared AS "isShared", v.definition, a.name AS "ownerName"
  FROM saved_views v JOIN admins a ON a.id = v.admin_id`;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|-]/g, String.raw`\$&`);
const wholeWords = (...words: string[]): string =>
  String.raw`(?<!\w)${words.map(literal).join(String.raw`,?\s+`)}(?!\w)`;

@Injectable()
export class SavedViewRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The views of a list that an administrator sees, by name. */
  async visibleTo(adminId: string, list: ViewedList): Promise<ViewWithOwner[]> {
    return this.dataSource.query(
      `${WITH_OWNER} WHERE v.list = $2 AND (v.admin_id = $1 OR v.is_shared) ORDER BY lower(v.name), v.id`,
      [adminId, list],
    );
  }

  /** One that an administrator sees, as the transaction does. */
  async find(tx: Transaction, adminId: string, id: string): Promise<ViewWithOwner | null> {
    const [found] = await tx.manager.query<ViewWithOwner[]>(
      `${WITH_OWNER} WHERE v.id = $2 AND (v.admin_id = $1 OR v.is_shared)`,
      [adminId, id],
    );
    return found ?? null;
  }

  /** Until the transaction ends, no other one adds or renames a view of this administrator. */
  async lockViewsOf(tx: Transaction, adminId: string): Promise<void> {
    await lockKey(tx, `saved-views:${adminId}`);
  }

  async countOf(tx: Transaction, adminId: string): Promise<number> {
    return tx.manager.countBy(SavedView, { adminId });
  }

  /** Whether an administrator has another view of that name for the list, in any letter case. */
  async isNameTaken(tx: Transaction, view: Pick<SavedView, 'adminId' | 'list' | 'name' | 'id'>): Promise<boolean> {
    const [taken] = await tx.manager.query<object[]>(
      'SELECT 1 FROM saved_views WHERE admin_id = $1 AND list = $2 AND lower(name) = lower($3) AND id <> $4',
      [view.adminId, view.list, view.name, view.id],
    );
    return taken !== undefined;
  }

  async add(tx: Transaction, view: Omit<SavedView, 'admin'>): Promise<void> {
    await tx.manager.insert(SavedView, view);
  }

  async update(tx: Transaction, id: string, content: ViewContent): Promise<void> {
    await tx.manager.update(SavedView, { id }, content);
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.manager.delete(SavedView, { id });
  }

  /** Deletes views whose search or name has an address of a person, or their full name: without it they would show something else. */
  async erasePerson(
    tx: Transaction,
    { emailKeys, names }: { readonly emailKeys: readonly string[]; readonly names: readonly [string, string] | null },
  ): Promise<void> {
    const patterns = [
      // Not within a longer address, which is another mailbox.
      ...emailKeys.map((emailKey) => String.raw`(?<![\w.+-])${literal(emailKey)}(?![\w-]|\.\w)`),
      ...(names === null ? [] : [wholeWords(...names), wholeWords(names[1], names[0])]),
    ];
    await tx.manager.query(`DELETE FROM saved_views WHERE name ~* ANY($1) OR definition->>'q' ~* ANY($1)`, [patterns]);
  }
}
