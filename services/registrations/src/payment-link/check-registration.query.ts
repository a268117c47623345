import { Injectable } from '@nestjs/common';
import { checkRegistration } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';

/** Whether an entry or a seat exists, neither refunded nor removed. */
@Injectable()
export class CheckRegistration {
  constructor(
    private readonly entries: TournamentRegistrationRepository,
    private readonly seats: BootcampRegistrationRepository,
  ) {}

  @Handles(checkRegistration)
  async execute({ registrationId }: RpcInput<typeof checkRegistration>): Promise<RpcOutput<typeof checkRegistration>> {
    const entry = await this.entries.find(null, registrationId);
    if (entry !== null) return { isThere: entry.paymentStatus !== 'refunded' };
    const seat = await this.seats.find(null, registrationId);
    return { isThere: seat !== null && seat.hiddenAt === null && seat.paymentStatus !== 'refunded' };
  }
}
