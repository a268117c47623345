import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The ledger of a campaign that is being sent: who posted which letter when, what became of it, and counts that never scan. Each
 * statement that moves recipients appends its differences in its own transaction, so that lanes never wait for each other.
 */
export class SendCampaigns1763600572000 implements MigrationInterface {
  readonly name = 'SendCampaigns1763600572000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE email_campaigns
        ADD prepared jsonb,
        ADD frozen_at timestamptz,
        ADD held_until timestamptz,
        ADD refusals integer NOT NULL DEFAULT 0;
      CREATE INDEX email_campaigns_due ON email_campaigns (scheduled_at) WHERE status = 'scheduled';

      ALTER TABLE email_recipients
        ADD list text NOT NULL DEFAULT 'newsletter',
        ADD reason text,
        ADD batch_id uuid,
        ADD claimed_at timestamptz,
        ADD attempts integer NOT NULL DEFAULT 0,
        ADD machine_opened_at timestamptz,
        ADD CONSTRAINT email_recipients_list_known CHECK (list IN ('debate_club', 'tournament', 'newsletter')),
        ADD CONSTRAINT email_recipients_sending_claimed CHECK (status <> 'sending' OR claimed_at IS NOT NULL AND batch_id IS NOT NULL);
      DROP INDEX email_recipients_status;
      CREATE INDEX email_recipients_status ON email_recipients (campaign_id, status, email_key);
      CREATE INDEX email_recipients_claimed ON email_recipients (claimed_at) WHERE status = 'sending';

      CREATE TABLE campaign_counts (
        id bigserial PRIMARY KEY,
        campaign_id uuid NOT NULL,
        what text NOT NULL,
        difference integer NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX campaign_counts_campaign ON campaign_counts (campaign_id, what);
      INSERT INTO campaign_counts (campaign_id, what, difference)
      SELECT campaign_id, status, count(*) FROM email_recipients GROUP BY campaign_id, status;

      CREATE FUNCTION count_email_recipients() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO campaign_counts (campaign_id, what, difference)
          SELECT campaign_id, status, count(*) FROM after_change GROUP BY campaign_id, status;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO campaign_counts (campaign_id, what, difference)
          SELECT campaign_id, what, -count(*) FROM before_change, unnest(ARRAY[status, CASE WHEN opened_at IS NOT NULL THEN 'opened' END,
            CASE WHEN clicked_at IS NOT NULL THEN 'clicked' END, CASE WHEN machine_opened_at IS NOT NULL THEN 'machine_opened' END]) AS what
          WHERE what IS NOT NULL GROUP BY campaign_id, what;
        ELSE
          INSERT INTO campaign_counts (campaign_id, what, difference)
          SELECT campaign_id, what, sum(one) FROM (
            SELECT campaign_id, status AS what, 1 AS one FROM after_change
            UNION ALL SELECT campaign_id, status, -1 FROM before_change
            UNION ALL SELECT campaign_id, 'opened', 1 FROM after_change WHERE opened_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'opened', -1 FROM before_change WHERE opened_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'clicked', 1 FROM after_change WHERE clicked_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'clicked', -1 FROM before_change WHERE clicked_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'machine_opened', 1 FROM after_change WHERE machine_opened_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'machine_opened', -1 FROM before_change WHERE machine_opened_at IS NOT NULL
          ) AS moved GROUP BY campaign_id, what HAVING sum(one) <> 0;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_added AFTER INSERT ON email_recipients
        REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_email_recipients();
      CREATE TRIGGER count_changed AFTER UPDATE ON email_recipients
        REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_email_recipients();
      CREATE TRIGGER count_removed AFTER DELETE ON email_recipients
        REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION count_email_recipients();

      CREATE TABLE link_clicks (
        recipient_id uuid NOT NULL,
        link_index integer NOT NULL,
        campaign_id uuid NOT NULL,
        at timestamptz NOT NULL,
        CONSTRAINT link_clicks_recipient_fk FOREIGN KEY (recipient_id) REFERENCES email_recipients (id) ON DELETE CASCADE,
        CONSTRAINT link_clicks_index_not_negative CHECK (link_index >= 0),
        PRIMARY KEY (recipient_id, link_index)
      );
      CREATE INDEX link_clicks_campaign ON link_clicks (campaign_id, link_index);

      ALTER TABLE provider_events ADD recipient_id uuid;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE provider_events DROP COLUMN recipient_id;
      DROP TABLE link_clicks;
      DROP TRIGGER count_added ON email_recipients; DROP TRIGGER count_changed ON email_recipients; DROP TRIGGER count_removed ON email_recipients;
      DROP FUNCTION count_email_recipients;
      DROP TABLE campaign_counts;
      DROP INDEX email_recipients_claimed;
      DROP INDEX email_recipients_status;
      CREATE INDEX email_recipients_status ON email_recipients (campaign_id, status);
      ALTER TABLE email_recipients DROP CONSTRAINT email_recipients_sending_claimed, DROP CONSTRAINT email_recipients_list_known,
        DROP COLUMN list, DROP COLUMN reason, DROP COLUMN batch_id, DROP COLUMN claimed_at, DROP COLUMN attempts, DROP COLUMN machine_opened_at;
      DROP INDEX email_campaigns_due;
      ALTER TABLE email_campaigns DROP COLUMN prepared, DROP COLUMN frozen_at, DROP COLUMN held_until, DROP COLUMN refusals;
    `);
  }
}
