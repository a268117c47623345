import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { KnownTag } from '@lectern/contracts/person-timeline';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { User } from '../user/user.entity.ts';
import { PersonTag } from './person-tag.entity.ts';

/** The owner of a tag: an account, or a mailbox that no account has verified. */
export interface TaggedPerson {
  readonly userId: string | null;
  readonly emailKey: string;
}

/** How many tags are suggested. */
const SUGGESTED = 200;

/** The comparison form of a tag: tags that look the same are one. */
export const tagKey = (tag: string): string => tag.normalize('NFKC').toLowerCase();

const wherePerson = ({ userId, emailKey }: TaggedPerson) => [
  ...(userId === null ? [] : [{ userId }]),
  { userId: IsNull(), emailKey },
];

@Injectable()
export class PersonTagRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Lets one at a time change the tags of a mailbox, until the transaction ends. */
  async lock(tx: Transaction, emailKey: string): Promise<void> {
    await lockKey(tx, `tags:${emailKey}`);
  }

  /** The tags of an account and of its mailbox, in alphabetical order. */
  async of(person: TaggedPerson, tx?: Transaction): Promise<string[]> {
    const rows = await (tx?.manager ?? this.dataSource.manager).find(PersonTag, {
      where: wherePerson(person),
      order: { tagKey: 'ASC' },
    });
    return [...new Map(rows.map((row) => [row.tagKey, row.tag])).values()];
  }

  /** The spelling that a tag has for others already; null for a new one. */
  async spellingOf(tx: Transaction, tag: string): Promise<string | null> {
    return (await tx.manager.findOneBy(PersonTag, { tagKey: tagKey(tag) }))?.tag ?? null;
  }

  async add(tx: Transaction, person: TaggedPerson, tag: string, createdAt: Date): Promise<void> {
    await tx.manager.insert(PersonTag, { ...person, tag, tagKey: tagKey(tag), createdAt });
  }

  /** Answers whether the person had it. */
  async remove(tx: Transaction, person: TaggedPerson, tag: string): Promise<boolean> {
    const rows = await tx.manager.findBy(
      PersonTag,
      wherePerson(person).map((where) => ({ ...where, tagKey: tagKey(tag) })),
    );
    await tx.manager.remove(rows);
    return rows.length > 0;
  }

  /** The tags of all people, those of most people first. */
  async all(): Promise<KnownTag[]> {
    return this.dataSource.query<KnownTag[]>(
      `SELECT min(tag) AS tag, count(*)::int AS people FROM person_tags GROUP BY tag_key ORDER BY people DESC, tag_key LIMIT ${SUGGESTED}`,
    );
  }

  /** Removes the tags of a mailbox. Those of an account go with it. */
  async removeOfMailbox(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.delete(PersonTag, { userId: IsNull(), emailKey });
  }

  /** Tags of a mailbox without an account are another person's from now on, each once. */
  async merge(tx: Transaction, oldKey: string, { userId, emailKey }: TaggedPerson): Promise<void> {
    await tx.manager.query(
      `DELETE FROM person_tags WHERE user_id IS NULL AND email_key = $2
         AND tag_key IN (SELECT own.tag_key FROM person_tags own WHERE own.user_id = $1 OR own.user_id IS NULL AND own.email_key = $3)`,
      [userId, oldKey, emailKey],
    );
    await tx.manager.update(PersonTag, { userId: IsNull(), emailKey: oldKey }, { userId, emailKey });
  }

  /** Tags of a mailbox are those of the account that has verified it. */
  async grantMailbox(tx: Transaction, { id, emailKey }: Pick<User, 'id' | 'emailKey'>): Promise<void> {
    await tx.manager.query(
      `DELETE FROM person_tags WHERE user_id IS NULL AND email_key = $2 AND tag_key IN (SELECT own.tag_key FROM person_tags own WHERE own.user_id = $1)`,
      [id, emailKey],
    );
    await tx.manager.update(PersonTag, { userId: IsNull(), emailKey }, { userId: id });
  }
}
