import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { takeOfferedPlace } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { isSameKey } from '../registration-key/is-same-key.ts';
import { BootcampPlaces } from './bootcamp-places.ts';
import { payableOf } from './payable.ts';

/**
 * Holds the place that was offered to the reader of a letter. `closed` once the offer is over; repeating it holds the same
 * place. Throws `not_found` without the letter's key.
 */
@Injectable()
export class TakeOfferedPlace {
  constructor(
    private readonly transactor: Transactor,
    private readonly places: BootcampPlaces,
  ) {}

  async execute({ registrationId, key }: RpcInput<typeof takeOfferedPlace>): Promise<RpcOutput<typeof takeOfferedPlace>> {
    return this.transactor.run(async (tx) => {
      const found = await this.places.lockOf(tx, registrationId);
      if (found === null || !isSameKey(found.registration.payKey, key)) throw new DomainError('not_found');
      const { run, registration } = found;
      await this.places.settle(tx, run, registration);
      switch (registration.place) {
        case 'taken':
          return { state: 'paid' };
        case 'waiting':
        case 'released':
          await this.places.lookAfter(tx, run);
          return { state: 'closed' };
        case 'held':
        case 'offered':
          await this.places.hold(tx, registration);
          return { state: 'payable', ...payableOf(run, registration) };
      }
    });
  }
}
