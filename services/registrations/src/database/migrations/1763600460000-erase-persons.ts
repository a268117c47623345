import { CREATE_ERASED_ACCOUNTS } from '@lectern/service-kit/person/erased-account.entity';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which accounts are gone. */
export class ErasePersons1763600460000 implements MigrationInterface {
  readonly name = 'ErasePersons1763600460000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CREATE_ERASED_ACCOUNTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE erased_accounts;');
  }
}
