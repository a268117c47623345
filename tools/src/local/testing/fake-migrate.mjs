// A fake of a service's dist/migrate.js.
import pg from 'pg';

export const migrate = async (env) => {
  const admin = new pg.Client({ connectionString: env.DATABASE_ADMIN_URL });
  await admin.connect();
  const role = new URL(env.DATABASE_URL).username;
  const { rowCount } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) {
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${new URL(env.DATABASE_URL).password}'`);
    await admin.query(`CREATE SCHEMA ${role} AUTHORIZATION ${role}`);
  }
  await admin.end();
  return rowCount === 0 ? ['0001-first'] : [];
};

export const seed = async (env) => {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query(`CREATE TABLE IF NOT EXISTS lectern_${env.FAKE_NAME}.seeds (at timestamptz)`);
  await client.query(`INSERT INTO lectern_${env.FAKE_NAME}.seeds VALUES (now())`);
  await client.end();
};
