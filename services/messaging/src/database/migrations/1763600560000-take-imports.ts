import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_LIST_IMPORTS } from '@lectern/service-kit/list-import/list-import-row.entity';

export class TakeImports1763600560000 implements MigrationInterface {
  readonly name = 'TakeImports1763600560000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CREATE_LIST_IMPORTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE list_import_rows; DROP TABLE list_imports;');
  }
}
