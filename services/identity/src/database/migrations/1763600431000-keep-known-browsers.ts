import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A browser that signed in stays known when sessions end, until the next new password. */
export class KeepKnownBrowsers1763600431000 implements MigrationInterface {
  readonly name = 'KeepKnownBrowsers1763600431000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN devices_since integer');
    await queryRunner.query('ALTER TABLE admins ADD COLUMN devices_since integer');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN devices_since');
    await queryRunner.query('ALTER TABLE admins DROP COLUMN devices_since');
  }
}
