import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where an administrator's action came from is shortened after ninety days. */
export class ShortenOrigins1763600280000 implements MigrationInterface {
  readonly name = 'ShortenOrigins1763600280000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE admin_actions ADD COLUMN is_origin_shortened boolean NOT NULL DEFAULT false;
      CREATE INDEX admin_actions_whole_origin ON admin_actions (created_at) WHERE NOT is_origin_shortened;
    `);
  }

  /** What was shortened stays so. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE admin_actions DROP COLUMN is_origin_shortened');
  }
}
