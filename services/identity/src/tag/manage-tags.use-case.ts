import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { listTags, tagPerson, untagPerson } from '@lectern/contracts/identity/rpc';
import { TAGS_MAX } from '@lectern/contracts/person-timeline';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { keepListedPeople } from '../jobs.ts';
import { UserRepository } from '../user/user.repository.ts';
import { PersonTagRepository, type TaggedPerson, tagKey } from './person-tag.repository.ts';

type Change = RpcInput<typeof tagPerson>;

/**
 * Gives people tags and removes them. A tag is of the account that has verified the mailbox, and follows it to another address; without one
 * it is of the mailbox. Both are idempotent: a repeated request changes and records nothing.
 */
@Injectable()
export class ManageTags {
  constructor(
    private readonly transactor: Transactor,
    private readonly tags: PersonTagRepository,
    private readonly users: UserRepository,
    private readonly actions: AdminActionRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @Handles(listTags)
  async list(): Promise<RpcOutput<typeof listTags>> {
    return { tags: await this.tags.all() };
  }

  @Handles(tagPerson)
  async add(change: Change): Promise<void> {
    await this.transactor.run(async (tx) => {
      const person = await this.lock(tx, change.email);
      const [has, tag] = [await this.tags.of(person, tx), (await this.tags.spellingOf(tx, change.tag)) ?? change.tag];
      if (has.some((other) => tagKey(other) === tagKey(tag))) return;
      if (has.length >= TAGS_MAX) {
        const message = `This person has ${TAGS_MAX} tags. Remove one first.`;
        throw new DomainError('invalid_request', { message, fields: { tag: message } });
      }
      await this.tags.add(tx, person, tag, this.clock.now());
      await this.record(tx, 'add_tag', { ...change, tag }, person);
    });
  }

  @Handles(untagPerson)
  async remove(change: Change): Promise<void> {
    await this.transactor.run(async (tx) => {
      const person = await this.lock(tx, change.email);
      if (await this.tags.remove(tx, person, change.tag)) await this.record(tx, 'remove_tag', change, person);
    });
  }

  /** The owner of the mailbox's tags. Its account may be deleted, or verify the mailbox, at the same moment. */
  private async lock(tx: Transaction, email: string): Promise<TaggedPerson> {
    const emailKey = keyOf(email);
    await this.tags.lock(tx, emailKey);
    const found = await this.users.findByEmailKey(emailKey);
    const user = found === null ? null : await this.users.lockById(tx, found.id);
    return { userId: user?.emailVerifiedAt != null && user.emailKey === emailKey ? user.id : null, emailKey };
  }

  private async record(
    tx: Transaction,
    action: 'add_tag' | 'remove_tag',
    { email, tag, by }: Change,
    { userId }: TaggedPerson,
  ): Promise<void> {
    // As a corrected value, which the record loses with the person.
    const change = action === 'add_tag' ? { from: null, to: tag } : { from: tag, to: null };
    const details = { email, userId, changes: [{ field: 'tag', ...change }] };
    await this.actions.add(tx, { adminId: by.adminId, action, details, origin: by.origin, at: this.clock.now() });
    tx.afterCommit(() => this.jobs.wake(keepListedPeople, {}, { key: 'wake' }));
  }
}
