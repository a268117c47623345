// Runs in the image, by Node's own reading of TypeScript: types that can be stripped and nothing of this workspace.
import { urlOf } from '@lectern/contracts/url';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What `services/<name>/dist/migrate.js` offers. */
interface MigrateModule {
  migrate(env: Record<string, string | undefined>): Promise<string[]>;
  /** Idempotent. */
  seed?(env: Record<string, string | undefined>): Promise<void>;
}

const SERVICES = ['identity', 'billing', 'registrations', 'messaging', 'content'];

const environmentOf = (service: string): Record<string, string | undefined> => {
  const name = `${service.toUpperCase()}_DATABASE_URL`;
  const url = process.env[name];
  if (!url) throw new Error(`${name} must be set`);
  return { ...process.env, DATABASE_URL: url };
};

/** Refuses one password for two databases, or for one and its owner: a person who learns it would get both. Names variables, never values. */
const refuseSamePasswords = (): void => {
  if (process.env['DEPLOYMENT'] === 'local') return;
  const names = ['DATABASE_ADMIN_URL', ...SERVICES.map((service) => `${service.toUpperCase()}_DATABASE_URL`)];
  const passwords = names.map((name) => urlOf(process.env[name] ?? '')?.password ?? '');
  const same = names.filter(
    (_name, index) => passwords[index] !== '' && passwords.indexOf(passwords[index] as string) !== index,
  );
  if (same.length > 0)
    throw new Error(`The passwords of ${same.join(', ')} must be different ones, and other than the ones before them`);
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Roles, schemas and migrations of every service, then, if asked, the public content. Any of it may have been done before. */
const migrateAll = async (): Promise<void> => {
  refuseSamePasswords();
  for (const service of SERVICES) {
    const env = environmentOf(service);
    const entry = join(process.cwd(), 'services', service, 'dist', 'migrate.js');
    const module = (await import(pathToFileURL(entry).href)) as MigrateModule;
    const applied = await module.migrate(env);
    say(`${service}: ${applied.length === 0 ? 'up to date' : applied.join(', ')}`);
    if (process.env['SEED'] === 'true' && module.seed !== undefined) {
      await module.seed(env);
      say(`${service}: public content is there`);
    }
  }
};

try {
  await migrateAll();
  // Whatever a module left open must not keep the next step waiting.
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
