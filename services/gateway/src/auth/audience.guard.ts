import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { DomainError } from '@lectern/contracts/errors';
import type { RouteContract } from '@lectern/contracts/route';
import { RateLimiter } from '../edge/rate-limiter.ts';
import { type EdgeRequest, IS_AHEAD, ROUTE } from '../edge/serves.decorator.ts';
import { AdminTokenStrategy, MemberTokenStrategy } from './token.strategy.ts';

/** passport-jwt tells what it missed through messages only. */
const refusalOf = (error: unknown, info: unknown): Error => {
  if (error instanceof Error) return error;
  const reason = info instanceof Error ? info.message : '';
  if (reason === 'No auth token') return new DomainError('token_missing');
  if (reason.startsWith('jwt audience invalid')) return new DomainError('audience_wrong');
  return new DomainError('token_invalid');
};

const tokenGuard = (audience: 'member' | 'admin') =>
  class extends AuthGuard(audience) {
    override handleRequest<T>(error: unknown, user: T | false, info: unknown): T {
      if (user !== false && user !== undefined && error == null) return user;
      throw refusalOf(error, info);
    }
  };

const MemberGuard = tokenGuard('member');
const AdminGuard = tokenGuard('admin');

/** Lets a call pass that its route's audience and limit allow. A handler without a contract is not reachable at all. */
@Injectable()
export class AudienceGuard implements CanActivate {
  private readonly guards = { member: new MemberGuard(), admin: new AdminGuard() };

  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly members: MemberTokenStrategy,
    private readonly admins: AdminTokenStrategy,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const contract = this.reflector.get<RouteContract | undefined>(ROUTE, context.getHandler());
    if (contract === undefined) throw new DomainError('route_unknown');
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    request.isAhead = this.reflector.get<true | undefined>(IS_AHEAD, context.getHandler()) === true;
    await this.limiter.count(contract.rateLimit, request.ip);
    switch (contract.audience) {
      case 'public':
        if (contract.knowsMembers !== true || request.headers.authorization === undefined) return true;
        return this.signedIn('member', context, request);
      case 'webhook':
        return true;
      case 'member':
      case 'admin':
        return this.signedIn(contract.audience, context, request);
    }
  }

  private async signedIn(audience: 'member' | 'admin', context: ExecutionContext, request: EdgeRequest): Promise<boolean> {
    const known = (audience === 'member' ? this.members : this.admins).callers.known(request);
    if (known === undefined) return (await this.guards[audience].canActivate(context)) as boolean;
    request.user = await known;
    return true;
  }
}
