import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/rpc';
import * as sessions from '@lectern/contracts/identity/session-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ChangeAdminPassword } from '../admin/change-admin-password.use-case.ts';
import { EndOwnSessions } from './end-own-sessions.use-case.ts';
import { EndSession } from './end-session.use-case.ts';
import { EndSessionByLink } from './end-session-by-link.use-case.ts';
import { ListSessions } from './list-sessions.query.ts';
import { FindKnownDevice } from './find-known-device.query.ts';
import { Login } from './login.use-case.ts';
import { NoteSessionUse } from './note-session-use.ts';
import { ResumeSession } from './resume-session.query.ts';

@Controller()
export class SessionRpc {
  constructor(
    private readonly login: Login,
    private readonly knownDevices: FindKnownDevice,
    private readonly resume: ResumeSession,
    private readonly end: EndSession,
    private readonly noteUse: NoteSessionUse,
    private readonly list: ListSessions,
    private readonly endOwn: EndOwnSessions,
    private readonly byLink: EndSessionByLink,
    private readonly changePassword: ChangeAdminPassword,
  ) {}

  @HandlesRpc(contracts.loginMember)
  async loginMember(input: RpcInput<typeof contracts.loginMember>): Promise<RpcOutput<typeof contracts.loginMember>> {
    return this.login.member(input);
  }

  @HandlesRpc(contracts.loginAdmin)
  async loginAdmin(input: RpcInput<typeof contracts.loginAdmin>): Promise<RpcOutput<typeof contracts.loginAdmin>> {
    return this.login.admin(input);
  }

  @HandlesRpc(contracts.findKnownDevice)
  async findDevice(
    input: RpcInput<typeof contracts.findKnownDevice>,
  ): Promise<RpcOutput<typeof contracts.findKnownDevice>> {
    return this.knownDevices.execute(input);
  }

  @HandlesRpc(contracts.resumeMemberSession)
  async resumeMember(input: contracts.TokenClaims): Promise<RpcOutput<typeof contracts.resumeMemberSession>> {
    const member = await this.resume.member(input);
    await this.noteUse.execute('member', input);
    return member;
  }

  @HandlesRpc(contracts.resumeAdminSession)
  async resumeAdmin(input: contracts.TokenClaims): Promise<RpcOutput<typeof contracts.resumeAdminSession>> {
    const admin = await this.resume.admin(input);
    await this.noteUse.execute('admin', input);
    return admin;
  }

  @HandlesRpc(contracts.endSession)
  async endOne(input: RpcInput<typeof contracts.endSession>): Promise<Record<never, never>> {
    await this.end.one(input.audience, input.claims);
    return {};
  }

  @HandlesRpc(contracts.endAllSessions)
  async endAll(input: RpcInput<typeof contracts.endAllSessions>): Promise<Record<never, never>> {
    await this.end.all(input.userId);
    return {};
  }

  @HandlesRpc(sessions.listSessions)
  async listOwn(input: RpcInput<typeof sessions.listSessions>): Promise<RpcOutput<typeof sessions.listSessions>> {
    return this.list.execute(input);
  }

  @HandlesRpc(sessions.endOwnSessions)
  async endElsewhere(
    input: RpcInput<typeof sessions.endOwnSessions>,
  ): Promise<RpcOutput<typeof sessions.endOwnSessions>> {
    return this.endOwn.execute(input);
  }

  @HandlesRpc(sessions.issueSessionEnd)
  async issueEnd(
    input: RpcInput<typeof sessions.issueSessionEnd>,
  ): Promise<RpcOutput<typeof sessions.issueSessionEnd>> {
    return this.byLink.issue(input);
  }

  @HandlesRpc(sessions.endSessionByLink)
  async endByLink(
    input: RpcInput<typeof sessions.endSessionByLink>,
  ): Promise<RpcOutput<typeof sessions.endSessionByLink>> {
    return this.byLink.execute(input);
  }

  @HandlesRpc(sessions.changeAdminPassword)
  async changeAdmins(
    input: RpcInput<typeof sessions.changeAdminPassword>,
  ): Promise<RpcOutput<typeof sessions.changeAdminPassword>> {
    return this.changePassword.execute(input);
  }
}
