import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which registrations changed in what mail needs to know of them. Each statement that changes some appends them, in its own
 * transaction: a change is seen here exactly when it is seen there, and writers never wait for each other.
 */
export class NoteContactChanges1763600520000 implements MigrationInterface {
  readonly name = 'NoteContactChanges1763600520000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE contact_changes (
        id bigserial PRIMARY KEY,
        list text NOT NULL,
        registration_id uuid NOT NULL,
        CONSTRAINT contact_changes_list_known CHECK (list IN ('debate_club', 'tournament'))
      );
      CREATE SEQUENCE contact_versions;

      CREATE FUNCTION note_debate_club_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO contact_changes (list, registration_id) SELECT 'debate_club', id FROM after_change;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO contact_changes (list, registration_id) SELECT 'debate_club', id FROM before_change;
        ELSE
          INSERT INTO contact_changes (list, registration_id)
          SELECT 'debate_club', id FROM after_change JOIN before_change USING (id)
          WHERE (after_change.email, after_change.first_name, after_change.last_name, after_change.status, after_change.hidden_at IS NULL)
            IS DISTINCT FROM (before_change.email, before_change.first_name, before_change.last_name, before_change.status, before_change.hidden_at IS NULL);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER contacts_added AFTER INSERT ON debate_club_registrations
        REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_debate_club_contacts();
      CREATE TRIGGER contacts_changed AFTER UPDATE ON debate_club_registrations
        REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_debate_club_contacts();
      CREATE TRIGGER contacts_removed AFTER DELETE ON debate_club_registrations
        REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_debate_club_contacts();

      CREATE FUNCTION note_tournament_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO contact_changes (list, registration_id) SELECT 'tournament', id FROM after_change;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO contact_changes (list, registration_id) SELECT 'tournament', id FROM before_change;
        ELSE
          INSERT INTO contact_changes (list, registration_id)
          SELECT 'tournament', id FROM after_change JOIN before_change USING (id)
          WHERE (after_change.email, after_change.first_name, after_change.last_name, after_change.payment_status, after_change.event_id)
            IS DISTINCT FROM (before_change.email, before_change.first_name, before_change.last_name, before_change.payment_status, before_change.event_id);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER contacts_added AFTER INSERT ON tournament_registrations
        REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_tournament_contacts();
      CREATE TRIGGER contacts_changed AFTER UPDATE ON tournament_registrations
        REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_tournament_contacts();
      CREATE TRIGGER contacts_removed AFTER DELETE ON tournament_registrations
        REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_tournament_contacts();

      CREATE FUNCTION note_contacts_of_events() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO contact_changes (list, registration_id)
        SELECT 'tournament', tournament_registrations.id
        FROM after_change JOIN before_change USING (id) JOIN tournament_registrations ON tournament_registrations.event_id = after_change.id
        WHERE after_change.ends_at <> before_change.ends_at;
        RETURN NULL;
      END $$;
      CREATE TRIGGER contacts_changed AFTER UPDATE ON events
        REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_contacts_of_events();

      CREATE FUNCTION note_all_contacts() RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
        INSERT INTO contact_changes (list, registration_id)
        SELECT 'debate_club', id FROM debate_club_registrations UNION ALL SELECT 'tournament', id FROM tournament_registrations;
      $$;
      SELECT note_all_contacts();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TRIGGER contacts_changed ON events;
      DROP TRIGGER contacts_added ON debate_club_registrations; DROP TRIGGER contacts_changed ON debate_club_registrations;
      DROP TRIGGER contacts_removed ON debate_club_registrations;
      DROP TRIGGER contacts_added ON tournament_registrations; DROP TRIGGER contacts_changed ON tournament_registrations;
      DROP TRIGGER contacts_removed ON tournament_registrations;
      DROP FUNCTION note_all_contacts; DROP FUNCTION note_contacts_of_events; DROP FUNCTION note_debate_club_contacts; DROP FUNCTION note_tournament_contacts;
      DROP SEQUENCE contact_versions; DROP TABLE contact_changes;
    `);
  }
}
