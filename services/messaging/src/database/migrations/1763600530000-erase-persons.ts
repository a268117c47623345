import { CREATE_ERASED_ACCOUNTS } from '@lectern/service-kit/person/erased-account.entity';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which accounts are gone, which account a letter is about, and which letters are emptied once they were sent. */
export class ErasePersons1763600530000 implements MigrationInterface {
  readonly name = 'ErasePersons1763600530000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${CREATE_ERASED_ACCOUNTS}
      ALTER TABLE letters ADD COLUMN user_id uuid, ADD COLUMN erase_when_settled boolean NOT NULL DEFAULT false;
      CREATE INDEX letters_user ON letters (user_id) WHERE user_id IS NOT NULL;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX letters_user;
      ALTER TABLE letters DROP COLUMN user_id, DROP COLUMN erase_when_settled;
      DROP TABLE erased_accounts;
    `);
  }
}
