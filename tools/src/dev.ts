import { join, relative, resolve } from 'node:path';
import { watchBundles } from './dev/watched-bundles.ts';
import { errorMessage } from './error-code.ts';
import { withEnvFile } from './local/env-file.ts';
import { runLocalSystem } from './local/local-system.ts';
import { readLocalSettings } from './local/local-settings.ts';
import {
  lecternPlan,
  opsProcesses,
  type PlanContext,
  type ProcessSpec,
  type SystemPlan,
} from './local/process-plan.ts';
import { ProgressPrinter, seconds } from './local/progress-printer.ts';
import { firstFreePort } from './local/site-ports.ts';
import { handleStopSignals } from './local/stop-signals.ts';
import { orAborted } from './local/until-aborted.ts';
import { SetupError } from './setup-error.ts';

// The local system with reloading, as `npm run dev` runs it.

const SITE_PORT = 5173;
const DEBUGGER_PORT = 9230;
/** A debugger that is attached keeps a process from ending. */
const STOP_MILLISECONDS = 2000;

const root = resolve(import.meta.dirname, '..', '..');
const folder = join(root, '.nx', 'dev');

/** `services/billing/dist/main.js` is rebuilt at `.nx/dev/services/billing/main.js`. */
const rebuilt = (path: string): string => join(folder, relative(root, path).replace(/\bdist\b/, ''));

const devPlan = (context: PlanContext, debuggerPorts: Record<string, number>): SystemPlan => {
  const { processes, migrations } = lecternPlan(context);
  const web: ProcessSpec = {
    name: 'web',
    stage: 'gateway',
    entry: join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    args: [join(root, 'web'), '--host', context.settings.host, '--port', String(context.ports.site), '--strictPort'],
    env: { API_ORIGIN: `http://127.0.0.1:${context.ports.gateway}` },
    nodeFlags: [],
    readyUrl: `${context.siteUrl}/@vite/client`,
    stopMilliseconds: STOP_MILLISECONDS,
  };
  const { SANDBOX_EMAILS = '' } = processes.find(({ name }) => name === 'sandbox')?.env ?? {};
  return {
    processes: [
      ...processes.map((spec): ProcessSpec => ({
        ...spec,
        entry: rebuilt(spec.entry),
        env: { ...spec.env, ...(spec.name === 'sandbox' && { SANDBOX_EMAILS: rebuilt(SANDBOX_EMAILS) }) },
        nodeFlags: [
          ...spec.nodeFlags,
          '--enable-source-maps',
          `--inspect=127.0.0.1:${debuggerPorts[spec.name]}`,
          // Otherwise each start prints where.
          '--inspect-publish-uid=http',
        ],
        stopMilliseconds: STOP_MILLISECONDS,
      })),
      web,
    ],
    migrations: migrations.map((spec) => ({ ...spec, entry: rebuilt(spec.entry) })),
  };
};

const portsFrom = async (first: number, names: readonly string[]): Promise<Record<string, number>> => {
  const ports: Record<string, number> = {};
  let next = first;
  for (const name of names) {
    ports[name] = await firstFreePort(next);
    next = ports[name] + 1;
  }
  return ports;
};

try {
  const args = process.argv.slice(2);
  const settings = { ...readLocalSettings(withEnvFile(process.env, join(root, '.env')), root, args), isVerbose: true };
  const { signal, forceSignal } = handleStopSignals();
  const printer = new ProgressPrinter(process.stdout);
  const debuggerPorts = await portsFrom(DEBUGGER_PORT, ['sandbox', ...opsProcesses(settings.replicas)]);
  /** Of the processes that run each bundle. */
  const namesOf = new Map<string, string[]>();
  let replace: ((name: string) => Promise<boolean>) | undefined;
  /** Bundles that changed while the system started. */
  const missed = new Set<string>();

  const run = async (changedAt: number, bundle: string): Promise<void> => {
    if (replace === undefined) return void missed.add(bundle);
    for (const name of namesOf.get(bundle) ?? [])
      if (await replace(name)) printer.line(`  ${name} runs the change (${seconds(Date.now() - changedAt)})`);
  };
  const bundles = watchBundles(root, folder, {
    onProblem: (text) => printer.problem(text),
    onChange: (changedAt, bundle) => void run(changedAt, bundle),
  });
  await orAborted(signal, printer.step('bundles', bundles.built));

  await runLocalSystem({
    settings,
    plan: (context) => {
      const plan = devPlan(context, debuggerPorts);
      for (const { entry, name, env } of plan.processes)
        for (const bundle of [entry, env['SANDBOX_EMAILS'] ?? entry])
          namesOf.set(bundle, [...new Set(namesOf.get(bundle)).add(name)]);
      return plan;
    },
    migrateProgram: join(root, 'tools', 'src', 'migrate-all.ts'),
    printer,
    reloading: {
      firstPort: SITE_PORT,
      onRunning: (replaceOne) => {
        replace = replaceOne;
        const debuggers = Object.entries(debuggerPorts).map(([name, port]) => `${name} ${port}`);
        printer.line(`  Debuggers      ${debuggers.join(', ')}`);
        for (const bundle of missed) void run(Date.now(), bundle);
      },
    },
    signal,
    forceSignal,
  });
  await bundles.close();
  process.exitCode = 0;
} catch (error) {
  console.error(
    error instanceof SetupError ? `\n${error.message}` : `\nLectern could not start: ${errorMessage(error)}`,
  );
  process.exit(1);
}
