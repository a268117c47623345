import { Controller } from '@nestjs/common';
import { countRegistrations } from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RegistrationCountRepository } from './registration-count.repository.ts';

@Controller()
export class RegistrationCountRpc {
  constructor(private readonly counts: RegistrationCountRepository) {}

  @HandlesRpc(countRegistrations)
  async count(): Promise<RpcOutput<typeof countRegistrations>> {
    const [activeDebateClubMembers, totalTournamentRegistrations] = await Promise.all([
      this.counts.count('debate_club', 'active'),
      this.counts.count('tournament'),
    ]);
    return { activeDebateClubMembers, totalTournamentRegistrations };
  }
}
