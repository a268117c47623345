import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import { nameKey } from '@lectern/service-kit/person/name-key';
import { OfficeHoursRequestRepository } from '../office-hours/office-hours-request.repository.ts';
import { WorkshopRegistrationRepository } from '../workshop-registration/workshop-registration.repository.ts';
import type { Account } from '../member/account.entity.ts';

/**
 * Tables with registrations for events, which of their rows count, and for how long. A paid seat always counts: the entry that it
 * includes compares names with it.
 */
const TABLES = [
  ['tournament_registrations', `payment_status <> 'refunded'`, 'events.ends_at > $8'],
  [
    'bootcamp_registrations',
    `payment_status <> 'refunded' AND hidden_at IS NULL`,
    `(events.ends_at > $8 OR kept.payment_status = 'paid')`,
  ],
] as const;

/** Moves an account's registrations to its current email, so that emails about them go there. */
@Injectable()
export class FollowAccount {
  constructor(
    private readonly clubRegistrations: DebateClubRegistrationRepository,
    private readonly officeHours: OfficeHoursRequestRepository,
    private readonly workshops: WorkshopRegistrationRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Updates the account's office hours, its seats in workshops and its registrations for events that are not over, its paid bootcamp seats, and the debate
   * club rows that staff added for it: their email, and their names where they were those of `before`, as an account may hold
   * another person's registration of the same mailbox. A guest's registration in another name stays unchanged. So does one that would
   * become a second registration of the same name and email, and the later of two in one name, which date from before names were compared
   * without accents. With `isOfGuests`, registrations of its email that no account has follow, too, where they have the name of `before`.
   * Under {@link DebateClubRegistrationRepository.shareAdding} and the lock of the account. Idempotent.
   */
  async execute(tx: Transaction, account: Account, before: Account, { isOfGuests = false } = {}): Promise<void> {
    for (const [table, counts, isFollowed] of TABLES) {
      const wasNamed = `${nameKey('kept.first_name', 'kept.last_name')} = ${nameKey('$6', '$7')}`;
      const [first, last] = [
        `CASE WHEN ${wasNamed} THEN $4 ELSE kept.first_name END`,
        `CASE WHEN ${wasNamed} THEN $5 ELSE kept.last_name END`,
      ];
      const isGuests = (row: string) => `$9 AND ${row}.user_id IS NULL AND ${row}.email_key = $3`;
      await tx.manager.query(
        `UPDATE ${table} kept SET email = $2, email_key = $3, first_name = ${first}, last_name = ${last}
         FROM events WHERE events.id = kept.event_id AND ${isFollowed} AND (kept.user_id = $1 AND NOT kept.in_other_name OR ${isGuests('kept')} AND ${wasNamed})
           AND (kept.email, kept.first_name, kept.last_name) IS DISTINCT FROM ($2, ${first}, ${last})
           AND NOT EXISTS (SELECT 1 FROM ${table} other WHERE other.id <> kept.id AND other.event_id = kept.event_id AND other.${counts.replace(' AND ', ' AND other.')}
             AND (other.email_key = $3 AND ${nameKey('other.first_name', 'other.last_name')} = ${nameKey(first, last)}
               OR (other.registered_at, other.id) < (kept.registered_at, kept.id) AND (other.user_id = $1 AND NOT other.in_other_name OR ${isGuests('other')})
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
          isOfGuests,
        ],
      );
    }
    await this.officeHours.followAccount(tx, account, this.clock.now());
    await this.workshops.followAccount(tx, account, this.clock.now());
    await this.clubRegistrations.followAccount(tx, account, before, { isOfGuests });
  }
}
