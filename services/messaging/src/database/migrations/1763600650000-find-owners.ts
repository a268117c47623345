import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['contacts', 'contact_messages', 'starter_kit_requests', 'email_recipients'];

/** Finds what an account left at a former address. */
export class FindOwners1763600650000 implements MigrationInterface {
  readonly name = 'FindOwners1763600650000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      // An index whose building was cut off is there, and invalid.
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_user`);
      await queryRunner.query(
        `CREATE INDEX CONCURRENTLY ${table}_user ON ${table} (user_id) WHERE user_id IS NOT NULL`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`DROP INDEX ${table}_user`);
  }
}
