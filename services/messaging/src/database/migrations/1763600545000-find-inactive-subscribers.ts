import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Few are inactive, and often long ago: without an index of their own, a page of them walks past everybody else. */
export class FindInactiveSubscribers1763600545000 implements MigrationInterface {
  readonly name = 'FindInactiveSubscribers1763600545000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX newsletter_subscribers_inactive ON newsletter_subscribers (subscribed_at, id) WHERE NOT is_active',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX newsletter_subscribers_inactive');
  }
}
