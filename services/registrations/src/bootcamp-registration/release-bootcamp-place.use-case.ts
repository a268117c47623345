import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { BootcampPlaces } from './bootcamp-places.ts';

/**
 * Gives a held place back at once, because its checkout could not be opened. One whose checkout is open, or that is paid, stays,
 * and one that came from an offer is offered still. Idempotent; an unknown id changes nothing.
 */
@Injectable()
export class ReleaseBootcampPlace {
  constructor(
    private readonly transactor: Transactor,
    private readonly places: BootcampPlaces,
  ) {}

  async execute(registrationId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const found = await this.places.lockOf(tx, registrationId);
      if (found?.registration.place !== 'held') return;
      await this.places.release(tx, found.run, found.registration);
      await this.places.lookAfter(tx, found.run);
    });
  }
}
