import { Injectable } from '@nestjs/common';
import { releasePlace } from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { BootcampSeats } from './bootcamp-seats.ts';

/**
 * Releases a held seat immediately, because its checkout could not be opened. A seat with an open checkout, or a paid one, stays;
 * one that came from an offer is offered again. Idempotent; an unknown id changes nothing.
 */
@Injectable()
export class ReleaseBootcampSeat {
  constructor(
    private readonly transactor: Transactor,
    private readonly seats: BootcampSeats,
  ) {}

  @Handles(releasePlace)
  async execute({ registrationId }: RpcInput<typeof releasePlace>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const found = await this.seats.lockOf(tx, registrationId);
      if (found?.registration.seat !== 'held') return;
      await this.seats.release(tx, found.run, found.registration);
      await this.seats.updateSeats(tx, found.run);
    });
  }
}
