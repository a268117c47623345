import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a member chose their division. Nobody is in `professional` without a choice; of those in `development` it cannot
 * be told any more who chose that, so they are asked once.
 */
export class AskForDivision1763600220000 implements MigrationInterface {
  readonly name = 'AskForDivision1763600220000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE users ADD has_chosen_division boolean NOT NULL DEFAULT false;
      UPDATE users SET has_chosen_division = true WHERE division <> 'development';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP has_chosen_division;');
  }
}
