import type { ModuleMetadata } from '@nestjs/common';
import { pingController } from '@lectern/service-kit/health/ping.rpc';
import { AdminRepository } from './admin/admin.repository.ts';
import { FirstAdministrator } from './admin/first-administrator.ts';
import { AdminActionRepository } from './admin-action/admin-action.repository.ts';
import { AdminActionRpc } from './admin-action/admin-action.rpc.ts';
import { MembershipRepository } from './membership/membership.repository.ts';
import { OnMembershipChanged } from './membership/on-membership-changed.handler.ts';
import { PasswordHasher } from './password/password-hasher.ts';
import { EndSession } from './session/end-session.use-case.ts';
import { EndedSessionRepository } from './session/ended-session.repository.ts';
import { Login } from './session/login.use-case.ts';
import { PruneSessions } from './session/prune-sessions.job.ts';
import { ResumeSession } from './session/resume-session.query.ts';
import { SessionRpc } from './session/session.rpc.ts';
import { SignInThrottle } from './session/sign-in-throttle.ts';
import { TokenIssuer } from './session/token-issuer.ts';
import { ReferralQueries } from './user/referral.queries.ts';
import { RegisterAccount } from './user/register-account.use-case.ts';
import { UserRepository } from './user/user.repository.ts';
import { UserRpc } from './user/user.rpc.ts';

export const identityModule: ModuleMetadata = {
  controllers: [pingController('identity'), UserRpc, SessionRpc, AdminActionRpc],
  providers: [
    UserRepository,
    MembershipRepository,
    AdminRepository,
    AdminActionRepository,
    EndedSessionRepository,
    PasswordHasher,
    SignInThrottle,
    TokenIssuer,
    RegisterAccount,
    ReferralQueries,
    Login,
    ResumeSession,
    EndSession,
    OnMembershipChanged,
    PruneSessions,
    FirstAdministrator,
  ],
};
