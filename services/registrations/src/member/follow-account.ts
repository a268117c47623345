import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import { nameKey } from '../registration-key/name-key.ts';
import type { Account } from './account.entity.ts';

/** Tables with registrations for events, which of their rows count, and for how long: a seat's name is asked for by the entry that it includes. */
const TABLES = [
  ['tournament_registrations', `payment_status <> 'refunded'`, 'events.ends_at > $8'],
  [
    'bootcamp_registrations',
    `payment_status <> 'refunded' AND hidden_at IS NULL`,
    `(events.ends_at > $8 OR kept.payment_status = 'paid')`,
  ],
] as const;

/** Emails about what an account is registered for go to the address that it has now. */
@Injectable()
export class FollowAccount {
  constructor(
    private readonly clubRegistrations: DebateClubRegistrationRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives the account's registrations for events that are not over, its paid bootcamp seats, and what staff added of it to the debate club, its email address, and its names where they had those of `before`: an
   * account may hold what another person of its mailbox registered for. What a guest registered in another name stays where it is. Leaves alone what would be a second registration of the same name
   * and address, and of two that are in one name, as from before names were compared without accents, the later one. Under {@link DebateClubRegistrationRepository.shareAdding} and the lock of the account. Idempotent.
   */
  async execute(tx: Transaction, account: Account, before: Account): Promise<void> {
    for (const [table, counts, isFollowed] of TABLES) {
      const wasNamed = `${nameKey('kept.first_name', 'kept.last_name')} = ${nameKey('$6', '$7')}`;
      const [first, last] = [
        `CASE WHEN ${wasNamed} THEN $4 ELSE kept.first_name END`,
        `CASE WHEN ${wasNamed} THEN $5 ELSE kept.last_name END`,
      ];
      await tx.manager.query(
        `UPDATE ${table} kept SET email = $2, email_key = $3, first_name = ${first}, last_name = ${last}
         FROM events WHERE events.id = kept.event_id AND ${isFollowed} AND kept.user_id = $1 AND NOT kept.in_other_name
           AND (kept.email, kept.first_name, kept.last_name) IS DISTINCT FROM ($2, ${first}, ${last})
           AND NOT EXISTS (SELECT 1 FROM ${table} other WHERE other.id <> kept.id AND other.event_id = kept.event_id AND other.${counts.replace(' AND ', ' AND other.')}
             AND (other.email_key = $3 AND ${nameKey('other.first_name', 'other.last_name')} = ${nameKey(first, last)}
               OR (other.registered_at, other.id) < (kept.registered_at, kept.id) AND other.user_id = $1 AND NOT other.in_other_name
                 AND ${nameKey('other.first_name', 'other.last_name')} = ${nameKey('kept.first_name', 'kept.last_name')}))`,
        [
          account.userId,
          account.email,
          account.emailKey,
          account.firstName,
          account.lastName,
          before.firstName,
          before.lastName,
          this.clock.now(),
        ],
      );
    }
    await this.clubRegistrations.followAccount(tx, account, before);
  }
}
