import type { MigrationInterface, QueryRunner } from 'typeorm';

const NO_LONGER = 'the release before keeps to one by its own locks, and reads one where there are several';
const SMALL = 'as many rows as people who ever opened a checkout: built in a fraction of a second';

/**
 * An account may have several customers of the provider, and an address says nothing about whose a customer is. Guests' checkouts have a
 * customer once they are paid.
 */
export class OwnCustomersByAccount1763600370000 implements MigrationInterface {
  readonly name = 'OwnCustomersByAccount1763600370000';

  static readonly whileServing = {
    'no longer keeps unique: customers (user_id where (user_id IS NOT NULL))': NO_LONGER,
    'no longer keeps unique: customers (email_key)': NO_LONGER,
    [`no longer keeps unique: checkouts (email_key where (status = ANY (ARRAY['opening'::text, 'open'::text])))`]:
      NO_LONGER,
    'builds customers_user_accounts while nobody may write to customers': SMALL,
    'builds customers_email while nobody may write to customers': SMALL,
    'builds customers_sync_due while nobody may write to customers': SMALL,
    'builds customers_unclaimed while nobody may write to customers': SMALL,
    'builds checkouts_one_open_of_customer while nobody may write to checkouts': SMALL,
    'builds checkouts_one_open_of_guest while nobody may write to checkouts': SMALL,
  };

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE accounts (
        user_id uuid NOT NULL,
        email text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        deactivated_at timestamptz,
        version integer NOT NULL,
        CONSTRAINT accounts_pkey PRIMARY KEY (user_id)
      );
      ALTER TABLE customers ADD COLUMN lost_at timestamptz, ADD COLUMN sync_due_at timestamptz;
      CREATE INDEX customers_user_accounts ON customers (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX customers_email ON customers (email_key);
      CREATE INDEX customers_sync_due ON customers (sync_due_at) WHERE sync_due_at IS NOT NULL;
      CREATE INDEX customers_unclaimed ON customers (id) WHERE user_id IS NULL AND erased_at IS NULL;
      DROP INDEX customers_user;
      DROP INDEX customers_email_key;
      ALTER TABLE checkouts ADD COLUMN email text, ADD COLUMN attempt_hash text;
      CREATE UNIQUE INDEX checkouts_one_open_of_customer ON checkouts (customer_id) WHERE status IN ('opening', 'open');
      CREATE UNIQUE INDEX checkouts_one_open_of_guest ON checkouts (attempt_hash) WHERE status IN ('opening', 'open');
      DROP INDEX checkouts_one_open;
      ALTER TABLE purchases ALTER COLUMN customer_id DROP NOT NULL, ADD COLUMN guest_email text;
      ALTER TABLE subscriptions ADD COLUMN is_staff_made boolean NOT NULL DEFAULT false;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE subscriptions DROP COLUMN is_staff_made;
      DELETE FROM purchases WHERE customer_id IS NULL;
      ALTER TABLE purchases DROP COLUMN guest_email, ALTER COLUMN customer_id SET NOT NULL;
      DROP INDEX checkouts_one_open_of_customer, checkouts_one_open_of_guest;
      CREATE INDEX checkouts_one_open ON checkouts (email_key) WHERE status IN ('opening', 'open');
      CREATE INDEX customers_user ON customers (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX customers_email_key ON customers (email_key);
      ALTER TABLE checkouts DROP COLUMN email, DROP COLUMN attempt_hash;
      DROP INDEX customers_user_accounts, customers_email, customers_sync_due, customers_unclaimed;
      ALTER TABLE customers DROP COLUMN lost_at, DROP COLUMN sync_due_at;
      DROP TABLE accounts;
    `);
  }
}
