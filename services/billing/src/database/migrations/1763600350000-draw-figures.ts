import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators look at memberships and revenue month by month; the indexes hold all that is counted. */
export class DrawFigures1763600350000 implements MigrationInterface {
  readonly name = 'DrawFigures1763600350000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX subscriptions_running ON subscriptions (started_at) WHERE ended_at IS NULL AND status IN ('active', 'past_due', 'paused');
      CREATE INDEX subscriptions_begun ON subscriptions (started_at) WHERE ended_at IS NOT NULL OR status IN ('active', 'past_due', 'paused');
      CREATE INDEX subscriptions_ended ON subscriptions (ended_at) WHERE ended_at IS NOT NULL;
      CREATE INDEX payments_charged ON payments (paid_at) INCLUDE (amount, amount_refunded) WHERE status IN ('succeeded', 'refunded');
      CREATE INDEX purchases_charged ON purchases (paid_at) INCLUDE (product, amount_paid, amount_refunded) WHERE status IN ('paid', 'refunded');
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP INDEX subscriptions_running, subscriptions_begun, subscriptions_ended, payments_charged, purchases_charged',
    );
  }
}
