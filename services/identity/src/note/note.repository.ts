import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { NOTES_MAX } from '@lectern/contracts/person-timeline';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { User } from '../user/user.entity.ts';
import { Note } from './note.entity.ts';

/** The person that a note is about: an account, or a mailbox that no account has verified. */
export interface NotedPerson {
  readonly userId: string | null;
  readonly emailKey: string;
}

const wherePerson = ({ userId, emailKey }: NotedPerson) => [
  ...(userId === null ? [] : [{ userId }]),
  { userId: IsNull(), emailKey },
];

@Injectable()
export class NoteRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Lets one at a time add a note about a mailbox, until the transaction ends. */
  async lock(tx: Transaction, emailKey: string): Promise<void> {
    await lockKey(tx, `note:${emailKey}`);
  }

  async find(tx: Transaction, id: string): Promise<Note | null> {
    return tx.manager.findOneBy(Note, { id });
  }

  async lockById(tx: Transaction, id: string): Promise<Note | null> {
    return tx.manager.findOne(Note, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async add(tx: Transaction, note: Omit<Note, 'user' | 'admin'>): Promise<void> {
    await tx.manager.insert(Note, note);
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.manager.delete(Note, { id });
  }

  /** The notes about an account and about its mailbox, newest first, each with its author. */
  async of(person: NotedPerson): Promise<Note[]> {
    return this.dataSource.getRepository(Note).find({
      where: wherePerson(person),
      relations: { admin: true },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: NOTES_MAX,
    });
  }

  /** Removes the notes about a mailbox. Those about an account go with it. */
  async removeOfMailbox(tx: Transaction, emailKey: string): Promise<void> {
    await tx.manager.delete(Note, { userId: IsNull(), emailKey });
  }

  async count(tx: Transaction, person: NotedPerson): Promise<number> {
    return tx.manager.count(Note, { where: wherePerson(person) });
  }

  /** Notes about a mailbox without an account are about another person from now on. */
  async merge(tx: Transaction, oldKey: string, { userId, emailKey }: NotedPerson): Promise<void> {
    await tx.manager.update(Note, { userId: IsNull(), emailKey: oldKey }, { userId, emailKey });
  }

  /** Notes about a mailbox are about the account that has verified it. */
  async grantMailbox(tx: Transaction, { id, emailKey }: Pick<User, 'id' | 'emailKey'>): Promise<void> {
    await tx.manager.update(Note, { userId: IsNull(), emailKey }, { userId: id });
  }
}
