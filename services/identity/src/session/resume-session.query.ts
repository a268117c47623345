import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { AdminProfile, CurrentUser } from '@lectern/contracts/identity/model';
import type { TokenClaims } from '@lectern/contracts/identity/rpc';
import { AdminRepository } from '../admin/admin.repository.ts';
import { presentAdmin } from '../admin/admin.presenter.ts';
import { presentUser } from '../user/user.presenter.ts';
import { UserRepository } from '../user/user.repository.ts';
import { EndedSessionRepository } from './ended-session.repository.ts';

/** Who stands behind a token whose signature was checked, if the token still counts; `token_invalid` otherwise. */
@Injectable()
export class ResumeSession {
  constructor(
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly ended: EndedSessionRepository,
  ) {}

  async member(claims: TokenClaims): Promise<CurrentUser> {
    const [user, ended] = await Promise.all([this.users.findById(claims.subject), this.ended.has(claims.tokenId)]);
    if (user === null || ended || user.sessionVersion !== claims.sessionVersion) throw new DomainError('token_invalid');
    if (user.deactivatedAt !== null) throw new DomainError('token_invalid');
    return presentUser(user);
  }

  async admin(claims: TokenClaims): Promise<AdminProfile> {
    const [admin, ended] = await Promise.all([this.admins.findById(claims.subject), this.ended.has(claims.tokenId)]);
    if (admin === null || ended || !admin.isActive || admin.sessionVersion !== claims.sessionVersion) {
      throw new DomainError('token_invalid');
    }
    return presentAdmin(admin);
  }
}
