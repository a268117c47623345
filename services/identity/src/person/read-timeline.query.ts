import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readTimeline as contract } from '@lectern/contracts/identity/rpc';
import type { KnownAccount, PersonNote } from '@lectern/contracts/person-timeline';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { readTimeline } from '@lectern/service-kit/person/read-timeline';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ListedPersonRepository } from '../listed-person/listed-person.repository.ts';
import type { Note } from '../note/note.entity.ts';
import { NoteRepository } from '../note/note.repository.ts';
import { PersonTagRepository } from '../tag/person-tag.repository.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { PERSONAL_DATA } from './personal-data.ts';

const presentAccount = (user: User): KnownAccount => ({
  userId: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  division: user.division,
  subscriptionStatus: user.subscriptionStatus,
  isEmailVerified: user.emailVerifiedAt !== null,
  pendingEmail: user.pendingEmail,
  hasSetPassword: user.hasSetPassword,
  referralCode: user.referralCode,
  referralCredits: user.referralCredits,
  deactivatedAt: user.deactivatedAt?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
});

const presentNote = ({ id, text, admin, createdAt }: Note): PersonNote => ({
  id,
  text,
  by: admin?.name ?? null,
  at: createdAt.toISOString(),
});

/** Identity's timeline of an address, for administrators. */
@Injectable()
export class ReadTimeline {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly users: UserRepository,
    private readonly notes: NoteRepository,
    private readonly tags: PersonTagRepository,
    private readonly people: ListedPersonRepository,
  ) {}

  @Handles(contract)
  async execute(request: RpcInput<typeof contract>): Promise<RpcOutput<typeof contract>> {
    const user = await this.users.findByEmailKey(request.emailKey);
    const userId = user?.id ?? null;
    const [part, notes, tags, name] = await Promise.all([
      readTimeline(this.dataSource, PERSONAL_DATA, { ...request, userId }),
      request.after === null ? this.notes.of({ userId, emailKey: request.emailKey }) : [],
      request.after === null ? this.tags.of({ userId, emailKey: request.emailKey }) : [],
      request.after === null ? this.people.nameOf(request.emailKey) : null,
    ]);
    return { ...part, account: user === null ? null : presentAccount(user), notes: notes.map(presentNote), tags, name };
  }
}
