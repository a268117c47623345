import { missingPrecondition } from './preconditions.mjs';

/** Builds what has changed. Ends the process, saying why, where the machine or the installation lacks something or the build fails. */
export const makeReady = async (root) => {
  const missing = missingPrecondition(root);
  if (missing !== undefined) {
    console.error(missing);
    process.exit(1);
  }
  // Only now: an installation that lacks something may not be able to read it.
  const { buildIfStale } = await import('./build-if-stale.mjs');
  if (!(await buildIfStale(root))) process.exit(1);
};
