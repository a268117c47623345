import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type KnownRegistration, type KnownWorkshop, REGISTRATIONS_MAX } from '@lectern/contracts/person-timeline';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { erasureOf } from '@lectern/service-kit/person/person-tables';
import { nameKey } from '@lectern/service-kit/person/name-key';
import type { DebateClubRegistration } from '../debate-club-registration/debate-club-registration.entity.ts';
import { hasSubscription } from '../debate-club-registration/debate-club-registration.repository.ts';
import { PERSONAL_DATA } from './personal-data.ts';

/** A registration of a person for an event. */
export interface PersonsPlace {
  readonly id: string;
  readonly eventId: string;
  readonly emailKey: string;
}

/** The account's rows, and those without an account that have its verified email ($2, null without one). */
const THEIRS = '(user_id = $1 OR user_id IS NULL AND email_key = $2)';

/** Tables with a row for each registration of a person for an event. */
type PlaceTable = 'bootcamp_registrations' | 'tournament_registrations';
/** As {@link PlaceTable}, with those that only accounts have. */
export type RegistrationTable = PlaceTable | 'workshop_registrations';

/**
 * Rows that count as paid only because a membership, or a seat that ends with the account, includes them: in any name, they end
 * with that.
 */
const INCLUDED: Readonly<Record<PlaceTable, string>> = {
  bootcamp_registrations: 'false',
  tournament_registrations: `(registration.free_subscription_id IS NOT NULL OR EXISTS (
    SELECT 1 FROM bootcamp_registrations seat WHERE seat.id = registration.bootcamp_registration_id AND seat.user_id = $1))`,
};

/**
 * Paid rows in another name than the account's: they are another person's of the same mailbox. A repeated deletion finds no
 * account any more, and recognizes the rows that it kept by their note.
 */
const isOfOtherPerson = (
  table: PlaceTable,
): string => `payment_status = 'paid' AND NOT ${INCLUDED[table]} AND (in_other_name OR user_id IS NULL AND EXISTS (
  SELECT 1 FROM accounts WHERE accounts.user_id = $1
    AND ${nameKey('accounts.first_name', 'accounts.last_name')} <> ${nameKey('registration.first_name', 'registration.last_name')}))`;

type Registered = Pick<DebateClubRegistration, 'id' | 'email'>;

/** Lists of people. */
const LISTS = ['debate_club_registrations', 'tournament_registrations', 'bootcamp_registrations'] as const;

/** A row of {@link PersonRepository.registrationsOf}. */
interface FoundRegistration extends Pick<KnownRegistration, 'id' | 'list' | 'email' | 'phone' | 'division' | 'status'> {
  readonly title: string | null;
  readonly begins: Date | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_of_membership: boolean;
  readonly is_of_account: boolean;
  readonly registered_at: Date;
}

/** A row of {@link PersonRepository.workshopSignUpsOf}. */
interface FoundWorkshop {
  readonly id: string;
  readonly event_id: string;
  readonly title: string;
  readonly begins: Date;
  readonly first_name: string;
  readonly last_name: string;
  readonly seat: KnownWorkshop['status'];
  readonly registered_at: Date;
}

/** Reads and erases a person's rows. Callers that erase hold the locks of the person and of their emails. */
@Injectable()
export class PersonRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The name of an email's latest registration; null where it never gave one. */
  async lastNameGiven(emailKey: string): Promise<string | null> {
    const [last] = await this.dataSource.query<{ name: string }[]>(
      `SELECT name FROM (${LISTS.map((table) => `SELECT btrim(first_name || ' ' || last_name) AS name, registered_at FROM ${table} WHERE email_key = $1`).join(' UNION ALL ')}) given
       WHERE name <> '' ORDER BY registered_at DESC LIMIT 1`,
      [emailKey],
    );
    return last?.name ?? null;
  }

  /**
   * The registrations of an account and those of an email address, newest first: at most {@link REGISTRATIONS_MAX}. Without deleted
   * ones.
   */
  async registrationsOf(emailKey: string, userId: string | null): Promise<KnownRegistration[]> {
    const rows = await this.dataSource.query<FoundRegistration[]>(
      `SELECT * FROM (
         SELECT id, 'debate_club' AS list, NULL AS title, NULL::timestamptz AS begins, email, first_name, last_name, phone, division, status,
           ${hasSubscription('registration')} AS is_of_membership, user_id IS NOT NULL AS is_of_account, registered_at
         FROM debate_club_registrations registration WHERE (user_id = $1 OR email_key = $2) AND hidden_at IS NULL
         UNION ALL SELECT registration.id, 'tournament', events.title, events.datetime, email, first_name, last_name, phone, registration.division,
           CASE WHEN withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN payment_status = 'refunded' THEN 'refunded' WHEN waitlisted_at IS NOT NULL THEN 'waiting' WHEN payment_status = 'paid' THEN 'paid'
             WHEN released_at IS NOT NULL THEN 'released' ELSE 'unpaid' END,
           false, user_id IS NOT NULL, registered_at
         FROM tournament_registrations registration JOIN events ON events.id = event_id WHERE user_id = $1 OR email_key = $2
         UNION ALL SELECT registration.id, 'bootcamp', events.title, events.datetime, email, first_name, last_name, phone, NULL,
           CASE WHEN payment_status = 'refunded' THEN 'refunded' WHEN seat = 'taken' THEN 'paid' ELSE seat END, false, user_id IS NOT NULL, registered_at
         FROM bootcamp_registrations registration JOIN events ON events.id = event_id WHERE (user_id = $1 OR email_key = $2) AND hidden_at IS NULL
       ) registered ORDER BY registered_at DESC, id DESC LIMIT ${REGISTRATIONS_MAX}`,
      [userId, emailKey],
    );
    return rows.map((row) => ({
      id: row.id,
      list: row.list,
      event: row.title === null ? null : { title: row.title, begins: row.begins!.toISOString() },
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      phone: row.phone,
      division: row.division,
      status: row.status,
      isOfMembership: row.is_of_membership,
      isOfAccount: row.is_of_account,
      registeredAt: row.registered_at.toISOString(),
    }));
  }

  /** An account's sign-ups for workshops, newest first: at most {@link REGISTRATIONS_MAX}. Without deleted ones. */
  async workshopSignUpsOf(userId: string): Promise<KnownWorkshop[]> {
    const rows = await this.dataSource.query<FoundWorkshop[]>(
      `SELECT registration.id, event_id, events.title, events.datetime AS begins, first_name, last_name, seat, registered_at
       FROM workshop_registrations registration JOIN events ON events.id = event_id WHERE user_id = $1 AND seat <> 'removed'
       ORDER BY registered_at DESC, registration.id DESC LIMIT ${REGISTRATIONS_MAX}`,
      [userId],
    );
    return rows.map((row) => ({
      id: row.id,
      event: { id: row.event_id, title: row.title, begins: row.begins.toISOString() },
      firstName: row.first_name,
      lastName: row.last_name,
      status: row.seat,
      registeredAt: row.registered_at.toISOString(),
    }));
  }

  /** The email keys of an account's rows. */
  async emailKeysOf(tx: Transaction, userId: string): Promise<string[]> {
    const rows = await tx.manager.query<{ email_key: string }[]>(
      `SELECT email_key FROM accounts WHERE user_id = $1 UNION SELECT email_key FROM memberships WHERE user_id = $1
       UNION SELECT email_key FROM debate_club_registrations WHERE user_id = $1 UNION SELECT email_key FROM bootcamp_registrations WHERE user_id = $1
       UNION SELECT email_key FROM tournament_registrations WHERE user_id = $1 UNION SELECT lower(btrim(email)) FROM workshop_registrations WHERE user_id = $1
       UNION SELECT lower(btrim(email)) FROM office_hours_requests WHERE user_id = $1`,
      [userId],
    );
    return rows.map((row) => row.email_key).filter((emailKey) => !emailKey.startsWith('erased:'));
  }

  /** Removes the account from its paid rows, which stay with the mailbox, and answers them. Before {@link placesOf}. */
  async leavePaid(tx: Transaction, table: PlaceTable, userId: string): Promise<Registered[]> {
    const [rows] = await tx.manager.query<[Registered[], number]>(
      `UPDATE ${table} SET user_id = NULL, in_other_name = false WHERE user_id = $1 AND payment_status = 'paid' RETURNING id, email`,
      [userId],
    );
    return rows;
  }

  /**
   * Removes the account from another person's rows, and answers them: seats before the entries that they include. Before {@link
   * placesOf}.
   */
  async leaveAnothers(
    tx: Transaction,
    table: PlaceTable,
    userId: string,
    verifiedKey: string | null,
  ): Promise<Registered[]> {
    const [rows] = await tx.manager.query<[Registered[], number]>(
      `UPDATE ${table} registration SET user_id = NULL, in_other_name = true WHERE ${THEIRS} AND ${isOfOtherPerson(table)} RETURNING id, email`,
      [userId, verifiedKey],
    );
    return rows;
  }

  /** The rows that end with the account; `inEveryName`: also another person's of the mailbox. */
  async placesOf(
    tx: Transaction,
    table: PlaceTable,
    userId: string,
    verifiedKey: string | null,
    inEveryName = false,
  ): Promise<PersonsPlace[]> {
    const ends = inEveryName ? THEIRS : `${THEIRS} AND NOT (${isOfOtherPerson(table)})`;
    return tx.manager.query<PersonsPlace[]>(
      `SELECT id, event_id AS "eventId", email_key AS "emailKey" FROM ${table} registration WHERE ${ends} ORDER BY event_id, id`,
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

  /** Removes published events of these registrations that may not have been handled yet from the outbox. */
  async eraseFromOutbox(tx: Transaction, registrationIds: readonly string[]): Promise<void> {
    await tx.manager.query(`DELETE FROM outbox WHERE payload->>'registrationId' = ANY($1::text[])`, [registrationIds]);
  }

  /** Deletes rows of future places. */
  async removePlaces(tx: Transaction, table: RegistrationTable, ids: readonly string[]): Promise<void> {
    await tx.manager.query(`DELETE FROM ${table} WHERE id = ANY($1)`, [ids]);
  }

  /** Erases the person from rows that stay. */
  async eraseFromRegistrations(tx: Transaction, table: RegistrationTable, ids: readonly string[]): Promise<void> {
    await tx.manager.query(`UPDATE ${table} SET ${erasureOf(PERSONAL_DATA, table)} WHERE id = ANY($1)`, [ids]);
  }

  /** An account's sign-ups for workshops, in the order in which their workshops are locked. */
  async workshopsOf(tx: Transaction, userId: string): Promise<Pick<PersonsPlace, 'id' | 'eventId'>[]> {
    return tx.manager.query<Pick<PersonsPlace, 'id' | 'eventId'>[]>(
      `SELECT id, event_id AS "eventId" FROM workshop_registrations WHERE user_id = $1 ORDER BY event_id, id`,
      [userId],
    );
  }

  /** Hides and empties debate club registrations, empties their memberships, and deletes the account. */
  async eraseMemberships(tx: Transaction, userId: string, verifiedKey: string | null, at: Date): Promise<void> {
    await tx.manager.query(
      `UPDATE debate_club_registrations SET ${erasureOf(PERSONAL_DATA, 'debate_club_registrations')}, hidden_at = COALESCE(hidden_at, $3)
       WHERE ${THEIRS}`,
      [userId, verifiedKey, at],
    );
    // The row stays with its version, so that earlier events do not restore the names.
    await tx.manager.query(`UPDATE memberships SET ${erasureOf(PERSONAL_DATA, 'memberships')} WHERE ${THEIRS}`, [
      userId,
      verifiedKey,
    ]);
    await tx.manager.query('DELETE FROM accounts WHERE user_id = $1', [userId]);
  }

  /** Deletes the stored responses of requests about these registrations. */
  async forgetAnswers(tx: Transaction, registrationIds: readonly string[]): Promise<void> {
    await tx.manager.query(`DELETE FROM idempotent_requests WHERE result->>'registrationId' = ANY($1)`, [
      registrationIds,
    ]);
  }
}
