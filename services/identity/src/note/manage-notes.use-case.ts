import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { addNote, deleteNote } from '@lectern/contracts/identity/rpc';
import { NOTES_MAX } from '@lectern/contracts/person-timeline';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { UserRepository } from '../user/user.repository.ts';
import { NoteRepository } from './note.repository.ts';

/**
 * Adds and deletes notes about people. A note is about the account that has verified the mailbox, and follows it to another address;
 * without one it is about the mailbox. The record has no text of a note, which disappears with its person.
 */
@Injectable()
export class ManageNotes {
  constructor(
    private readonly transactor: Transactor,
    private readonly notes: NoteRepository,
    private readonly users: UserRepository,
    private readonly actions: AdminActionRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(addNote)
  async add({ id, email, text, by }: RpcInput<typeof addNote>): Promise<void> {
    const emailKey = keyOf(email);
    await this.transactor.run(async (tx) => {
      await this.notes.lock(tx, emailKey);
      // Locked: it may be deleted, or verify the mailbox, at the same moment.
      const found = await this.users.findByEmailKey(emailKey);
      const user = found === null ? null : await this.users.lockById(tx, found.id);
      const userId = user?.emailVerifiedAt != null && user.emailKey === emailKey ? user.id : null;
      const known = await this.notes.find(tx, id);
      if (known !== null) {
        if (known.text === text && known.adminId === by.adminId && known.emailKey === emailKey) return;
        throw new DomainError('idempotency_conflict');
      }
      if ((await this.notes.count(tx, { userId, emailKey })) >= NOTES_MAX) {
        const message = `There are ${NOTES_MAX} notes about this person. Delete some first.`;
        throw new DomainError('invalid_request', { message, fields: { note: message } });
      }
      const at = this.clock.now();
      await this.notes.add(tx, { id, userId, emailKey, text, adminId: by.adminId, createdAt: at });
      await this.actions.add(tx, {
        adminId: by.adminId,
        action: 'add_note',
        details: { email, userId, noteId: id },
        origin: by.origin,
        at,
      });
    });
  }

  @Handles(deleteNote)
  async delete({ id, by }: RpcInput<typeof deleteNote>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const note = await this.notes.lockById(tx, id);
      if (note === null)
        throw new DomainError('not_found', { message: 'This note no longer exists. It may have been deleted.' });
      await this.notes.remove(tx, id);
      await this.actions.add(tx, {
        adminId: by.adminId,
        action: 'delete_note',
        details: { email: note.emailKey, userId: note.userId, noteId: id },
        origin: by.origin,
        at: this.clock.now(),
      });
    });
  }
}
