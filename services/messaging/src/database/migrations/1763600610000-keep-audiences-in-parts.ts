import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An audience is fixed in parts of some hundreds, of which each gets its rows of the ledger when its turn comes. A hundred thousand
 * rows with three indexes took longer than an administrator likes to wait, and each was written again when its letter was claimed.
 *
 * The counts name who stands in a part as `pending`, as they do for the ledger. A worker of an earlier version knows nothing of parts and
 * would take a campaign for sent while somebody waits in one: that is refused, and a worker of this version goes on with it.
 */
export class KeepAudiencesInParts1763600610000 implements MigrationInterface {
  readonly name = 'KeepAudiencesInParts1763600610000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE audience_parts (
        campaign_id uuid NOT NULL,
        first_key text NOT NULL,
        last_key text NOT NULL,
        ids_begin text NOT NULL,
        first_number integer NOT NULL,
        email_keys text[] NOT NULL,
        emails text[] NOT NULL,
        names text[] NOT NULL,
        lists text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT audience_parts_whole CHECK (cardinality(email_keys) > 0 AND cardinality(emails) = cardinality(email_keys)
          AND cardinality(names) = cardinality(email_keys) AND cardinality(lists) = cardinality(email_keys)),
        CONSTRAINT audience_parts_campaign_fk FOREIGN KEY (campaign_id) REFERENCES email_campaigns (id) ON DELETE CASCADE,
        PRIMARY KEY (campaign_id, first_key)
      );

      CREATE FUNCTION count_audience_parts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO campaign_counts (campaign_id, what, difference)
          SELECT campaign_id, 'pending', sum(cardinality(email_keys)) FROM changed GROUP BY campaign_id;
        ELSE
          INSERT INTO campaign_counts (campaign_id, what, difference)
          SELECT campaign_id, 'pending', -sum(cardinality(email_keys)) FROM changed GROUP BY campaign_id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_added AFTER INSERT ON audience_parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audience_parts();
      CREATE TRIGGER count_taken AFTER DELETE ON audience_parts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audience_parts();
      CREATE FUNCTION refuse_changed_part() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE restrict_violation USING MESSAGE = 'A part of an audience never changes', TABLE = 'audience_parts', CONSTRAINT = 'audience_parts_stay';
      END $$;
      CREATE TRIGGER part_stays BEFORE UPDATE ON audience_parts FOR EACH ROW EXECUTE FUNCTION refuse_changed_part();

      CREATE FUNCTION refuse_end_before_audience() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM audience_parts WHERE campaign_id = NEW.id) THEN
          RAISE restrict_violation USING MESSAGE = 'Somebody of the audience still waits', TABLE = 'email_campaigns', CONSTRAINT = 'email_campaigns_end_after_audience';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER end_after_audience BEFORE UPDATE OF status ON email_campaigns FOR EACH ROW
        WHEN (NEW.status IN ('sent', 'cancelled')) EXECUTE FUNCTION refuse_end_before_audience();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      WITH taken AS (DELETE FROM audience_parts RETURNING *)
      INSERT INTO email_recipients (id, campaign_id, email, email_key, name, list, created_at)
      SELECT (taken.ids_begin || lpad(to_hex(taken.first_number + member.place - 1), 8, '0'))::uuid, taken.campaign_id, member.email, member.email_key, member.name, member.list, taken.created_at
      FROM taken CROSS JOIN LATERAL unnest(taken.email_keys, taken.emails, taken.names, taken.lists) WITH ORDINALITY AS member (email_key, email, name, list, place);
      DROP TRIGGER end_after_audience ON email_campaigns; DROP FUNCTION refuse_end_before_audience;
      DROP TABLE audience_parts;
      DROP FUNCTION refuse_changed_part;
      DROP FUNCTION count_audience_parts;
    `);
  }
}
