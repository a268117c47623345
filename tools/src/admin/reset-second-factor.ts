// `npm run admin:reset-second-factor -- <address>`, on the machine of the local system while it runs; in the image, with the addresses
// that migrations are run with. Read by Node itself there: types that can be stripped and nothing of this workspace.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What `services/identity/dist/reset-second-factor.js` offers. */
interface ResetModule {
  readonly resetSecondFactor: (
    env: Record<string, string | undefined>,
    email: string,
    at: Date,
  ) => Promise<'reset' | 'was-off' | 'unknown'>;
}

/** The URL with the schema's own role: from the environment in the composed system, from `run.json` while the local one runs. */
const databaseUrl = (): string => {
  const published = process.env['IDENTITY_DATABASE_URL'];
  if (published) return published;
  const file = join(resolve(process.env['DATA_DIR']?.trim() || '.data'), 'run.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { database: { urls: { identity: string } } }).database.urls
      .identity;
  } catch {
    throw new Error(`There is no IDENTITY_DATABASE_URL, and no local system runs on ${file}.`);
  }
};

const OUTCOMES = {
  reset: (email: string) =>
    `The second factor of ${email} is off, and every session has ended. They log in with the password alone again.`,
  'was-off': (email: string) => `The second factor of ${email} was off already. Nothing was changed.`,
  unknown: (email: string) => `No administrator has the address ${email}. Nothing was changed.`,
};

const run = async (): Promise<number> => {
  const [email, ...others] = process.argv.slice(2);
  if (email === undefined || others.length > 0)
    throw new Error('Name one address: npm run admin:reset-second-factor -- admin@example.org');
  const entry = join(process.cwd(), 'services', 'identity', 'dist', 'reset-second-factor.js');
  const { resetSecondFactor } = (await import(pathToFileURL(entry).href)) as ResetModule;
  const outcome = await resetSecondFactor({ DATABASE_URL: databaseUrl() }, email, new Date());
  (outcome === 'unknown' ? process.stderr : process.stdout).write(`${OUTCOMES[outcome](email)}\n`);
  return outcome === 'unknown' ? 1 : 0;
};

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
