import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The record of what administrators did is added to, and loses details in time. Identity may update the columns that lose them
 * (`schema.ts`); this holds what becomes of them: an address gives way to its network, a browser to nothing, an erased person's email address
 * to an empty text. The owner of the table may do anything with it, as it could drop the trigger.
 */
export class KeepAdminActions1763600391000 implements MigrationInterface {
  readonly name = 'KeepAdminActions1763600391000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION hold_admin_action() RETURNS trigger LANGUAGE plpgsql AS $hold$
      DECLARE
        address text;
        network inet;
        remaining text := OLD.details::text;
      BEGIN
        IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN RETURN NEW; END IF;
        IF NEW.user_agent IS DISTINCT FROM OLD.user_agent AND NEW.user_agent IS NOT NULL THEN RAISE EXCEPTION 'An action keeps its browser, or loses it' USING ERRCODE = 'insufficient_privilege'; END IF;
        IF OLD.is_origin_shortened AND NOT NEW.is_origin_shortened THEN RAISE EXCEPTION 'An address that was shortened stays so' USING ERRCODE = 'insufficient_privilege'; END IF;
        IF NEW.ip_address IS DISTINCT FROM OLD.ip_address AND NEW.ip_address IS NOT NULL THEN
          -- As shorten-address.ts: IPv4 that is written as IPv6 is the IPv4 address, and the zone of an IPv6 address is not a part of its network.
          network := regexp_replace(split_part(OLD.ip_address, '%', 1), '^::ffff:(?=[0-9]+[.])', '', 'i')::inet;
          network := host(network(set_masklen(network, CASE family(network) WHEN 4 THEN 24 ELSE 48 END)))::inet;
          IF NEW.ip_address::inet <> network THEN RAISE EXCEPTION 'An address gives way to its network alone' USING ERRCODE = 'insufficient_privilege'; END IF;
        END IF;
        IF NEW.details IS DISTINCT FROM OLD.details THEN
          FOR address IN SELECT DISTINCT parts[1] FROM regexp_matches(OLD.details::text, '("[^"@]*@[^"]*")', 'g') AS matched (parts) LOOP
            IF position(address IN NEW.details::text) = 0 THEN remaining := replace(remaining, address, '""'); END IF;
          END LOOP;
          IF NEW.details <> remaining::jsonb THEN RAISE EXCEPTION 'An action loses email addresses alone' USING ERRCODE = 'insufficient_privilege'; END IF;
        END IF;
        RETURN NEW;
      END $hold$;
      CREATE TRIGGER admin_actions_held BEFORE UPDATE ON admin_actions FOR EACH ROW EXECUTE FUNCTION hold_admin_action();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER admin_actions_held ON admin_actions; DROP FUNCTION hold_admin_action');
  }
}
