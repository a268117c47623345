import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from './run.mjs';
import { startTestSystem } from './test-system.mjs';

/** Runs the browser journeys against a local system of their own. Answers what was counted. */
export const runJourneys = async (root, patterns, workFolder) => {
  const system = await startTestSystem(root, join(workFolder, 'data'));
  const report = join(workFolder, 'playwright.json');
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  let status;
  try {
    // With chosen files, only these run, without the projects that precede them in a whole run.
    const chosen = patterns.length > 0 ? ['--no-deps', ...patterns] : [];
    status = await run([playwright, 'test', '--reporter=list,json', ...chosen], {
      cwd: join(root, 'e2e'),
      env: { ...process.env, LECTERN_RUN_FILE: system.runFile, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
  } finally {
    const problems = await system.stop();
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) status = 1;
  }
  const counted = countPlaywright(report);
  if (status !== 0 && counted.failed === 0) return { ...counted, failed: 1 };
  return counted;
};

/** As `countVitest`. */
const countPlaywright = (report) => {
  try {
    const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8'));
    const specs = suites.flatMap(specsOf);
    const withOutcome = (outcome) =>
      specs
        .filter(({ tests }) => tests.some(({ status }) => status === outcome))
        .map(({ file, title, tests }) => `${file}: ${title}\n  ${reasonOf(tests)}`);
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      failures: withOutcome('unexpected'),
      retried: withOutcome('flaky'),
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
};

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** The first line of the first error, without its colors. */
const reasonOf = (tests) =>
  stripVTControlCharacters(
    tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message ?? '',
  ).split('\n')[0];
