import type { MigrationInterface, QueryRunner } from 'typeorm';

const DEACTIVATED = 'SELECT user_id FROM accounts WHERE deactivated_at IS NOT NULL';

/** Accounts that were deactivated before: their registrations are cancelled while they are. */
export class LeaveDeactivatedOut1763600650000 implements MigrationInterface {
  readonly name = 'LeaveDeactivatedOut1763600650000';

  static readonly whileServing = {
    'changes rows of debate_club_registrations and holds them to its end':
      'the few rows of deactivated accounts, in one statement',
  };

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE debate_club_registrations registration SET status = 'cancelled',
        suspended_status = CASE WHEN NOT EXISTS (SELECT 1 FROM memberships WHERE memberships.subscription_id = registration.stripe_subscription_id) THEN status END
      WHERE status <> 'cancelled' AND user_id IN (${DEACTIVATED})`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE debate_club_registrations SET status = CASE
          WHEN memberships.status = 'past_due' THEN CASE WHEN access THEN 'active' ELSE 'paused' END ELSE memberships.status END
      FROM memberships WHERE memberships.subscription_id = stripe_subscription_id AND memberships.user_id IN (${DEACTIVATED})`);
  }
}
