import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/identity/http';
import * as identity from '@lectern/contracts/identity/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves, TheCall } from '../edge/serves.decorator.ts';

/** Signing in and out, and who is signed in. */
@Controller()
export class SessionController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.login)
  async login(@TheCall() { body, origin }: Call<typeof http.login>): Promise<RouteResponse<typeof http.login>> {
    const { token } = await this.rpc.call(identity.loginMember, { ...body, origin });
    return { token, message: 'Welcome back' };
  }

  @Serves(http.getUser)
  async user(@TheCall() { caller }: Call<typeof http.getUser>): Promise<RouteResponse<typeof http.getUser>> {
    return caller.member;
  }

  @Serves(http.logout)
  async logout(@TheCall() { caller }: Call<typeof http.logout>): Promise<RouteResponse<typeof http.logout>> {
    await this.rpc.call(identity.endSession, { audience: 'member', claims: caller.claims });
    return { message: 'You have been successfully logged out.' };
  }

  @Serves(http.logoutAll)
  async logoutAll(@TheCall() { caller }: Call<typeof http.logoutAll>): Promise<RouteResponse<typeof http.logoutAll>> {
    await this.rpc.call(identity.endAllSessions, { userId: caller.member.id });
    return { message: 'You have been logged out everywhere.' };
  }

  @Serves(http.adminLogin)
  async adminLogin(@TheCall() { body, origin }: Call<typeof http.adminLogin>): Promise<RouteResponse<typeof http.adminLogin>> {
    const { token, admin } = await this.rpc.call(identity.loginAdmin, { ...body, origin });
    return { token, admin, message: `Welcome back, ${admin.name}` };
  }

  @Serves(http.adminLogout)
  async adminLogout(@TheCall() { caller }: Call<typeof http.adminLogout>): Promise<RouteResponse<typeof http.adminLogout>> {
    await this.rpc.call(identity.endSession, { audience: 'admin', claims: caller.claims });
    return { message: 'You have been logged out.' };
  }
}
