import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['tournament_registrations', 'bootcamp_registrations'];

/** What a guest registered in another name than that of the account which got it with the mailbox is not the account's to move or erase. */
export class NoteOtherNames1763600670000 implements MigrationInterface {
  readonly name = 'NoteOtherNames1763600670000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN in_other_name boolean NOT NULL DEFAULT false`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN in_other_name`);
  }
}
