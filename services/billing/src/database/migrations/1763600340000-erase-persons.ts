import { CREATE_ERASED_ACCOUNTS } from '@lectern/service-kit/person/erased-account.entity';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which accounts, and which customers of theirs, are gone. */
export class ErasePersons1763600340000 implements MigrationInterface {
  readonly name = 'ErasePersons1763600340000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`${CREATE_ERASED_ACCOUNTS} ALTER TABLE customers ADD COLUMN erased_at timestamptz;`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers DROP COLUMN erased_at; DROP TABLE erased_accounts;');
  }
}
