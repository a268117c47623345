import { join } from 'node:path';
import type { ComposeProject } from './compose-project.ts';
import type { SiteClient } from './site-client.ts';

/** Every row of every service but what only the running processes know of each other, table by table, as something short. */
const PRINTS = `
  SELECT format('SELECT %L, count(*), COALESCE(sum(hashtextextended(kept::text, 0)), 0) FROM %I.%I AS kept', schemaname || '.' || tablename, schemaname, tablename)
  FROM pg_tables WHERE schemaname IN ('identity', 'billing', 'registrations', 'messaging', 'content') AND tablename <> 'relay_state' ORDER BY 1`;

const printsOf = async (project: ComposeProject): Promise<string[]> =>
  project.query((await project.query(PRINTS)).join(' UNION ALL ') + ' ORDER BY 1');

interface Person {
  readonly email: string;
  readonly password: string;
}

/**
 * Takes a backup, loses the database and the queues, restores, and goes on: all rows are there, the member still is one, and what waited
 * to be sent when the backup was taken is named instead of sent.
 */
export const checkBackup = async (
  project: ComposeProject,
  site: SiteClient,
  member: Person,
  workFolder: string,
): Promise<string> => {
  const file = join(workFolder, 'lectern.dump');
  const serving = [
    'site',
    'gateway',
    'identity',
    'billing',
    'registrations',
    'messaging',
    'messaging-worker',
    'content',
  ];
  // No process writes while the two are compared.
  for (const service of serving) await project.stop(service);
  await project.query(
    `INSERT INTO messaging.email_recipients (dedupe_key, email, email_key, template, data) VALUES ('proof-of-backup', 'nobody@lectern.example', 'nobody@lectern.example', 'starter-kit', '{"email": "nobody@lectern.example"}') RETURNING 1`,
  );
  const before = await printsOf(project);
  await project.command('deploy/backup.sh', [file]);
  const refusal = await project.command('deploy/restore.sh', [file]).then(
    () => '',
    (error: Error) => error.message,
  );
  if (!refusal.includes('would be lost')) throw new Error(`A restore over accounts was not refused: ${refusal}`);
  for (const service of ['postgres', 'redis']) await project.lose(service);
  await project.command('deploy/restore.sh', [file]);

  const after = await printsOf(project);
  const changed = before.filter((row) => !after.includes(row)).map((row) => row.split('|')[0]);
  if (changed.join() !== 'messaging.email_recipients')
    throw new Error(`The restored tables differ: ${changed.join(', ')}`);
  const [status] = await project.query(
    `SELECT status FROM messaging.email_recipients WHERE dedupe_key = 'proof-of-backup'`,
  );
  if (status !== 'uncertain') throw new Error(`An email that may have been sent since the backup is ${status}`);

  await project.up();
  if (!(await site.isActive(await site.signIn(member)))) throw new Error('The membership is gone');
  const emailsAgain = await project.query(
    `SELECT dedupe_key FROM messaging.email_recipients WHERE status IN ('pending', 'sending')`,
  );
  if (emailsAgain.length > 0) throw new Error(`Emails are sent again: ${emailsAgain.join(', ')}`);
  return `${before.length} tables`;
};

/** Makes a copy for testing of a backup in which the member is found. In the copy they are not, nor is anything left beside what serves. */
export const checkAnonymizedCopy = async (
  project: ComposeProject,
  member: Person,
  workFolder: string,
): Promise<string> => {
  const [backup, copy] = ['serving.dump', 'testing.dump'].map((name) => join(workFolder, name)) as [string, string];
  await project.command('deploy/backup.sh', [backup]);
  await project.command('deploy/anonymized-copy.sh', [backup, copy]);
  const [texts, copiedTexts] = [await project.textOfBackup(backup), await project.textOfBackup(copy)];
  if (!texts.includes(member.email)) throw new Error('The member is not in the backup');
  if (copiedTexts.includes(member.email)) throw new Error('The member is found in the copy');
  const databases = await project.query(`SELECT datname FROM pg_database WHERE datname LIKE 'lectern%'`);
  if (databases.join() !== 'lectern') throw new Error(`The copy's database is still there: ${databases.join(', ')}`);
  return `${Math.round(copiedTexts.length / 1e6)} MB of SQL, of ${Math.round(texts.length / 1e6)}`;
};
