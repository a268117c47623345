import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Runs Jest's projects (`unit`, `integration`), of the files that match `patterns` if any. Answers what was counted. */
export const runJest = async (root, projects, patterns, workFolder) => {
  const report = join(workFolder, 'jest.json');
  const status = await run(
    [
      '--experimental-vm-modules',
      // Jest's experimental ES modules are our choice, so its warning in every worker is of no use.
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
      '--selectProjects',
      ...projects,
      '--json',
      `--outputFile=${report}`,
      `--maxWorkers=${Math.max(3, availableParallelism() - 1)}`,
      '--passWithNoTests',
      '--',
      ...patterns,
    ],
    { cwd: root },
  );
  const counted = countJest(report);
  if (status !== 0 && counted.failed === 0) return { ...counted, failed: 1 };
  return counted;
};

const countJest = (report) => {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  } catch {
    return { passed: 0, failed: 1 };
  }
};
