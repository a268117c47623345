import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DuplicateReason, PersonAccount } from '@lectern/contracts/identity/listed-person';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { nameKey } from '@lectern/service-kit/person/name-key';

/** So many people may share a full name that it alone suggests a duplicate. */
const NAMESAKES_MAX = 5;
/** How many people are suggested for a person for one reason. */
const SUGGESTED_MAX = 10;
/** How many rows with a key in common are judged again when one of them changes. */
const REFRESHED_MAX = 50;

const localOf = (emailKey: string): string => `replace(split_part(split_part(${emailKey}, '@', 1), '+', 1), '.', '')`;

/** The columns by which duplicates are found, each with its SQL over the row that `ListedPersonRepository.remake` makes. */
export const TWIN_KEYS = {
  mailbox_key: `${localOf('email_key')} || '@' || split_part(email_key, '@', 2)`,
  local_key: localOf('email_key'),
  // One word is the name of too many.
  name_key: `(SELECT CASE WHEN compared LIKE '% %' THEN compared END FROM (SELECT ${nameKey('COALESCE(name, email)', `''`)} AS compared) AS folded WHERE name IS NOT NULL)`,
} as const;

const isNotDistinct = (one: string, other: string): string => `NOT EXISTS (
  SELECT 1 FROM distinct_people WHERE one_key = LEAST(${one}.person_key, ${other}.person_key) AND other_key = GREATEST(${one}.person_key, ${other}.person_key))`;

/** The rows that may be the person of `person`, each with the reasons. Every part reads a few rows of an index. */
const TWINS = `SELECT other.id, array_agg(DISTINCT found.reason) AS reasons FROM (
    (SELECT id, 'mailbox' AS reason FROM listed_people WHERE mailbox_key = person.mailbox_key AND id <> person.id LIMIT ${SUGGESTED_MAX})
    UNION ALL (SELECT id, 'name_and_local_part' FROM listed_people WHERE name_key = person.name_key AND local_key = person.local_key AND id <> person.id LIMIT ${SUGGESTED_MAX})
    UNION ALL SELECT id, 'name' FROM (
      SELECT id, count(*) OVER () AS namesakes FROM (SELECT id FROM listed_people WHERE name_key = person.name_key LIMIT ${NAMESAKES_MAX + 1}) AS few
    ) AS counted WHERE namesakes <= ${NAMESAKES_MAX} AND id <> person.id
  ) AS found JOIN listed_people other ON other.id = found.id WHERE ${isNotDistinct('person', 'other')} GROUP BY other.id`;

export interface Twin {
  readonly email: string;
  readonly name: string | null;
  readonly account: PersonAccount;
  readonly reasons: DuplicateReason[];
}

/** The keys of rows before they are made again. */
export type TwinKeys = readonly {
  readonly mailboxKey: string;
  readonly localKey: string;
  readonly nameKey: string | null;
}[];

/** Finds listed people who may be the same person, and the pairs that staff keep apart. */
@Injectable()
export class TwinRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Those who may be the person of a mailbox, without those that staff keep apart. */
  async of(emailKey: string): Promise<Twin[]> {
    return this.dataSource.query<Twin[]>(
      `SELECT other.email, other.name, other.account, twin.reasons
       FROM listed_people person CROSS JOIN LATERAL (${TWINS}) AS twin JOIN listed_people other ON other.id = twin.id
       WHERE person.email_key = $1 ORDER BY other.account = 'none', other.joined_at, other.id`,
      [emailKey],
    );
  }

  /** Those that staff keep apart from the person of a mailbox. */
  async distinctFrom(emailKey: string): Promise<Omit<Twin, 'reasons'>[]> {
    return this.dataSource.query<Omit<Twin, 'reasons'>[]>(
      `SELECT other.email, other.name, other.account FROM listed_people person
       JOIN LATERAL (
         SELECT other_key AS key FROM distinct_people WHERE one_key = person.person_key
         UNION ALL SELECT one_key FROM distinct_people WHERE other_key = person.person_key
       ) AS said ON true
       -- A person's key is in an index by its address, or is its account's.
       JOIN listed_people other ON other.email_key = COALESCE((SELECT users.email_key FROM users WHERE users.id::text = said.key), said.key)
       WHERE person.email_key = $1 ORDER BY other.joined_at, other.id`,
      [emailKey],
    );
  }

  /** The listed people of mailboxes, by their keys. */
  async personKeys(tx: Transaction, emailKeys: readonly string[]): Promise<Map<string, string>> {
    const rows = await tx.manager.query<{ email_key: string; person_key: string }[]>(
      'SELECT email_key, person_key FROM listed_people WHERE email_key = ANY($1)',
      [emailKeys],
    );
    return new Map(rows.map((row) => [row.email_key, row.person_key]));
  }

  /** Notes whether two people are different; answers whether that was new. Idempotent. */
  async say(tx: Transaction, [one, other]: readonly [string, string], isDistinct: boolean, at: Date): Promise<boolean> {
    if (isDistinct) {
      const added = await tx.manager.query<unknown[]>(
        `INSERT INTO distinct_people (one_key, other_key, said_at) VALUES (LEAST($1, $2), GREATEST($1, $2), $3)
         ON CONFLICT DO NOTHING RETURNING one_key`,
        [one, other, at],
      );
      return added.length > 0;
    }
    const [removed] = await tx.manager.query<[unknown[], number]>(
      'DELETE FROM distinct_people WHERE one_key = LEAST($1, $2) AND other_key = GREATEST($1, $2) RETURNING one_key',
      [one, other],
    );
    return removed.length > 0;
  }

  /** Forgets what staff said about a person who is erased. */
  async forget(tx: Transaction, personKeys: readonly string[]): Promise<void> {
    await tx.manager.query('DELETE FROM distinct_people WHERE one_key = ANY($1) OR other_key = ANY($1)', [personKeys]);
  }

  /** What {@link refresh} has to know of rows before they are made again. */
  async keysOf(tx: Transaction, emailKeys: readonly string[]): Promise<TwinKeys> {
    return tx.manager.query<TwinKeys[number][]>(
      `SELECT mailbox_key AS "mailboxKey", local_key AS "localKey", name_key AS "nameKey" FROM listed_people WHERE email_key = ANY($1)`,
      [emailKeys],
    );
  }

  /**
   * Notes which of these rows, and of those that had or have a key in common with them, may be the same person as another. Of a key that
   * too many have, some others keep their note. Idempotent.
   */
  async refresh(tx: Transaction, emailKeys: readonly string[], before: TwinKeys): Promise<void> {
    await tx.manager.query(
      `WITH keys AS (
         SELECT DISTINCT "mailboxKey" AS mailbox_key, "localKey" AS local_key, "nameKey" AS name_key
         FROM jsonb_to_recordset($2) AS keys ("mailboxKey" text, "localKey" text, "nameKey" text)
       ), touched AS (
         SELECT id FROM listed_people WHERE email_key = ANY($1)
         UNION SELECT shared.id FROM keys CROSS JOIN LATERAL (
           SELECT id FROM listed_people WHERE mailbox_key = keys.mailbox_key LIMIT ${REFRESHED_MAX}) AS shared
         UNION SELECT shared.id FROM keys CROSS JOIN LATERAL (
           SELECT id FROM listed_people WHERE name_key = keys.name_key AND local_key = keys.local_key LIMIT ${REFRESHED_MAX}) AS shared
         UNION SELECT shared.id FROM (SELECT DISTINCT name_key FROM keys) AS named CROSS JOIN LATERAL (
           SELECT id, count(*) OVER () AS namesakes FROM (
             SELECT id FROM listed_people WHERE name_key = named.name_key LIMIT ${NAMESAKES_MAX + 2}) AS few) AS shared
           WHERE shared.namesakes <= ${NAMESAKES_MAX + 1}
       ), judged AS (
         SELECT person.id, EXISTS (${TWINS}) AS has_twin FROM listed_people person WHERE person.id IN (SELECT id FROM touched)
       )
       UPDATE listed_people SET has_twin = judged.has_twin FROM judged WHERE judged.id = listed_people.id AND judged.has_twin <> listed_people.has_twin`,
      [emailKeys, JSON.stringify([...before, ...(await this.keysOf(tx, emailKeys))])],
    );
  }
}
