import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { competitionName } from '@lectern/contracts/registrations/competition-rules';
import type { OwnEntry } from '@lectern/contracts/registrations/own-entry-model';
import { validSecrets } from '@lectern/service-kit/config/secret';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import type { Event } from '../event/event.entity.ts';
import { ruleBrokenBy, setupOf } from '../event/event-setup.ts';
import { refundsOf } from '../event/refunds.ts';
import { decidingPurchase } from '../purchase/deciding-purchase.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { isSameKey } from '../registration-key/is-same-key.ts';
import { readPlaceToken } from '../registration-key/place-token.ts';
import type { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import { withdrawalOf } from './withdrawal.ts';

const stateOf = (entry: TournamentRegistration): OwnEntry['state'] => {
  if (entry.withdrawnAt !== null) return 'withdrawn';
  if (entry.paymentStatus === 'refunded') return 'ended';
  if (entry.waitlistedAt !== null) return 'waiting';
  if (entry.releasedAt !== null) return 'released';
  return entry.paymentStatus === 'paid' ? 'paid' : 'unpaid';
};

/** The page of a tournament entry behind the links of its emails. */
@Injectable()
export class OwnEntryPage {
  constructor(
    private readonly registrations: TournamentRegistrationRepository,
    private readonly purchases: PurchaseRepository,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  /** The entry of a token, as it is now. Throws `event_link_unknown`. */
  async find(tx: Transaction | null, token: string): Promise<TournamentRegistration> {
    const place = readPlaceToken(validSecrets(this.config, 'CALENDAR_FEED_SECRET'), 'entry', token);
    const entry = place === null ? null : await this.registrations.find(tx, place.id);
    if (place === null || entry === null || !isSameKey(entry.payKey, place.payKey))
      throw new DomainError('event_link_unknown');
    return entry;
  }

  async present(tx: Transaction | null, event: Event, entry: TournamentRegistration): Promise<OwnEntry> {
    const now = this.clock.now();
    const payment = decidingPurchase(await this.purchases.of(tx, entry.id));
    const isCharged = payment !== null && (payment.status === 'paid' || payment.status === 'refunded');
    const { firstName, lastName, division, withdrawnAt } = entry;
    const refund = entry.withdrawalRefund ?? 0;
    const way =
      refund > 0 ? (payment?.sessionId === null ? 'hand' : 'card') : payment?.isDisputed === true ? 'disputed' : 'none';
    return {
      ...{ title: event.title, timezone: event.timezone, firstName, lastName, division },
      beginsAt: event.datetime.toISOString(),
      competitions: entry.competitions.map((id) => competitionName(setupOf(event), id)),
      state: stateOf(entry),
      position: await this.registrations.position(entry, tx),
      ruleBroken: ruleBrokenBy(event, entry, now),
      paid: isCharged ? payment.amountPaid : 0,
      refunded: isCharged ? payment.amountRefunded : 0,
      refundSteps: refundsOf(event, entry),
      withdrawal: withdrawalOf(event, entry, payment, now),
      withdrawn: withdrawnAt === null ? null : { at: withdrawnAt.toISOString(), refund, way },
    };
  }
}
