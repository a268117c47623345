// `npm test`: everything, with all its own set-up. `-- --unit`, `--integration` and `--e2e` choose parts; other words
// choose files. The last line is "N passed, N failed".
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PARTS = ['unit', 'integration', 'e2e'];

const { missingPrecondition } = await import('./build/preconditions.mjs');
const missing = missingPrecondition(root);
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}

const args = process.argv.slice(2);
const unknown = args.filter((arg) => arg.startsWith('-') && !PARTS.includes(arg.slice(2)));
if (unknown.length > 0) {
  console.error(`Unknown option ${unknown.join(' ')}; there are --unit, --integration and --e2e.`);
  process.exit(2);
}
const chosen = PARTS.filter((part) => args.includes(`--${part}`));
const patterns = args.filter((arg) => !arg.startsWith('-'));
// Files without a part are Vitest's.
const parts = chosen.length > 0 ? chosen : patterns.length > 0 ? ['unit', 'integration'] : PARTS;

// The parts get the terminal's Ctrl-C themselves; this process ends after them, with their set-up taken down.
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isInterrupted = true));

const workFolder = mkdtempSync(join(tmpdir(), 'lectern-test-run-'));
// Started by root, Postgres runs as another user, who has to pass through.
chmodSync(workFolder, 0o711);
const total = { passed: 0, failed: 0, failures: [], retried: [] };
const add = ({ passed, failed, failures = [], retried = [] }) => {
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures);
  total.retried.push(...retried);
};

try {
  const { buildIfStale } = await import('./build/build-if-stale.mjs');
  if (parts.some((part) => part !== 'unit') && !(await buildIfStale(root))) {
    console.error('\nThe build failed; what is above says why.');
    add({ passed: 0, failed: 1 });
  } else {
    const vitestParts = parts.filter((part) => part !== 'e2e');
    if (vitestParts.length > 0) {
      const { runVitest } = await import('./test/vitest-part.mjs');
      add(await runVitest(root, vitestParts, patterns, workFolder));
    }
    if (parts.includes('e2e') && !isInterrupted && existsSync(join(root, 'e2e', 'playwright.config.ts'))) {
      const { runJourneys } = await import('./test/journeys-part.mjs');
      add(await runJourneys(root, patterns, workFolder));
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  add({ passed: 0, failed: 1 });
} finally {
  if (total.failed === 0 || isInterrupted) rmSync(workFolder, { recursive: true, force: true });
  else console.error(`\nLogs of the failed run: ${workFolder}`);
}

for (const name of total.retried) console.log(`\nPassed at the second try: ${name}`);
for (const name of total.failures) console.log(`\nFailed: ${name}`);
if (total.passed + total.failed === 0) console.error('\nNothing was tested.');
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 || isInterrupted ? 1 : 0;
