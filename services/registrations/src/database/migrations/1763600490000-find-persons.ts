import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators read everything of a person at once, and persons download it: none of it by reading whole tables. */
export class FindPersons1763600490000 implements MigrationInterface {
  readonly name = 'FindPersons1763600490000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX bootcamp_registrations_user ON bootcamp_registrations (user_id);
      CREATE INDEX office_hours_requests_of ON office_hours_requests (user_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX bootcamp_registrations_user, office_hours_requests_of');
  }
}
