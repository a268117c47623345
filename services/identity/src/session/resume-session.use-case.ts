import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { CurrentUser, SignedInAdmin } from '@lectern/contracts/identity/model';
import { resumeAdminSession, resumeMemberSession, type TokenClaims } from '@lectern/contracts/identity/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { AdminRepository } from '../admin/admin.repository.ts';
import { presentAdmin } from '../admin/admin.presenter.ts';
import { presentUser } from '../user/user.presenter.ts';
import { UserRepository } from '../user/user.repository.ts';
import { NoteSessionUse } from './note-session-use.ts';

/** The account behind a token whose signature was checked, if the token is still valid; `token_invalid` otherwise. Its use is noted. */
@Injectable()
export class ResumeSession {
  constructor(
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly noteUse: NoteSessionUse,
  ) {}

  @Handles(resumeMemberSession)
  async member(claims: TokenClaims): Promise<CurrentUser> {
    const user = await this.users.findSignedIn(claims.subject, claims.tokenId);
    if (user === null || user.sessionVersion !== claims.sessionVersion || user.deactivatedAt !== null)
      throw new DomainError('token_invalid');
    await this.noteUse.execute('member', claims);
    return presentUser(user);
  }

  @Handles(resumeAdminSession)
  async admin(claims: TokenClaims): Promise<SignedInAdmin> {
    const found = await this.admins.findSignedIn(claims.subject, claims.tokenId);
    if (found === null || !found.admin.isActive || found.admin.sessionVersion !== claims.sessionVersion)
      throw new DomainError('token_invalid');
    await this.noteUse.execute('admin', claims);
    return { ...presentAdmin(found.admin), needsSecondFactor: found.needsSecondFactor };
  }
}
