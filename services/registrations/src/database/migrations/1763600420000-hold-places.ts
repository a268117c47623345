import type { MigrationInterface, QueryRunner } from 'typeorm';

export class HoldPlaces1763600420000 implements MigrationInterface {
  readonly name = 'HoldPlaces1763600420000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE bootcamp_registrations
        ADD COLUMN place text NOT NULL DEFAULT 'held',
        ADD COLUMN held_until timestamptz,
        ADD COLUMN offered_until timestamptz,
        ADD COLUMN pay_key uuid NOT NULL DEFAULT gen_random_uuid();
      UPDATE bootcamp_registrations SET
        waitlisted_at = CASE WHEN payment_status = 'pending' THEN waitlisted_at END,
        place = CASE
          WHEN payment_status = 'paid' THEN 'taken'
          WHEN payment_status <> 'pending' THEN 'released'
          WHEN waitlisted_at IS NOT NULL THEN 'waiting'
          ELSE 'held'
        END;
      ALTER TABLE bootcamp_registrations
        ADD CONSTRAINT bootcamp_registrations_place_known CHECK (place IN ('held', 'waiting', 'offered', 'taken', 'released')),
        ADD CONSTRAINT bootcamp_registrations_waiting_dated CHECK ((place = 'waiting') = (waitlisted_at IS NOT NULL)),
        ADD CONSTRAINT bootcamp_registrations_offer_dated CHECK (place <> 'offered' OR offered_until IS NOT NULL);
      DROP INDEX bootcamp_registrations_event;
      CREATE INDEX bootcamp_registrations_place ON bootcamp_registrations (event_id, place);
      CREATE UNIQUE INDEX bootcamp_registrations_once
        ON bootcamp_registrations (event_id, email_key) WHERE payment_status <> 'refunded';

      ALTER TABLE tournament_registrations
        ADD COLUMN bootcamp_registration_id uuid,
        ADD COLUMN pay_key uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD CONSTRAINT tournament_registrations_bootcamp_fk
          FOREIGN KEY (bootcamp_registration_id) REFERENCES bootcamp_registrations (id) ON DELETE SET NULL;
      CREATE UNIQUE INDEX tournament_registrations_bootcamp ON tournament_registrations (bootcamp_registration_id);
      DROP INDEX tournament_registrations_once;
      CREATE UNIQUE INDEX tournament_registrations_once
        ON tournament_registrations (event_id, email_key) WHERE payment_status <> 'refunded';

      CREATE TABLE purchases (
        purchase_id uuid PRIMARY KEY,
        product text NOT NULL,
        reference uuid NOT NULL,
        status text NOT NULL,
        amount_paid integer NOT NULL,
        session_id text NOT NULL,
        payment_intent_id text,
        version integer NOT NULL,
        CONSTRAINT purchases_status_known CHECK (status IN ('open', 'paid', 'refunded', 'expired'))
      );
      CREATE INDEX purchases_reference ON purchases (reference);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE purchases;
      DROP INDEX tournament_registrations_once;
      CREATE UNIQUE INDEX tournament_registrations_once ON tournament_registrations (event_id, email_key);
      DROP INDEX tournament_registrations_bootcamp;
      ALTER TABLE tournament_registrations
        DROP CONSTRAINT tournament_registrations_bootcamp_fk, DROP COLUMN pay_key, DROP COLUMN bootcamp_registration_id;
      DROP INDEX bootcamp_registrations_once; DROP INDEX bootcamp_registrations_place;
      CREATE INDEX bootcamp_registrations_event ON bootcamp_registrations (event_id);
      ALTER TABLE bootcamp_registrations
        DROP CONSTRAINT bootcamp_registrations_place_known, DROP CONSTRAINT bootcamp_registrations_waiting_dated,
        DROP CONSTRAINT bootcamp_registrations_offer_dated,
        DROP COLUMN pay_key, DROP COLUMN offered_until, DROP COLUMN held_until, DROP COLUMN place;
    `);
  }
}
