import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityTarget } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { readSome } from '@lectern/service-kit/paging/list-page';
import { BootcampRegistration } from '../bootcamp-registration/bootcamp-registration.entity.ts';
import { nameKey } from '../registration-key/name-key.ts';
import { DebateClubRegistration } from '../debate-club-registration/debate-club-registration.entity.ts';
import { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';

/** A registration of a person for an event. */
export interface PersonsPlace {
  readonly id: string;
  readonly eventId: string;
  readonly emailKey: string;
}

/** Whose rows: those of the account, and those that nobody's account has and that its verified address was used for ($2, null without one). */
const THEIRS = '(user_id = $1 OR user_id IS NULL AND email_key = $2)';

/** Tables with a row for each registration of a person for an event. */
type PlaceTable = 'bootcamp_registrations' | 'tournament_registrations';

/** Which rows count as paid only because a membership, or a seat that ends with the account, includes them: in whatever name, they end with that. */
const INCLUDED: Readonly<Record<PlaceTable, string>> = {
  bootcamp_registrations: 'false',
  tournament_registrations: `(registration.free_subscription_id IS NOT NULL OR EXISTS (
    SELECT 1 FROM bootcamp_registrations seat WHERE seat.id = registration.bootcamp_registration_id AND seat.user_id = $1))`,
};

/**
 * What is paid, and in another name than the account's: it is another person's of the same mailbox. A deletion that comes again finds no
 * account any more, and what it kept before by its note.
 */
const anothers = (
  table: PlaceTable,
): string => `payment_status = 'paid' AND NOT ${INCLUDED[table]} AND (in_other_name OR user_id IS NULL AND EXISTS (
  SELECT 1 FROM accounts WHERE accounts.user_id = $1
    AND ${nameKey('accounts.first_name', 'accounts.last_name')} <> ${nameKey('registration.first_name', 'registration.last_name')}))`;

/** What is left of a row that is kept to be counted. Its key stays unique. */
const NOBODY = `email = '', first_name = '', last_name = ''`;
const NOBODYS_KEY = `email_key = 'erased:' || id`;

type Registered = Pick<DebateClubRegistration, 'id' | 'email' | 'firstName' | 'lastName' | 'searched' | 'registeredAt'>;

/** Lists of people, each with which of its rows count. */
const LISTS = [
  {
    from: 'debate_club',
    table: 'debate_club_registrations',
    entity: DebateClubRegistration as EntityTarget<Registered>,
    shown: 'registration.hiddenAt IS NULL',
  },
  {
    from: 'tournaments',
    table: 'tournament_registrations',
    entity: TournamentRegistration as EntityTarget<Registered>,
    shown: 'true',
  },
  {
    from: 'bootcamp',
    table: 'bootcamp_registrations',
    entity: BootcampRegistration as EntityTarget<Registered>,
    shown: 'registration.hiddenAt IS NULL',
  },
] as const;

/** Those of a list whom a search found, newest first. */
export interface FoundRegistrations {
  readonly from: (typeof LISTS)[number]['from'];
  readonly rows: readonly { readonly email: string; readonly name: string }[];
}

/** Everything that is kept of one person: to find it, and for its end. Who erases holds the locks of the person and of their addresses. */
@Injectable()
export class PersonRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Registrations whose name or address fits a pattern of `searchPattern`: at most `limit` of each list, any where there are more, these newest first. */
  async search(pattern: string, limit: number): Promise<FoundRegistrations[]> {
    return Promise.all(
      LISTS.map(async ({ from, entity, shown }) => {
        const rows = this.dataSource
          .getRepository(entity)
          .createQueryBuilder('registration')
          .where(shown)
          .andWhere(`registration.email <> ''`);
        const named = { email: 'registration.email', name: `registration.firstName || ' ' || registration.lastName` };
        return {
          from,
          rows: await readSome<Registered, { email: string; name: string }>(
            rows,
            { by: 'searched', pattern },
            'registeredAt',
            limit,
            named,
          ),
        };
      }),
    );
  }

  /** The name under which an address registered last; null where it never gave one. */
  async lastNameGiven(emailKey: string): Promise<string | null> {
    const [last] = await this.dataSource.query<{ name: string }[]>(
      `SELECT name FROM (${LISTS.map(({ table }) => `SELECT btrim(first_name || ' ' || last_name) AS name, registered_at FROM ${table} WHERE email_key = $1`).join(' UNION ALL ')}) given
       WHERE name <> '' ORDER BY registered_at DESC LIMIT 1`,
      [emailKey],
    );
    return last?.name ?? null;
  }

  /** The addresses under which an account's rows are kept. */
  async emailKeysOf(tx: Transaction, userId: string): Promise<string[]> {
    const rows = await tx.manager.query<{ email_key: string }[]>(
      `SELECT email_key FROM accounts WHERE user_id = $1 UNION SELECT email_key FROM memberships WHERE user_id = $1
       UNION SELECT email_key FROM debate_club_registrations WHERE user_id = $1 UNION SELECT email_key FROM bootcamp_registrations WHERE user_id = $1
       UNION SELECT email_key FROM tournament_registrations WHERE user_id = $1 UNION SELECT lower(btrim(email)) FROM office_hours_requests WHERE user_id = $1`,
      [userId],
    );
    return rows.map((row) => row.email_key).filter((emailKey) => !emailKey.startsWith('erased:'));
  }

  /** Leaves what an account has paid to the mailbox that it was paid for, and answers it. Before {@link placesOf}. */
  async leavePaid(tx: Transaction, table: PlaceTable, userId: string): Promise<Pick<Registered, 'id' | 'email'>[]> {
    const [rows] = await tx.manager.query<[Pick<Registered, 'id' | 'email'>[], number]>(
      `UPDATE ${table} SET user_id = NULL, in_other_name = false WHERE user_id = $1 AND payment_status = 'paid' RETURNING id, email`,
      [userId],
    );
    return rows;
  }

  /** Leaves what is another person's without an account, and answers it: seats before the entries that they include. Before {@link placesOf}. */
  async leaveAnothers(
    tx: Transaction,
    table: PlaceTable,
    userId: string,
    verifiedKey: string | null,
  ): Promise<Pick<Registered, 'id' | 'email'>[]> {
    const [rows] = await tx.manager.query<[Pick<Registered, 'id' | 'email'>[], number]>(
      `UPDATE ${table} registration SET user_id = NULL, in_other_name = true WHERE ${THEIRS} AND ${anothers(table)} RETURNING id, email`,
      [userId, verifiedKey],
    );
    return rows;
  }

  /** Those that end with the account. */
  async placesOf(
    tx: Transaction,
    table: PlaceTable,
    userId: string,
    verifiedKey: string | null,
  ): Promise<PersonsPlace[]> {
    return tx.manager.query<PersonsPlace[]>(
      `SELECT id, event_id AS "eventId", email_key AS "emailKey" FROM ${table} registration WHERE ${THEIRS} AND NOT (${anothers(table)}) ORDER BY event_id, id`,
      [userId, verifiedKey],
    );
  }

  async debateClubOf(tx: Transaction, userId: string, verifiedKey: string | null): Promise<string[]> {
    const rows = await tx.manager.query<{ id: string }[]>(`SELECT id FROM debate_club_registrations WHERE ${THEIRS}`, [
      userId,
      verifiedKey,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Takes what was published of these registrations and perhaps not handled yet out of the outbox. */
  async eraseFromOutbox(tx: Transaction, registrationIds: readonly string[]): Promise<void> {
    await tx.manager.query(`DELETE FROM outbox WHERE payload->>'registrationId' = ANY($1::text[])`, [registrationIds]);
  }

  /** Gives places back that are still ahead. */
  async removePlaces(tx: Transaction, table: PlaceTable, ids: readonly string[]): Promise<void> {
    await tx.manager.query(`DELETE FROM ${table} WHERE id = ANY($1)`, [ids]);
  }

  /** Leaves what counts, and the numbers of payments. */
  async stripPlaces(tx: Transaction, table: PlaceTable, ids: readonly string[]): Promise<void> {
    const own =
      table === 'bootcamp_registrations'
        ? 'goals = NULL, referral_source = NULL'
        : 'waiver_accepted_at = NULL, correction_key = NULL';
    await tx.manager.query(
      `UPDATE ${table} SET ${NOBODY}, ${NOBODYS_KEY}, user_id = NULL, phone = NULL, special_requests = NULL, promo_code = NULL, pay_key = gen_random_uuid(), network_key = NULL, ${own}
       WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** Hides debate club registrations, empties them and the memberships that they came with, and forgets the account. */
  async eraseMemberships(tx: Transaction, userId: string, verifiedKey: string | null, at: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE debate_club_registrations SET ${NOBODY}, ${NOBODYS_KEY}, user_id = NULL, phone = NULL, goals = NULL, referral_source = NULL,
         referral_code = NULL, hidden_at = COALESCE(hidden_at, $3)
       WHERE ${THEIRS}`,
      [userId, verifiedKey, at],
    );
    // The row stays with its version, so that what was told earlier does not bring the names back.
    await tx.manager.query(
      `UPDATE memberships SET ${NOBODY}, referral_code = NULL, email_key = 'erased:' || subscription_id WHERE ${THEIRS}`,
      [userId, verifiedKey],
    );
    await tx.manager.query('DELETE FROM accounts WHERE user_id = $1', [userId]);
  }

  /** Forgets what named requests were answered about these registrations. */
  async forgetAnswers(tx: Transaction, registrationIds: readonly string[]): Promise<void> {
    await tx.manager.query(`DELETE FROM idempotent_requests WHERE result->>'registrationId' = ANY($1)`, [
      registrationIds,
    ]);
  }
}
