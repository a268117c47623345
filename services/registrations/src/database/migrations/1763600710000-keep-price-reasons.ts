import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An entry says why it costs what it does. For entries made before: an amount below the tournament's that no seat, membership or promo code
 * explains is taken for the member price. The default stays for the previous revision, which does not write the column.
 */
export class KeepPriceReasons1763600710000 implements MigrationInterface {
  readonly name = 'KeepPriceReasons1763600710000';

  static readonly whileServing = {
    'looks at every row of tournament_registrations for tournament_registrations.tournament_registrations_price_reason_known':
      'a hundred thousand entries take a moment',
    'changes rows of tournament_registrations and holds them to its end':
      'the entries at a reduced price, in one statement at its end',
  };

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE tournament_registrations
        ADD COLUMN price_reason text NOT NULL DEFAULT 'standard',
        ADD CONSTRAINT tournament_registrations_price_reason_known CHECK (price_reason IN ('standard', 'member', 'annual_member', 'bootcamp_entry'))
    `);
    await queryRunner.query(`
      UPDATE tournament_registrations entry SET price_reason = CASE
        WHEN bootcamp_registration_id IS NOT NULL THEN 'bootcamp_entry'
        WHEN free_subscription_id IS NOT NULL OR payment_amount = 0 THEN 'annual_member'
        ELSE 'member' END
      FROM events event
      WHERE event.id = entry.event_id AND entry.user_id IS NOT NULL AND entry.payment_amount < event.price
        AND (bootcamp_registration_id IS NOT NULL OR free_subscription_id IS NOT NULL OR promo_code IS NULL)
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE tournament_registrations DROP CONSTRAINT tournament_registrations_price_reason_known, DROP COLUMN price_reason',
    );
  }
}
