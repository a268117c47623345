import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../error-code.ts';
import { freePort } from '../servers/free-port.ts';
import { ComposeProject, hasDocker } from './compose-project.ts';
import { SiteClient } from './site-client.ts';
import { environmentFile, trialEnvironment } from './trial-environment.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A composed system with the sandbox, for the caller alone. Its images are not built yet, and nothing runs. */
export interface TrialSystem {
  readonly project: ComposeProject;
  readonly site: SiteClient;
  readonly admin: { readonly email: string; readonly password: string };
  readonly root: string;
  readonly workFolder: string;
  readonly version: string;
  readonly signal: AbortSignal;
}

/**
 * Gives `use` a composed system of its own, and removes its containers, volumes and images afterwards, also when a signal or the limit cuts
 * it off. Without a Docker engine it says so and does nothing. Prints an error that `use` throws, and sets the exit code 1.
 */
export const withTrialSystem = async (
  limitMilliseconds: number,
  use: (system: TrialSystem) => Promise<void>,
): Promise<void> => {
  if (!(await hasDocker())) {
    console.log('Skipped: no Docker engine with Compose answers, so the composed system was not started here.');
    return;
  }
  const cutOff = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => cutOff.abort(new Error(`stopped by ${name}`)));
  const limit = setTimeout(() => cutOff.abort(new Error('it took too long')), limitMilliseconds);
  try {
    await useAndRemove(cutOff.signal, use);
  } catch (error) {
    console.error(`\nFAILED: ${errorMessage(error)}`);
    process.exitCode = 1;
  } finally {
    clearTimeout(limit);
  }
};

const useAndRemove = async (signal: AbortSignal, use: (system: TrialSystem) => Promise<void>): Promise<void> => {
  const workFolder = mkdtempSync(join(tmpdir(), 'lectern-compose-'));
  const version = `trial-${randomBytes(3).toString('hex')}`;
  const ports = { site: await freePort(), sandbox: await freePort() };
  const variables = trialEnvironment(ports);
  const envFile = join(workFolder, '.env');
  // Everything comes from one address.
  writeFileSync(
    envFile,
    environmentFile({ ...variables, LECTERN_VERSION: version, RATE_LIMIT_SCALE: '10000', CAMPAIGN_RATE: '100000' }),
    {
      mode: 0o600,
    },
  );
  const project = new ComposeProject(`lectern-${version}`, version, ROOT, envFile, signal);
  const admin = { email: variables['ADMIN_EMAIL']!, password: variables['ADMIN_PASSWORD']! };
  const site = new SiteClient(`http://localhost:${ports.site}`, `http://localhost:${ports.sandbox}`);
  try {
    await use({ project, site, admin, root: ROOT, workFolder, version, signal });
  } catch (error) {
    const logFile = join(tmpdir(), `lectern-${version}.log`);
    writeFileSync(logFile, await project.logs().catch(() => ''), { mode: 0o600 });
    console.error(`The logs of all containers are in ${logFile}`);
    throw error;
  } finally {
    console.log('Removing containers, volumes and images of the trial');
    await project.remove();
    rmSync(workFolder, { recursive: true, force: true });
  }
};
