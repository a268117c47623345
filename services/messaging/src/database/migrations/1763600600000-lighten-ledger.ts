import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A campaign's audience is a hundred thousand rows of one campaign, written at once. A foreign key asks for the campaign once for each
 * row, which takes a quarter of the time; a trigger asks once for the statement, with the same lock and the same error. One index
 * serves the letters of a person and keeps an address in a campaign once; a campaign's own rows are found by their state.
 */
export class LightenLedger1763600600000 implements MigrationInterface {
  readonly name = 'LightenLedger1763600600000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX email_recipients_once, email_recipients_person;
      CREATE UNIQUE INDEX email_recipients_once ON email_recipients (email_key, campaign_id);

      CREATE FUNCTION hold_campaigns_of_recipients() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      DECLARE missing uuid;
      BEGIN
        PERFORM 1 FROM email_campaigns WHERE id IN (SELECT campaign_id FROM after_change GROUP BY campaign_id) ORDER BY id FOR KEY SHARE;
        SELECT campaign_id INTO missing FROM (SELECT campaign_id FROM after_change GROUP BY campaign_id) AS named
        WHERE NOT EXISTS (SELECT 1 FROM email_campaigns WHERE email_campaigns.id = named.campaign_id) LIMIT 1;
        IF FOUND THEN
          RAISE foreign_key_violation USING MESSAGE = format('There is no campaign %s', missing), TABLE = 'email_recipients', CONSTRAINT = 'email_recipients_campaign_fk';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER campaigns_held AFTER INSERT ON email_recipients
        REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION hold_campaigns_of_recipients();

      CREATE FUNCTION refuse_other_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE restrict_violation USING MESSAGE = 'A recipient stays with its campaign', TABLE = 'email_recipients', CONSTRAINT = 'email_recipients_campaign_fk';
      END $$;
      CREATE TRIGGER campaign_stays BEFORE UPDATE OF campaign_id ON email_recipients FOR EACH ROW
        WHEN (OLD.campaign_id IS DISTINCT FROM NEW.campaign_id) EXECUTE FUNCTION refuse_other_campaign();

      CREATE FUNCTION remove_recipients_of_campaign() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        DELETE FROM email_recipients WHERE campaign_id = OLD.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER recipients_removed AFTER DELETE ON email_campaigns FOR EACH ROW EXECUTE FUNCTION remove_recipients_of_campaign();

      ALTER TABLE email_recipients DROP CONSTRAINT email_recipients_campaign_fk;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE email_recipients ADD CONSTRAINT email_recipients_campaign_fk FOREIGN KEY (campaign_id) REFERENCES email_campaigns (id) ON DELETE CASCADE;
      DROP TRIGGER recipients_removed ON email_campaigns; DROP FUNCTION remove_recipients_of_campaign;
      DROP TRIGGER campaign_stays ON email_recipients; DROP FUNCTION refuse_other_campaign;
      DROP TRIGGER campaigns_held ON email_recipients; DROP FUNCTION hold_campaigns_of_recipients;
      DROP INDEX email_recipients_once;
      CREATE UNIQUE INDEX email_recipients_once ON email_recipients (campaign_id, email_key);
      CREATE INDEX email_recipients_person ON email_recipients (email_key);
    `);
  }
}
