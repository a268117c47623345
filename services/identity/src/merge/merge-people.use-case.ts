import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { peopleMerged } from '@lectern/contracts/identity/events';
import { getMerge, mergePeople, previewMerge } from '@lectern/contracts/identity/merge-rpc';
import { movesOf } from '@lectern/contracts/person-merge';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { ErasureRepository, hashOf } from '../erasure/erasure.repository.ts';
import { keepListedPeople } from '../jobs.ts';
import { ListedPersonRepository } from '../listed-person/listed-person.repository.ts';
import { TwinRepository } from '../listed-person/twin.repository.ts';
import { NoteRepository } from '../note/note.repository.ts';
import { PersonTagRepository } from '../tag/person-tag.repository.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { MergeRepository } from '../merged-person/merge.repository.ts';

const SAME = 'Choose the email address of another person';

type People = Pick<RpcInput<typeof previewMerge>, 'oldEmail' | 'newEmail'>;

/**
 * Merges a mailbox without an account into another person (docs/adr/0036), and shows before what that does. Notes and tags move here in the
 * same transaction; the other services move theirs as they receive the event, and confirm it.
 */
@Injectable()
export class MergePeople {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly people: ListedPersonRepository,
    private readonly twins: TwinRepository,
    private readonly notes: NoteRepository,
    private readonly tags: PersonTagRepository,
    private readonly erasures: ErasureRepository,
    private readonly merges: MergeRepository,
    private readonly actions: AdminActionRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @Handles(previewMerge)
  async preview(people: RpcInput<typeof previewMerge>): Promise<RpcOutput<typeof previewMerge>> {
    return this.transactor.run(async (tx) => {
      const [from, into] = await this.both(tx, people);
      const mailbox = { userId: null, emailKey: keyOf(people.oldEmail) };
      const [notes, tags] = [await this.notes.count(tx, mailbox), (await this.tags.of(mailbox, tx)).length];
      return {
        from: await this.sideOf(people.oldEmail, from),
        into: await this.sideOf(people.newEmail, into),
        userId: into?.id ?? null,
        moves: movesOf({ notes, tags }),
        problems: await this.problems(tx, people, from, into),
      };
    });
  }

  @Handles(mergePeople)
  async execute({ id, by, ...people }: RpcInput<typeof mergePeople>): Promise<void> {
    const [oldKey, newKey] = [keyOf(people.oldEmail), keyOf(people.newEmail)];
    const requestHash = hashOf({ userId: oldKey, emailKey: newKey });
    await this.transactor.run(async (tx) => {
      // In the order of those who write notes and tags: the mailbox, then its account.
      await this.notes.lock(tx, oldKey);
      await this.tags.lock(tx, oldKey);
      for (const emailKey of [oldKey, newKey].toSorted()) await this.users.lockAddress(tx, emailKey);
      const known = await this.merges.find(id, tx);
      if (known !== null) {
        if (known.requestHash === requestHash) return;
        throw new DomainError('idempotency_conflict');
      }
      const [from, into] = await this.both(tx, people);
      const problems = await this.problems(tx, people, from, into);
      if (problems.length > 0) throw new DomainError('merge_refused', { message: problems.join(' ') });
      const person = { userId: into?.id ?? null, emailKey: newKey };
      await this.notes.merge(tx, oldKey, person);
      await this.tags.merge(tx, oldKey, person);
      await this.twins.forget(tx, [oldKey]);
      const [mergedAt, newEmail] = [this.clock.now(), into?.email ?? people.newEmail.trim()];
      await this.merges.add(tx, { id, mergedAt, oldKey, newKey, userId: person.userId, requestHash });
      await this.actions.add(tx, {
        adminId: by.adminId,
        action: 'merge_people',
        details: { email: newEmail, userId: person.userId, otherEmail: people.oldEmail.trim() },
        origin: by.origin,
        at: mergedAt,
      });
      await tx.publish(peopleMerged, {
        mergeId: id,
        oldEmail: people.oldEmail.trim(),
        newEmail,
        userId: person.userId,
        mergedAt: mergedAt.toISOString(),
      });
      tx.afterCommit(() => this.jobs.wake(keepListedPeople, {}, { key: 'merged' }));
    });
  }

  @Handles(getMerge)
  async progress({ id }: RpcInput<typeof getMerge>): Promise<RpcOutput<typeof getMerge>> {
    const merge = await this.merges.find(id);
    if (merge === null) throw new DomainError('not_found');
    return {
      mergedAt: merge.mergedAt.toISOString(),
      waitingFor: peopleMerged.subscribers.filter((service) => !merge.confirmedBy.includes(service)),
    };
  }

  /** The accounts of both mailboxes; that of the second one, locked. The lock of the address keeps the first one without. */
  private async both(tx: Transaction, { oldEmail, newEmail }: People): Promise<[User | null, User | null]> {
    if (keyOf(oldEmail) === keyOf(newEmail))
      throw new DomainError('invalid_request', { message: SAME, fields: { newEmail: SAME } });
    return [await this.users.findByEmailKey(keyOf(oldEmail)), await this.users.lockByEmailKey(tx, keyOf(newEmail))];
  }

  private async sideOf(email: string, user: User | null): Promise<RpcOutput<typeof previewMerge>['from']> {
    const name = await this.people.nameOf(keyOf(email));
    if (user === null) return { email: email.trim(), name, account: 'none' };
    return {
      email: user.email,
      name: `${user.firstName} ${user.lastName}`,
      account: user.deactivatedAt === null ? 'active' : 'deactivated',
      isEmailVerified: user.emailVerifiedAt !== null,
    };
  }

  /** Why these two cannot be merged, each with what staff can do. */
  private async problems(
    tx: Transaction,
    { oldEmail, newEmail }: People,
    from: User | null,
    into: User | null,
  ): Promise<string[]> {
    const problems: string[] = [];
    if (from !== null && into !== null)
      problems.push(
        `Both people have an account, and two accounts cannot be merged. Ask the person which one they use. Once they have deleted the other one, or you have erased it, nothing has to be merged.`,
      );
    else if (from !== null)
      problems.push(
        `${oldEmail} has an account. Merge ${newEmail} into ${oldEmail} instead, so that the account stays.`,
      );
    if (into === null && !(await this.people.has(keyOf(newEmail))))
      problems.push(`Nobody in the list of people has the email address ${newEmail}. Check its spelling.`);
    if (into !== null && into.emailVerifiedAt === null)
      problems.push(
        `The holder of ${newEmail} has not confirmed this email address. They have to open the emailed link first.`,
      );
    if (into !== null && into.deactivatedAt !== null)
      problems.push(`The account of ${newEmail} is deactivated. Reactivate it first.`);
    if ((await this.admins.find(tx, keyOf(oldEmail))) !== null)
      problems.push(`An administrator has the email address ${oldEmail}, which stays. Merge the other person into it.`);
    for (const email of [oldEmail, newEmail]) {
      const emailKey = keyOf(email);
      if (await this.merges.isUnderWay(emailKey, tx))
        problems.push(`${email} is being merged already. Try again when that is done.`);
      if (await this.erasures.isUnderWay(tx, hashOf({ userId: null, emailKey }), this.clock.now()))
        problems.push(`${email} is being erased. Try again when that is done.`);
    }
    return problems;
  }
}
