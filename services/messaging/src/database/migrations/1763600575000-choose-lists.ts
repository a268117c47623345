import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ChooseLists1763600575000 implements MigrationInterface {
  readonly name = 'ChooseLists1763600575000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE list_opt_outs (
        email_key text NOT NULL,
        list text NOT NULL,
        since timestamptz NOT NULL,
        CONSTRAINT list_opt_outs_list_known CHECK (list IN ('debate_club', 'tournament', 'newsletter')),
        PRIMARY KEY (email_key, list)
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE list_opt_outs');
  }
}
