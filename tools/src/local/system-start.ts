import { setTimeout as delay } from 'node:timers/promises';
import type { RestartPause } from '../process/supervised-process.ts';
import { freePorts } from '../servers/free-port.ts';
import { SetupError } from '../setup-error.ts';
import { answersOk } from './ask-http.ts';
import { serviceDatabaseUrl, startBackingServers } from './backing-servers.ts';
import { setUpDatabase } from './database-setup.ts';
import { loadLocalSecrets } from './local-secrets.ts';
import type { LocalSettings } from './local-settings.ts';
import { ProcessLog } from './process-log.ts';
import { DATABASE_SERVICES, opsProcesses, type PlanContext, type SystemPlan } from './process-plan.ts';
import { type ProgressPrinter, seconds } from './progress-printer.ts';
import type { RunJournal } from './run-journal.ts';
import { chooseSitePorts, firstFreePort } from './site-ports.ts';
import { logFolderOf, type SystemProcesses } from './system-processes.ts';
import { orAborted } from './until-aborted.ts';
import { whereEverythingIs } from './where-everything-is.ts';

export interface LocalSystemOptions {
  settings: LocalSettings;
  plan: (context: PlanContext) => SystemPlan;
  /** The built `migrate-all.ts`. */
  migrateProgram: string;
  printer: ProgressPrinter;
  pause?: RestartPause;
  /** For `npm run dev`: the site's port is another process's than the gateway's, and processes are replaced when their program changes. */
  reloading?: {
    /** The first that is tried for the site. */
    firstPort: number;
    /** Called when everything runs. */
    onRunning: (replace: (name: string) => Promise<boolean>) => void;
  };
  /** Ends the system, whether it is starting or running. */
  signal: AbortSignal;
  /** Ends it without waiting: every process is killed. */
  forceSignal: AbortSignal;
}

const HEALTHY_WITHIN_MILLISECONDS = 60_000;

/**
 * Starts everything, concurrently where possible, until the health route answers 200. Answers lines that show a person where
 * everything is. Throws a `SetupError` with what to do, or the signal's reason.
 */
export const startSystem = async (
  options: LocalSystemOptions,
  processes: SystemProcesses,
  journal: RunJournal,
): Promise<string[]> => {
  const { settings, printer, signal } = options;
  const { secrets, isNew } = await loadLocalSecrets(settings.dataDir, DATABASE_SERVICES);
  const sitePorts = await chooseSitePorts(settings, options.reloading?.firstPort);
  const gateway = options.reloading && (await firstFreePort(sitePorts.sandbox + 1, sitePorts.site));
  const ports = { ...sitePorts, gateway };
  const siteUrl = `http://${nameOfHost(settings.host)}:${ports.site}`;
  const sandboxUrl = `http://${nameOfHost(settings.host)}:${ports.sandbox}`;
  const named = opsProcesses(settings.replicas);
  const [opsPorts, otherGatewayPorts] = await Promise.all([freePorts(named.length), freePorts(settings.replicas - 1)]);
  signal.throwIfAborted();

  const { databaseAdminUrl, redisUrl, redisUrls } = await orAborted(
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
    opsPorts: Object.fromEntries(named.map((name, index) => [name, opsPorts[index] ?? 0])),
    otherGatewayPorts,
    siteUrl,
    sandboxUrl,
    databaseAdminUrl,
    databaseUrls,
    redisUrls,
  });
  const admin = { email: settings.adminEmail ?? '', password: settings.adminPassword ?? secrets.adminPassword };
  journal.begin({
    status: 'starting',
    pid: process.pid,
    startedAt: new Date().toISOString(),
    dataDir: settings.dataDir,
    siteUrl,
    siteUrls: [gateway ?? ports.site, ...otherGatewayPorts].map(
      (port) => `http://${nameOfHost(settings.host)}:${port}`,
    ),
    sandboxUrl,
    admin,
    database: { adminUrl: databaseAdminUrl, urls: databaseUrls },
    redisUrl,
    operator: {
      redisUrl: redisUrls['operator'] ?? '',
      requestKey: secrets.requestKey,
      identityRequestKey: secrets.identityRequestKey,
    },
  });

  const startStage = (stages: string[]): Promise<unknown> =>
    Promise.all(
      plan.processes
        .filter(({ stage }) => stages.includes(stage))
        .map((spec) => printer.step(spec.name, processes.startNode(spec, settings.inherited))),
    );
  // Those two need no database, and there is a second core.
  await orAborted(signal, Promise.all([startStage(['sandbox', 'gateway']), migrate(options, databaseAdminUrl, plan)]));
  await orAborted(signal, startStage(['service']));
  await printer.step('health', waitForHealth(`${siteUrl}/api/health`, signal));
  journal.status('ready');

  return whereEverythingIs({
    settings,
    siteUrl,
    sandboxUrl,
    newPassword: isNew ? secrets.adminPassword : undefined,
  });
};

const migrate = async (
  { settings, printer, signal, migrateProgram }: LocalSystemOptions,
  databaseAdminUrl: string,
  plan: SystemPlan,
): Promise<void> => {
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
};

/** Where others find a server that listens on `host`. */
const nameOfHost = (host: string): string => {
  return ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
};

const waitForHealth = async (url: string, signal: AbortSignal): Promise<void> => {
  const deadline = Date.now() + HEALTHY_WITHIN_MILLISECONDS;
  while (!(await answersOk(url))) {
    if (Date.now() > deadline) {
      throw new SetupError(
        `${url} is not healthy after ${seconds(HEALTHY_WITHIN_MILLISECONDS)}: open it to see which part is not.`,
      );
    }
    await delay(50, undefined, { signal });
  }
};
