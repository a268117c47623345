import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/identity/http';
import * as identity from '@lectern/contracts/identity/rpc';
import * as sessionHttp from '@lectern/contracts/identity/session-http';
import * as sessions from '@lectern/contracts/identity/session-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { DeviceCookie } from '../auth/device-cookie.ts';
import { SignInPace } from '../auth/sign-in-pace.ts';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** Logging in and out, and the signed-in account. */
@Controller()
export class SessionController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly pace: SignInPace,
    private readonly devices: DeviceCookie,
  ) {}

  @Serves(http.login)
  async login(call: Call<typeof http.login>) {
    const { token, deviceToken } = await this.pace.attempt(call, call.body.email, (devices) =>
      this.rpc.call(identity.loginMember, { ...call.body, origin: call.origin, devices }),
    );
    this.devices.keep(call, deviceToken);
    return { token, message: 'Welcome back' };
  }

  @Serves(http.getUser)
  async user({ caller }: Call<typeof http.getUser>) {
    return caller.member;
  }

  @Serves(http.logout)
  async logout({ caller }: Call<typeof http.logout>) {
    await this.rpc.call(identity.endSession, { audience: 'member', claims: caller.claims });
    return { message: 'You have been successfully logged out.' };
  }

  @Serves(http.logoutAll)
  async logoutAll({ caller }: Call<typeof http.logoutAll>) {
    await this.rpc.call(identity.endAllSessions, { userId: caller.member.id });
    return { message: 'You have been logged out everywhere.' };
  }

  @Serves(http.adminLogin)
  async adminLogin(call: Call<typeof http.adminLogin>) {
    const { token, admin, deviceToken } = await this.pace.attempt(call, call.body.email, (devices) =>
      this.rpc.call(identity.loginAdmin, { ...call.body, origin: call.origin, devices }),
    );
    this.devices.keep(call, deviceToken);
    return { token, admin, message: `Welcome back, ${admin.name}` };
  }

  @Serves(http.adminLogout)
  async adminLogout({ caller }: Call<typeof http.adminLogout>) {
    await this.rpc.call(identity.endSession, { audience: 'admin', claims: caller.claims });
    return { message: 'You have been logged out.' };
  }

  @Serves(sessionHttp.listSessions)
  async list({ caller }: Call<typeof sessionHttp.listSessions>) {
    return { sessions: await this.rpc.call(sessions.listSessions, { audience: 'member', claims: caller.claims }) };
  }

  @Serves(sessionHttp.endSessions)
  async end(call: Call<typeof sessionHttp.endSessions>) {
    return this.endOwn('member', call);
  }

  @Serves(sessionHttp.endSessionByLink)
  async endByLink({ body }: Call<typeof sessionHttp.endSessionByLink>) {
    const { audience } = await this.rpc.call(sessions.endSessionByLink, body);
    return { audience, message: 'That session has ended. Logging in there takes the password again.' };
  }

  @Serves(sessionHttp.listAdminSessions)
  async listAdmins({ caller }: Call<typeof sessionHttp.listAdminSessions>) {
    return { sessions: await this.rpc.call(sessions.listSessions, { audience: 'admin', claims: caller.claims }) };
  }

  @Serves(sessionHttp.endAdminSessions)
  async endAdmins(call: Call<typeof sessionHttp.endAdminSessions>) {
    return this.endOwn('admin', call);
  }

  @Serves(sessionHttp.changeAdminPassword)
  async changePassword(call: Call<typeof sessionHttp.changeAdminPassword>) {
    const { token, deviceToken } = await this.rpc.call(sessions.changeAdminPassword, {
      ...call.body,
      by: actingIn(call),
      sessionId: call.caller.claims.tokenId,
    });
    this.devices.keep(call, deviceToken);
    return { token, message: 'Your password has been changed. You were logged out everywhere else.' };
  }

  private async endOwn(
    audience: 'member' | 'admin',
    call: Call<typeof sessionHttp.endSessions> | Call<typeof sessionHttp.endAdminSessions>,
  ) {
    const { body, caller, origin } = call;
    const { token, deviceToken } = await this.rpc.call(sessions.endOwnSessions, {
      audience,
      ...body,
      claims: caller.claims,
      origin,
    });
    this.devices.keep(call, deviceToken);
    return token === null
      ? { message: 'That session has ended. Logging in there takes the password again.' }
      : { token, message: 'You are logged out everywhere but here.' };
  }
}
