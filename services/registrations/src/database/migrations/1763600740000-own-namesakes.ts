import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['tournament_registrations', 'bootcamp_registrations'];

/** As names are compared from now on: without accents, apostrophes and hyphens. */
const nameKey = (table: string): string => {
  const name = String.raw`regexp_replace(${table}.first_name || ' ' || ${table}.last_name, '[''\u0060\u00b4\u02b9-\u02bc\u2018-\u201b\u2032\uff07]', '', 'g')`;
  return String.raw`btrim(lower(regexp_replace(regexp_replace(normalize(${name}, NFKD), '[\u0300-\u036f]', '', 'g'), '[\s\u2010-\u2015\u2212-]+', ' ', 'g')))`;
};

/** Ends the note that a registration is in another name than its account's where the two differ in no more than accents, apostrophes and hyphens. */
export class OwnNamesakes1763600740000 implements MigrationInterface {
  readonly name = 'OwnNamesakes1763600740000';

  static readonly whileServing = {
    'changes rows of tournament_registrations and holds them to its end': 'the few of that kind, in one statement',
    'changes rows of bootcamp_registrations and holds them to its end': 'the few of that kind, in one statement',
  };

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(
        `UPDATE ${table} SET in_other_name = false FROM accounts
         WHERE accounts.user_id = ${table}.user_id AND ${table}.in_other_name AND ${nameKey(table)} = ${nameKey('accounts')}`,
      );
  }

  async down(): Promise<void> {
    // The revision before notes it again with the account's next change.
  }
}
