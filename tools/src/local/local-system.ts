import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RestartPause } from '../process/supervised-process.ts';
import { freePorts } from '../servers/free-port.ts';
import { SetupError } from '../setup-error.ts';
import { answersOk } from './ask-http.ts';
import { serviceDatabaseUrl, startBackingServers } from './backing-servers.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { setUpDatabase } from './database-setup.ts';
import { endLeftovers } from './leftovers.ts';
import { loadLocalSecrets, secretsFile } from './local-secrets.ts';
import type { LocalSettings } from './local-settings.ts';
import { ProcessLog } from './process-log.ts';
import { DATABASE_SERVICES, OPS_PROCESSES, type PlanContext, type SystemPlan } from './process-plan.ts';
import { type ProgressPrinter, seconds } from './progress-printer.ts';
import { runFilePath } from './run-file.ts';
import { RunJournal } from './run-journal.ts';
import { chooseSitePorts } from './site-ports.ts';
import { logFolderOf, SystemProcesses } from './system-processes.ts';

export interface LocalSystemOptions {
  settings: LocalSettings;
  plan: (context: PlanContext) => SystemPlan;
  /** The built `migrate-all.ts`. */
  migrateProgram: string;
  printer: ProgressPrinter;
  pause?: RestartPause;
  /** Ends the system, whether it is starting or running. */
  signal: AbortSignal;
  /** Ends it without waiting: every process is killed. */
  forceSignal: AbortSignal;
}

const HEALTHY_WITHIN_MILLISECONDS = 60_000;

/**
 * Runs the whole system until `signal`: servers, migrations, sandbox, services, gateway. Answers after everything has
 * ended in order. Throws when the start fails, after stopping what had started.
 */
export async function runLocalSystem(options: LocalSystemOptions): Promise<void> {
  const { settings, printer, signal } = options;
  const startedAt = Date.now();
  const unlock = await lockDataFolder(settings.dataDir);
  const runFile = runFilePath(settings.dataDir);
  const logFolder = logFolderOf(settings.dataDir);
  const journal = new RunJournal(runFile);
  const processes = new SystemProcesses({
    logFolder,
    isVerbose: settings.isVerbose,
    printer,
    journal,
    pause: options.pause,
  });
  options.forceSignal.addEventListener('abort', () => processes.kill());
  try {
    await endLeftovers(runFile);
    await mkdir(logFolder, { recursive: true, mode: 0o700 });
    const closing = await start(options, processes, journal);
    printer.line('');
    printer.heading(`Lectern is running (${seconds(Date.now() - startedAt)})`);
    for (const line of closing) printer.line(line);
    await untilAborted(signal);
    printer.line('');
    printer.heading('Stopping');
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    const stoppingAt = Date.now();
    journal.status('stopping');
    await processes.stop();
    await journal.end();
    await unlock();
    printer.line(`Stopped (${seconds(Date.now() - stoppingAt)})`);
  }
}

async function start(
  options: LocalSystemOptions,
  processes: SystemProcesses,
  journal: RunJournal,
): Promise<string[]> {
  const { settings, printer, signal } = options;
  const { secrets, isNew } = await loadLocalSecrets(settings.dataDir, DATABASE_SERVICES);
  const ports = await chooseSitePorts(settings);
  const siteUrl = `http://localhost:${ports.site}`;
  const sandboxUrl = `http://localhost:${ports.sandbox}`;
  const opsPorts = await freePorts(OPS_PROCESSES.length);
  signal.throwIfAborted();

  const { databaseAdminUrl, redisUrl } = await abortable(
    signal,
    startBackingServers(settings, secrets, processes, printer),
  );
  const databaseUrls = Object.fromEntries(
    DATABASE_SERVICES.map((name) => [
      name,
      serviceDatabaseUrl(databaseAdminUrl, name, secrets.rolePasswords[name] ?? ''),
    ]),
  );
  const plan = options.plan({
    settings,
    secrets,
    ports,
    opsPorts: Object.fromEntries(OPS_PROCESSES.map((name, index) => [name, opsPorts[index] ?? 0])),
    siteUrl,
    sandboxUrl,
    databaseAdminUrl,
    databaseUrls,
    redisUrl,
  });
  const admin = { email: settings.adminEmail, password: settings.adminPassword ?? secrets.adminPassword };
  journal.begin({
    status: 'starting',
    pid: process.pid,
    startedAt: new Date().toISOString(),
    dataDir: settings.dataDir,
    siteUrl,
    sandboxUrl,
    admin,
    database: { adminUrl: databaseAdminUrl, urls: databaseUrls },
    redisUrl,
  });

  const startStage = (stages: string[]): Promise<unknown> =>
    Promise.all(
      plan.processes
        .filter(({ stage }) => stages.includes(stage))
        .map((spec) => printer.step(spec.name, processes.startNode(spec, settings.inherited))),
    );
  // Those two need no database, and there is a second core.
  await abortable(
    signal,
    Promise.all([startStage(['sandbox', 'gateway']), migrate(options, databaseAdminUrl, plan)]),
  );
  await abortable(signal, startStage(['service']));
  await printer.step(
    'health',
    waitForHealth(`${siteUrl.replace('localhost', '127.0.0.1')}/api/health`, signal),
  );
  journal.status('ready');

  const isGenerated = settings.adminPassword === undefined;
  const password = !isGenerated
    ? '(password in ADMIN_PASSWORD)'
    : isNew
      ? secrets.adminPassword
      : `(password in ${shortPath(secretsFile(settings.dataDir))})`;
  return [
    '',
    `  Site           ${siteUrl}`,
    `  Admin          ${siteUrl}/admin`,
    `  Mailbox        ${sandboxUrl}/mail`,
    `  Payments       ${sandboxUrl}/stripe`,
    `  Data           ${shortPath(settings.dataDir)}`,
    `  Administrator  ${admin.email}  ${password}`,
    '',
    'Ctrl-C stops everything; the data stays.',
  ];
}

async function migrate(
  { settings, printer, signal, migrateProgram }: LocalSystemOptions,
  databaseAdminUrl: string,
  plan: SystemPlan,
): Promise<void> {
  const log = new ProcessLog({
    name: 'migrations',
    folder: logFolderOf(settings.dataDir),
    isVerbose: settings.isVerbose,
    print: (line) => printer.line(`  ${line}`),
  });
  try {
    await printer.step(
      'database',
      setUpDatabase({
        program: migrateProgram,
        databaseAdminUrl,
        migrations: plan.migrations,
        inherited: settings.inherited,
        signal,
        logPath: log.path,
        onLine: (line) => log.line(line),
      }),
      (applied) => (applied.length === 0 ? 'up to date' : `${applied.length} migrations`),
    );
  } finally {
    await log.close();
  }
}

/** As a person at this terminal would write it. */
function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}

async function waitForHealth(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + HEALTHY_WITHIN_MILLISECONDS;
  while (!(await answersOk(url))) {
    if (Date.now() > deadline) {
      throw new SetupError(
        `${url} is not healthy after ${seconds(HEALTHY_WITHIN_MILLISECONDS)}: open it to see which part is not.`,
      );
    }
    await delay(50, undefined, { signal });
  }
}

/** `work`, or the signal's reason at once; `work` is stopped by whoever owns it. */
async function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  const aborted = untilAborted(signal).then((): never => {
    throw signal.reason;
  });
  aborted.catch(() => undefined);
  return Promise.race([work, aborted]);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
