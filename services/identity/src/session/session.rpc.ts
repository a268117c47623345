import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { EndSession } from './end-session.use-case.ts';
import { Login } from './login.use-case.ts';
import { ResumeSession } from './resume-session.query.ts';

@Controller()
export class SessionRpc {
  constructor(
    private readonly login: Login,
    private readonly resume: ResumeSession,
    private readonly end: EndSession,
  ) {}

  @HandlesRpc(contracts.loginMember)
  async loginMember(input: RpcInput<typeof contracts.loginMember>): Promise<RpcOutput<typeof contracts.loginMember>> {
    return this.login.member(input);
  }

  @HandlesRpc(contracts.loginAdmin)
  async loginAdmin(input: RpcInput<typeof contracts.loginAdmin>): Promise<RpcOutput<typeof contracts.loginAdmin>> {
    return this.login.admin(input);
  }

  @HandlesRpc(contracts.resumeMemberSession)
  async resumeMember(input: contracts.TokenClaims): Promise<RpcOutput<typeof contracts.resumeMemberSession>> {
    return this.resume.member(input);
  }

  @HandlesRpc(contracts.resumeAdminSession)
  async resumeAdmin(input: contracts.TokenClaims): Promise<RpcOutput<typeof contracts.resumeAdminSession>> {
    return this.resume.admin(input);
  }

  @HandlesRpc(contracts.endSession)
  async endOne(input: RpcInput<typeof contracts.endSession>): Promise<Record<never, never>> {
    await this.end.one(input.claims);
    return {};
  }

  @HandlesRpc(contracts.endAllSessions)
  async endAll(input: RpcInput<typeof contracts.endAllSessions>): Promise<Record<never, never>> {
    await this.end.all(input.userId);
    return {};
  }
}
