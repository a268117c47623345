import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { priceAt } from '@lectern/contracts/registrations/event-prices';
import type { enterTournament } from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { sign } from '@lectern/service-kit/signature/signature';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import type { Event } from '../event/event.entity.ts';
import { MemberRepository } from '../member/member.repository.ts';

/** The most unpaid registrations that a mailbox may have for one event at a time. An unverified mailbox may have one for each of two people who share it. */
const MOST_UNPAID = { unverified: 2, verified: 4 };

export type Network = NonNullable<RpcInput<typeof enterTournament>['network']>;

/** The event, mailbox and network that unpaid registrations are counted for. */
export interface UnpaidOf {
  readonly eventId: string;
  readonly emailKey: string;
  readonly networkKey: string | null;
  /** The time of counting. Entries whose time to pay was over before it do not count. */
  readonly at: Date;
}

export interface UnpaidCounts {
  readonly ofMailbox: number;
  readonly ofNetwork: number;
}

interface Registrations {
  countUnpaid(tx: Transaction, of: UnpaidOf): Promise<UnpaidCounts>;
}

/** Limits the unpaid registrations of an event per mailbox, and per network except for an account that has verified its mailbox. */
@Injectable()
export class UnpaidLimit {
  constructor(
    private readonly members: MemberRepository,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  /**
   * The stored form of a visitor's network: an HMAC of the event's id and the network. The same network gets another key for each event, and
   * without the secret a key cannot be traced to a network. The key reuses the service's one signing secret, CALENDAR_FEED_SECRET; the prefix
   * `network:` keeps these signatures apart from those of calendar URLs.
   */
  networkKey({ id }: Pick<Event, 'id'>, network: Network | undefined): string | null {
    return network === undefined ? null : sign(this.config.CALENDAR_FEED_SECRET, `network:${id}:${network.address}`);
  }

  /** The error for one more unpaid registration, or null when it is allowed. Without a `network`, only the mailbox is limited. */
  async refusal(
    tx: Transaction,
    registrations: Registrations,
    event: Event,
    { emailKey, userId }: { readonly emailKey: string; readonly userId: string | null },
    network?: Network,
  ): Promise<DomainError | null> {
    const isVerified = await this.members.hasVerified(tx, userId, emailKey);
    const { ofMailbox, ofNetwork } = await registrations.countUnpaid(tx, {
      eventId: event.id,
      emailKey,
      networkKey: this.networkKey(event, network),
      at: this.clock.now(),
    });
    const isNetworkFull = !isVerified && network !== undefined && ofNetwork >= network.most;
    const whose =
      ofMailbox >= MOST_UNPAID[isVerified ? 'verified' : 'unverified']
        ? 'with this email address'
        : isNetworkFull
          ? 'from your network'
          : null;
    if (whose === null) return null;
    const several =
      priceAt(event, this.clock.now()) === 0
        ? `There are several registrations for the ${event.title} ${whose}. Try again tomorrow.`
        : `There are several unpaid registrations for the ${event.title} ${whose}. Pay for one of them, or try again after they have expired.`;
    const message =
      several +
      (isVerified
        ? ''
        : ' If you have an account with this email address, log in and confirm your email in your account settings first.');
    return new DomainError('too_many_unpaid', { message });
  }
}
