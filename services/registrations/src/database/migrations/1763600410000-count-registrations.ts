import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts that never scan: each statement that adds, removes or moves registrations appends its differences by list and
 * status, in its own transaction. Appending instead of updating one row keeps writers from waiting for each other.
 */
export class CountRegistrations1763600410000 implements MigrationInterface {
  readonly name = 'CountRegistrations1763600410000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE registration_counts (
        id bigserial PRIMARY KEY,
        list text NOT NULL,
        status text NOT NULL,
        difference integer NOT NULL,
        CONSTRAINT registration_counts_list_known CHECK (list IN ('debate_club', 'tournament'))
      );

      CREATE FUNCTION count_debate_club_registrations() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'debate_club', status, count(*) FROM after_change WHERE hidden_at IS NULL GROUP BY status;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'debate_club', status, -count(*) FROM before_change WHERE hidden_at IS NULL GROUP BY status;
        ELSE
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'debate_club', status, sum(one) FROM (
            SELECT status, 1 AS one FROM after_change WHERE hidden_at IS NULL
            UNION ALL SELECT status, -1 FROM before_change WHERE hidden_at IS NULL
          ) AS moved GROUP BY status HAVING sum(one) <> 0;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_added AFTER INSERT ON debate_club_registrations
        REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_debate_club_registrations();
      CREATE TRIGGER count_changed AFTER UPDATE ON debate_club_registrations
        REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
        FOR EACH STATEMENT EXECUTE FUNCTION count_debate_club_registrations();
      CREATE TRIGGER count_removed AFTER DELETE ON debate_club_registrations
        REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION count_debate_club_registrations();

      CREATE FUNCTION count_tournament_registrations() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'tournament', payment_status, count(*) FROM after_change GROUP BY payment_status;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'tournament', payment_status, -count(*) FROM before_change GROUP BY payment_status;
        ELSE
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'tournament', payment_status, sum(one) FROM (
            SELECT payment_status, 1 AS one FROM after_change UNION ALL SELECT payment_status, -1 FROM before_change
          ) AS moved GROUP BY payment_status HAVING sum(one) <> 0;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_added AFTER INSERT ON tournament_registrations
        REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_tournament_registrations();
      CREATE TRIGGER count_changed AFTER UPDATE ON tournament_registrations
        REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
        FOR EACH STATEMENT EXECUTE FUNCTION count_tournament_registrations();
      CREATE TRIGGER count_removed AFTER DELETE ON tournament_registrations
        REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION count_tournament_registrations();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TRIGGER count_added ON debate_club_registrations; DROP TRIGGER count_changed ON debate_club_registrations;
      DROP TRIGGER count_removed ON debate_club_registrations;
      DROP TRIGGER count_added ON tournament_registrations; DROP TRIGGER count_changed ON tournament_registrations;
      DROP TRIGGER count_removed ON tournament_registrations;
      DROP FUNCTION count_debate_club_registrations; DROP FUNCTION count_tournament_registrations;
      DROP TABLE registration_counts;
    `);
  }
}
