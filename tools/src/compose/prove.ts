// `npm run compose:test`: builds the images, runs two of each service, and holds the composed system to what it promises.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../error-code.ts';
import { freePort } from '../servers/free-port.ts';
import { checkContainers, checkNginx, checkOutage, checkRestarts, checkShares } from './checks.ts';
import { checkBackup } from './backup-check.ts';
import { ComposeProject, hasDocker, IMAGES } from './compose-project.ts';
import { runBrowserJourneys } from './journeys.ts';
import { SiteClient } from './site-client.ts';
import { environmentFile, trialEnvironment } from './trial-environment.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const LIMIT_MILLISECONDS = 25 * 60_000;

let passed = 0;

/** Says what passed, with its findings and the seconds that it took. */
async function step(what: string, check: () => Promise<string | void>): Promise<void> {
  const began = Date.now();
  const findings = await check();
  passed += 1;
  console.log(`ok    ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)${findings ? `: ${findings}` : ''}`);
}

async function prove(signal: AbortSignal): Promise<void> {
  const workFolder = mkdtempSync(join(tmpdir(), 'lectern-compose-'));
  const version = `proof-${randomBytes(3).toString('hex')}`;
  const ports = { site: await freePort(), sandbox: await freePort() };
  const variables = trialEnvironment(ports);
  const envFile = join(workFolder, '.env');
  // Journeys and traffic all come from one address.
  writeFileSync(envFile, environmentFile({ ...variables, LECTERN_VERSION: version, RATE_LIMIT_SCALE: '10000' }), { mode: 0o600 });
  const project = new ComposeProject(`lectern-${version}`, version, ROOT, envFile, signal);
  const admin = { email: variables['ADMIN_EMAIL']!, password: variables['ADMIN_PASSWORD']! };
  const site = new SiteClient(`http://localhost:${ports.site}`, `http://localhost:${ports.sandbox}`);
  const member = { email: `member-${randomBytes(4).toString('hex')}@example.com`, password: 'a long enough password' };
  try {
    await step('the images build', async () => {
      await project.build();
      const sizes = IMAGES.map((image) => project.docker(['image', 'inspect', '--format', '{{.Size}}', `${image}:${version}`]));
      return (await Promise.all(sizes)).map((size, at) => `${IMAGES[at]} ${Math.round(Number(size) / 1e6)} MB`).join(', ');
    });
    await step('two of each service start and are healthy', () => project.up());
    await step('idle, it uses', () => memoryOf(project));
    await step('nothing but the site and the sandbox is published, and every container is confined', () => checkContainers(project));
    await step('a visitor registers, pays, and is a member', () => site.join(member));
    await step('nginx answers as the gateway does', () => checkNginx(project, site));
    await step('the browser journeys pass', async () => {
      const count = await runBrowserJourneys(ROOT, workFolder, { siteUrl: site.siteUrl, sandboxUrl: site.sandboxUrl, admin }, signal);
      return `${count} passed`;
    });
    await step('both replicas of each service have their share', () => checkShares(project, site, member));
    await step('a replica of each restarts and no request fails', () => checkRestarts(project, site, member));
    await step('an outage of the gateways is told well, and ends by itself', () => checkOutage(project, site));
    await step('a backup is restored into an empty system, and nothing is sent twice', () => checkBackup(project, site, member, workFolder));
    await step('the whole system goes down and comes up, and the member still is one', async () => {
      await project.down();
      await project.up();
      if (!(await site.isActive(await site.signIn(member)))) throw new Error('The membership is gone');
    });
  } catch (error) {
    const logFile = join(tmpdir(), `lectern-${version}.log`);
    writeFileSync(logFile, await project.logs().catch(() => ''), { mode: 0o600 });
    console.error(`The logs of all containers are in ${logFile}`);
    throw error;
  } finally {
    console.log('Removing containers, volumes and images of the proof');
    await project.remove();
    rmSync(workFolder, { recursive: true, force: true });
  }
}

async function memoryOf(project: ComposeProject): Promise<string> {
  const ids = (await project.replicas()).filter((it) => it.state === 'running').map((it) => it.id);
  const output = await project.docker(['stats', '--no-stream', '--format', '{{.MemUsage}}', ...ids]);
  const UNITS: Record<string, number> = { KiB: 1 / 1024, MiB: 1, GiB: 1024 };
  const total = [...output.matchAll(/^([\d.]+)([KMG]iB) \//gm)].reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit!] ?? 0), 0);
  return `${Math.round(total)} MiB in ${ids.length} containers`;
}

if (!(await hasDocker())) {
  console.log('Skipped: no Docker engine with Compose answers, so the composed system was not proven here.');
} else {
  const cutOff = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => cutOff.abort(new Error(`stopped by ${name}`)));
  const limit = setTimeout(() => cutOff.abort(new Error('the proof took too long')), LIMIT_MILLISECONDS);
  try {
    await prove(cutOff.signal);
    console.log(`\nThe composed system holds: ${passed} passed, 0 failed`);
  } catch (error) {
    console.error(`\nFAILED: ${errorMessage(error)}\n\n${passed} passed, 1 failed`);
    process.exitCode = 1;
  } finally {
    clearTimeout(limit);
  }
}
