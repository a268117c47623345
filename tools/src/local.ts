import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorMessage } from './error-code.ts';
import { withEnvFile } from './local/env-file.ts';
import { runLocalSystem } from './local/local-system.ts';
import { readLocalSettings } from './local/local-settings.ts';
import { lecternPlan } from './local/process-plan.ts';
import { ProgressPrinter } from './local/progress-printer.ts';
import { handleStopSignals } from './local/stop-signals.ts';
import { SetupError } from './setup-error.ts';

// The local system, as `npm start` runs it. Built to tools/dist/local.js.
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..', '..');

try {
  const settings = readLocalSettings(withEnvFile(process.env, join(root, '.env')), root, process.argv.slice(2));
  const { signal, forceSignal } = handleStopSignals();
  await runLocalSystem({
    settings,
    plan: lecternPlan,
    migrateProgram: join(here, `migrate-all${extname(fileURLToPath(import.meta.url))}`),
    printer: new ProgressPrinter(process.stdout),
    signal,
    forceSignal,
  });
  process.exitCode = 0;
} catch (error) {
  console.error(
    error instanceof SetupError ? `\n${error.message}` : `\nLectern could not start: ${errorMessage(error)}`,
  );
  process.exitCode = 1;
}
