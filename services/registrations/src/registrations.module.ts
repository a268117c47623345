import type { ModuleMetadata } from '@nestjs/common';
import { pingController } from '@lectern/service-kit/health/ping.rpc';
import { DebateClubRegistrationRepository } from './debate-club-registration/debate-club-registration.repository.ts';
import { DebateClubRegistrationRpc } from './debate-club-registration/debate-club-registration.rpc.ts';
import { ListDebateClubRegistrations } from './debate-club-registration/list-debate-club-registrations.query.ts';
import { EventRepository } from './event/event.repository.ts';
import { EventRpc } from './event/event.rpc.ts';
import { MemberRepository } from './member/member.repository.ts';
import { OnAccountChanged } from './member/on-account-changed.handler.ts';
import { OnMembershipChanged } from './member/on-membership-changed.handler.ts';
import { CompactCounts } from './registration-count/compact-counts.job.ts';
import { RegistrationCountRepository } from './registration-count/registration-count.repository.ts';
import { RegistrationCountRpc } from './registration-count/registration-count.rpc.ts';
import { ListTournamentRegistrations } from './tournament-registration/list-tournament-registrations.query.ts';
import { TournamentRegistrationRepository } from './tournament-registration/tournament-registration.repository.ts';
import { TournamentRegistrationRpc } from './tournament-registration/tournament-registration.rpc.ts';

export const registrationsModule: ModuleMetadata = {
  controllers: [
    pingController('registrations'),
    EventRpc,
    DebateClubRegistrationRpc,
    TournamentRegistrationRpc,
    RegistrationCountRpc,
  ],
  providers: [
    EventRepository,
    DebateClubRegistrationRepository,
    TournamentRegistrationRepository,
    RegistrationCountRepository,
    MemberRepository,
    ListDebateClubRegistrations,
    ListTournamentRegistrations,
    OnMembershipChanged,
    OnAccountChanged,
    CompactCounts,
  ],
};
