import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { RegistrationKey } from '@lectern/contracts/registrations/registration-token';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { isSameKey } from '../registration-key/is-same-key.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import { removedBecause } from './closed-because.ts';

/** Distinguishes a link that never worked from one whose registration an administrator removed. */
@Injectable()
export class RemovedLinks {
  constructor(
    private readonly entries: TournamentRegistrationRepository,
    private readonly seats: BootcampRegistrationRepository,
    private readonly purchases: PurchaseRepository,
  ) {}

  /** A `payment_link_unknown` with a fitting message. */
  async unknownBecause({ registrationId, key }: RegistrationKey): Promise<DomainError> {
    const payKey = (await this.entries.findRemovedKey(registrationId)) ?? (await this.hiddenSeatKey(registrationId));
    if (payKey === null || !isSameKey(payKey, key)) return new DomainError('payment_link_unknown');
    return new DomainError('payment_link_unknown', {
      message: removedBecause(await this.purchases.chargedFor(registrationId)),
    });
  }

  private async hiddenSeatKey(registrationId: string): Promise<string | null> {
    const seat = await this.seats.find(null, registrationId);
    return seat === null || seat.hiddenAt === null ? null : seat.payKey;
  }
}
