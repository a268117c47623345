import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_IDEMPOTENT_REQUESTS } from '@lectern/service-kit/idempotency/idempotent-request.entity';

export class KeepOptOuts1763600510000 implements MigrationInterface {
  readonly name = 'KeepOptOuts1763600510000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE newsletter_subscribers ADD COLUMN unsubscribed_at timestamptz;
      UPDATE newsletter_subscribers SET unsubscribed_at = now() WHERE NOT is_active;
      ALTER TABLE newsletter_subscribers
        ADD CONSTRAINT newsletter_subscribers_active_undated CHECK (NOT is_active OR unsubscribed_at IS NULL);

      CREATE TABLE suppressed_addresses (
        email_key text NOT NULL,
        reason text NOT NULL,
        since timestamptz NOT NULL,
        CONSTRAINT suppressed_addresses_reason_known CHECK (reason IN ('unsubscribed', 'bounced', 'complained')),
        PRIMARY KEY (email_key, reason)
      );
      INSERT INTO suppressed_addresses (email_key, reason, since)
      SELECT email_key, 'unsubscribed', now() FROM newsletter_subscribers WHERE NOT is_active;

      CREATE TABLE starter_kit_requests (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL,
        email_key text NOT NULL,
        has_letter boolean NOT NULL,
        requested_at timestamptz NOT NULL
      );
      CREATE INDEX starter_kit_requests_person ON starter_kit_requests (email_key, requested_at);
      ${CREATE_IDEMPOTENT_REQUESTS}
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE idempotent_requests; DROP TABLE starter_kit_requests; DROP TABLE suppressed_addresses;
      ALTER TABLE newsletter_subscribers DROP CONSTRAINT newsletter_subscribers_active_undated, DROP COLUMN unsubscribed_at;
    `);
  }
}
