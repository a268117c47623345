import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorMessage } from '../../error-code.ts';
import { runLocalSystem } from '../local-system.ts';
import { readLocalSettings } from '../local-settings.ts';
import type { PlanContext, ProcessSpec, SystemPlan } from '../process-plan.ts';
import { ProgressPrinter } from '../progress-printer.ts';
import { handleStopSignals } from '../stop-signals.ts';

// The real local system with real servers around fake services; a program, so that its tests can signal and kill it.
const here = dirname(fileURLToPath(import.meta.url));

const fakePlan = ({ settings, ports, opsPorts, databaseAdminUrl, databaseUrls }: PlanContext): SystemPlan => {
  const fake = (name: string, stage: ProcessSpec['stage'], port: number): ProcessSpec => ({
    name,
    stage,
    entry: join(here, 'fake-service.mjs'),
    env: { FAKE_NAME: name, FAKE_PORT: String(port), FAKE_JOURNAL: join(settings.dataDir, 'journal') },
    nodeFlags: [],
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    opsUrl: `http://127.0.0.1:${port}`,
    stopMilliseconds: Number(process.env['FAKE_STOP_MILLISECONDS'] ?? 1000),
  });
  return {
    processes: [
      fake('sandbox', 'sandbox', ports.sandbox),
      fake('billing', 'service', opsPorts['billing'] ?? 0),
      fake('gateway', 'gateway', ports.site),
    ],
    migrations: ['billing', 'content'].map((name) => ({
      name,
      entry: join(here, 'fake-migrate.mjs'),
      env: { FAKE_NAME: name, DATABASE_URL: databaseUrls[name] ?? '', DATABASE_ADMIN_URL: databaseAdminUrl },
    })),
  };
};

try {
  const settings = readLocalSettings(process.env, here, process.argv.slice(2));
  await runLocalSystem({
    settings,
    plan: fakePlan,
    migrateProgram: join(here, '..', '..', 'migrate-all.ts'),
    printer: new ProgressPrinter(process.stdout),
    pause: { first: 50, longest: 200, calm: 60_000 },
    ...handleStopSignals(),
  });
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
