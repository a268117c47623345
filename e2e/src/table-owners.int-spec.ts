import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';

/* The database password of a service opens the rows of its own tables, and neither their schema nor the record of administrators. */

const SERVICES = ['identity', 'billing', 'registrations', 'messaging', 'content'] as const;
type Service = (typeof SERVICES)[number];
const root = fileURLToPath(new URL('../..', import.meta.url));

let database: TestDatabase;
let admin: pg.Client;
const clients: pg.Client[] = [];

/** The built migrations, as an installation runs them. */
const migrate = async (service: Service, on: TestDatabase): Promise<string[]> => {
  const module = (await import(pathToFileURL(join(root, 'services', service, 'dist', 'migrate.js')).href)) as {
    migrate: (environment: Record<string, string>) => Promise<string[]>;
  };
  return module.migrate({ DATABASE_URL: on.urlFor(service), DATABASE_ADMIN_URL: on.adminUrl });
};
const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  clients.push(client);
  return client;
};
const roleOf = (service: Service, on: TestDatabase): string => new URL(on.urlFor(service)).username;
const outcome = (client: pg.Client, statement: string, values: unknown[] = []): Promise<string> =>
  client.query(statement, values).then(
    () => 'allowed',
    (error: unknown) => (error as Error).message,
  );

beforeAll(async () => {
  database = await createTestDatabase();
  for (const service of SERVICES) await migrate(service, database);
  admin = await connect(database.adminUrl);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
});

describe.each(SERVICES)('the role of %s', (service) => {
  it('leaves half of the connections to others', async () => {
    const { rows } = await admin.query<{ isHalf: boolean }>(
      `SELECT rolconnlimit = current_setting('max_connections')::int / 2 AS "isHalf" FROM pg_roles WHERE rolname = $1`,
      [roleOf(service, database)],
    );
    expect(rows).toEqual([{ isHalf: true }]);
  });

  it('loses what it has set for itself with the next migration', async () => {
    const client = await connect(database.urlFor(service));
    const role = roleOf(service, database);
    await client.query(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
    await client.query(
      `ALTER ROLE ${role} IN DATABASE ${new URL(database.adminUrl).pathname.slice(1)} SET statement_timeout = 1`,
    );
    await migrate(service, database);
    const later = await connect(database.urlFor(service));
    expect((await later.query('SHOW default_transaction_read_only')).rows).toEqual([
      { default_transaction_read_only: 'off' },
    ]);
    expect((await later.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }]);
  });

  it('loses its connections once its password changes, and keeps them otherwise', async () => {
    const client = await connect(database.urlFor(service));
    await migrate(service, database);
    expect(await outcome(client, 'SELECT 1')).toBe('allowed');
    const other = Object.assign(new URL(database.urlFor(service)), { password: randomBytes(16).toString('hex') }).href;
    await migrate(service, { ...database, urlFor: () => other });
    expect(await outcome(client, 'SELECT 1')).not.toBe('allowed');
    await migrate(service, database);
  });

  it('changes rows, and not the form of its tables, nor their grants', async () => {
    const client = await connect(database.urlFor(service));
    const tables = (
      await admin.query<{ name: string }>('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1', [
        service,
      ])
    ).rows.map(({ name }) => name);
    expect(tables).toEqual(expect.arrayContaining(['outbox', 'inbox', 'migrations']));
    for (const table of tables) {
      expect([table, await outcome(client, `SELECT * FROM ${table} LIMIT 1`)]).toEqual([table, 'allowed']);
      for (const form of [
        `ALTER TABLE ${table} ADD COLUMN planted text`,
        `DROP TABLE ${table}`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
        `CREATE INDEX ON ${table} ((1))`,
        `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
      ]) {
        expect([form, await outcome(client, form)]).toEqual([form, expect.stringMatching(/^must be owner of/)]);
      }
      expect([table, await outcome(client, `TRUNCATE ${table}`)]).toEqual([
        table,
        `permission denied for table ${table}`,
      ]);
      expect([
        table,
        await outcome(
          client,
          `CREATE TRIGGER planted BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
        ),
      ]).toEqual([table, `permission denied for table ${table}`]);
    }
    const others = SERVICES.filter((other) => other !== service);
    for (const [statement, refusal] of [
      ['CREATE TABLE planted (id int)', /permission denied for schema/],
      [`CREATE FUNCTION ${service}.planted() RETURNS int LANGUAGE sql AS 'SELECT 1'`, /permission denied for schema/],
      ['CREATE TEMP TABLE planted (id int)', /permission denied to create temporary tables/],
      [`CREATE SCHEMA planted`, /permission denied for database/],
      [`DROP SCHEMA ${service} CASCADE`, /must be owner of schema/],
      [`SET ROLE owner_of_${roleOf(service, database)}`, /permission denied to set role/],
      [`SET session_replication_role = replica`, /permission denied to set parameter/],
      [`DELETE FROM migrations`, /permission denied for table/],
      [`SELECT lo_create(0)`, /permission denied for function/],
      [`SELECT lo_creat(-1)`, /permission denied for function/],
      [`SELECT lo_from_bytea(0, 'planted')`, /permission denied for function/],
      ...others.map((other) => [`SELECT * FROM ${other}.outbox`, /permission denied for schema/] as const),
    ] as const) {
      expect([statement, await outcome(client, statement)]).toEqual([statement, expect.stringMatching(refusal)]);
    }
  });
});

describe('the record of administrators’ actions', () => {
  let identity: pg.Client;
  beforeAll(async () => {
    identity = await connect(database.urlFor('identity'));
    await identity.query(
      `INSERT INTO admins (email, email_key, password_hash, name, role) VALUES ('ann@example.com', 'ann@example.com', 'x', 'Ann', 'owner')`,
    );
    await identity.query(
      `INSERT INTO admin_actions (admin_id, action, details, ip_address, user_agent)
       SELECT id, 'correct_email', '{"email": "old@example.com", "to": "New@Example.com", "reason": "asked @ the office (Old@example.com)", "count": 2, "changes": [{"from": "Jon"}]}', '192.0.2.7', 'A browser' FROM admins`,
    );
  });

  it.each([
    ['who did it', 'UPDATE admin_actions SET admin_id = NULL', /permission denied for table/],
    ['what', `UPDATE admin_actions SET action = 'export_list'`, /permission denied for table/],
    ['when', 'UPDATE admin_actions SET created_at = now()', /permission denied for table/],
    ['that it was done', 'DELETE FROM admin_actions', /permission denied for table/],
    ['that anything was done', 'TRUNCATE admin_actions', /permission denied for table/],
    ['the administrator', 'DELETE FROM admins', /permission denied for table/],
    [
      'the address, for another one',
      `UPDATE admin_actions SET ip_address = '198.51.100.9'`,
      /gives way to its network/,
    ],
    [
      'the address, for another network',
      `UPDATE admin_actions SET ip_address = '198.51.100.0'`,
      /gives way to its network/,
    ],
    ['the browser', `UPDATE admin_actions SET user_agent = 'Another'`, /keeps its browser/],
    ['the details', `UPDATE admin_actions SET details = '{}'`, /loses email addresses and corrected values alone/],
    [
      'one of them',
      `UPDATE admin_actions SET details = details || '{"count": 3}'`,
      /loses email addresses and corrected values alone/,
    ],
    [
      'an email, for another',
      `UPDATE admin_actions SET details = details || '{"email": "other@example.com"}'`,
      /loses email addresses and corrected values alone/,
    ],
    [
      'two emails, swapped',
      `UPDATE admin_actions SET details = details || '{"to": "old@example.com", "email": "New@Example.com"}'`,
      /loses email addresses and corrected values alone/,
    ],
    [
      'a corrected value, for another',
      `UPDATE admin_actions SET details = details || '{"changes": [{"from": "John"}]}'`,
      /loses email addresses and corrected values alone/,
    ],
    [
      'the words of a reason',
      `UPDATE admin_actions SET details = details || '{"reason": "asked at home (a deleted address)"}'`,
      /loses email addresses and corrected values alone/,
    ],
  ])('is not rewritten by identity: %s', async (_what, statement, refusal) => {
    const before = (await admin.query('SELECT * FROM identity.admin_actions')).rows;
    expect(await outcome(identity, statement)).toMatch(refusal);
    expect((await admin.query('SELECT * FROM identity.admin_actions')).rows).toEqual(before);
  });

  it.each([
    ['192.0.2.7', '192.0.2.0'],
    ['::ffff:192.0.2.7', '192.0.2.0'],
    ['2001:db8:1:2::3', '2001:db8:1::'],
    ['fe80::1%eth0', 'fe80::'],
    ['not an address', null],
  ])('loses of the address %s all but its network', async (address, network) => {
    const { rows } = await identity.query<{ id: string }>(
      `INSERT INTO admin_actions (action, ip_address, user_agent) VALUES ('login', $1, 'A browser') RETURNING id`,
      [address],
    );
    const shorten = `UPDATE admin_actions SET ip_address = $2, user_agent = NULL, is_origin_shortened = true WHERE id = $1`;
    expect(await outcome(identity, shorten, [rows[0]!.id, network])).toBe('allowed');
    await admin.query('DELETE FROM identity.admin_actions WHERE id = $1', [rows[0]!.id]);
  });

  it('loses the email addresses and corrected values of an erased person, and the personal data of its origin', async () => {
    expect(await outcome(identity, `UPDATE admin_actions SET details = details - 'changes'`)).toBe('allowed');
    const erased = { email: '', reason: 'asked @ the office (a deleted address)' };
    for (const [name, value] of Object.entries(erased)) {
      const erase = `UPDATE admin_actions SET details = details || jsonb_build_object($1::text, $2::text)`;
      expect([name, await outcome(identity, erase, [name, value])]).toEqual([name, 'allowed']);
    }
    expect(
      await outcome(
        identity,
        `UPDATE admin_actions SET ip_address = '192.0.2.0', user_agent = NULL, is_origin_shortened = true`,
      ),
    ).toBe('allowed');
    expect(await outcome(identity, `UPDATE admin_actions SET is_origin_shortened = false`)).toMatch(/stays so/);
    expect((await admin.query('SELECT details, ip_address, user_agent FROM identity.admin_actions')).rows).toEqual([
      {
        details: { ...erased, to: 'New@Example.com', count: 2 },
        ip_address: '192.0.2.0',
        user_agent: null,
      },
    ]);
  });
});

describe('an older database, in which each service owned its tables', () => {
  it('changes owner with its rows while the services use it, once', async () => {
    const old = await createTestDatabase();
    try {
      for (const service of SERVICES) await migrate(service, old);
      const owner = await connect(old.adminUrl);
      const owners = async (): Promise<string[]> =>
        (
          await owner.query<{ owned: string }>(
            `SELECT DISTINCT schemaname || ' ' || tableowner AS owned FROM pg_tables WHERE schemaname = ANY ($1) ORDER BY 1`,
            [SERVICES],
          )
        ).rows.map(({ owned }) => owned);
      const expected = SERVICES.map((service) => `${service} owner_of_${roleOf(service, old)}`).sort();
      // As the release before had made it.
      for (const service of SERVICES) {
        const role = roleOf(service, old);
        await owner.query(
          `ALTER SCHEMA ${service} OWNER TO ${role}; REASSIGN OWNED BY owner_of_${role} TO ${role}; REVOKE owner_of_${role} FROM CURRENT_USER; DROP ROLE owner_of_${role}`,
        );
      }
      expect(await owners()).toEqual(SERVICES.map((service) => `${service} ${roleOf(service, old)}`).sort());
      const working = await connect(old.urlFor('billing'));
      await working.query(`INSERT INTO inbox (event_id, name) VALUES (gen_random_uuid(), 'billing.planted.v1')`);
      for (const service of SERVICES) expect(await migrate(service, old)).toEqual([]);
      expect(await owners()).toEqual(expected);
      await working.query(`INSERT INTO inbox (event_id, name) VALUES (gen_random_uuid(), 'billing.planted.v1')`);
      expect((await working.query('SELECT name FROM inbox')).rows).toHaveLength(2);
      expect(await outcome(working, 'ALTER TABLE inbox ADD COLUMN planted text')).toMatch(/must be owner/);
      const rights = async (): Promise<unknown> =>
        (
          await owner.query(
            `SELECT oid::regclass::text AS name, relacl::text FROM pg_class WHERE relnamespace::regnamespace::text = ANY ($1) AND relacl IS NOT NULL ORDER BY 1`,
            [SERVICES],
          )
        ).rows;
      const before = await rights();
      for (const service of SERVICES) expect(await migrate(service, old)).toEqual([]);
      expect(await rights()).toEqual(before);
      await Promise.all([owner.end(), working.end()]);
      clients.splice(clients.indexOf(owner), 1);
      clients.splice(clients.indexOf(working), 1);
    } finally {
      await old.drop();
    }
  });
});
