import { Injectable } from '@nestjs/common';
import { countListedMembers, countRegistrations } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { DebateClubRegistrationRepository } from './debate-club-registration.repository.ts';
import { RegistrationCountRepository } from '../registration-count/registration-count.repository.ts';

@Injectable()
export class CountRegistrations {
  constructor(
    private readonly counts: RegistrationCountRepository,
    private readonly registrations: DebateClubRegistrationRepository,
  ) {}

  @Handles(countListedMembers)
  async listed({ bounds }: RpcInput<typeof countListedMembers>): Promise<RpcOutput<typeof countListedMembers>> {
    return this.registrations.moves(bounds);
  }

  @Handles(countRegistrations)
  async count(): Promise<RpcOutput<typeof countRegistrations>> {
    const [activeDebateClubMembers, totalTournamentRegistrations] = await Promise.all([
      this.counts.count('debate_club', 'active'),
      this.counts.count('tournament'),
    ]);
    return { activeDebateClubMembers, totalTournamentRegistrations };
  }
}
