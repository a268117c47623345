import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

const PROJECTS_OF = { unit: ['unit'], integration: ['integration', 'shared'] };

/** Runs Vitest's parts (`unit`, `integration`), of the files that match `patterns` if any. Answers what was counted. */
export const runVitest = async (root, parts, patterns, workFolder) => {
  const report = join(workFolder, 'vitest.json');
  const status = await run(
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...parts.flatMap((part) => PROJECTS_OF[part]).map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--passWithNoTests',
      ...patterns,
    ],
    { cwd: root },
  );
  const counted = countVitest(report);
  if (status !== 0 && counted.failed === 0) return { ...counted, failed: 1 };
  return counted;
};

/** The numbers of a report, with the names of the tests that failed, or passed at their second try, and why. */
const countVitest = (report) => {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const tests = testResults.flatMap((file) =>
      file.assertionResults.map((test) => ({
        ...test,
        at: `${file.name}: ${test.fullName}\n  ${test.failureMessages[0]?.split('\n')[0]}`,
      })),
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      failures: tests.filter(({ status }) => status === 'failed').map(({ at }) => at),
      retried: tests
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ at }) => at),
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
};
