// `npm run compose:test`: builds the images, runs two of each service, and holds the composed system to what it promises.
import { randomBytes } from 'node:crypto';
import { checkContainers, checkNginx, checkOutage, checkRestarts, checkShares } from './checks.ts';
import { checkAnonymizedCopy, checkBackup } from './backup-check.ts';
import { type ComposeProject, IMAGES } from './compose-project.ts';
import { runBrowserJourneys } from './journeys.ts';
import { checkOperator } from './operator-check.ts';
import { type TrialSystem, withTrialSystem } from './trial-system.ts';

const LIMIT_MILLISECONDS = 25 * 60_000;

let passed = 0;

/** Says what passed, with its findings and the seconds that it took. */
const step = async (what: string, check: () => Promise<string | void>): Promise<void> => {
  const began = Date.now();
  const findings = await check();
  passed += 1;
  console.log(`ok    ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)${findings ? `: ${findings}` : ''}`);
};

const prove = async ({ project, site, admin, root, workFolder, version, signal }: TrialSystem): Promise<void> => {
  const member = { email: `member-${randomBytes(4).toString('hex')}@example.com`, password: 'a long enough password' };
  await step('the images build', async () => {
    await project.build();
    const sizes = IMAGES.map((image) =>
      project.docker(['image', 'inspect', '--format', '{{.Size}}', `${image}:${version}`]),
    );
    return (await Promise.all(sizes))
      .map((size, at) => `${IMAGES[at]} ${Math.round(Number(size) / 1e6)} MB`)
      .join(', ');
  });
  await step('two of each service start and are healthy', () => project.up());
  await step('idle, it uses less than 1.2 GB', () => checkMemory(project));
  await step('nothing but the site and the sandbox is published, and every container is confined', () =>
    checkContainers(project),
  );
  await step('a visitor registers, pays, and is a member', () => site.join(member));
  await step('nginx answers as the gateway does', () => checkNginx(project, site));
  await step('the browser journeys pass', () =>
    runBrowserJourneys(root, workFolder, { siteUrl: site.siteUrl, sandboxUrl: site.sandboxUrl, admin }, signal),
  );
  await step('both replicas of each service have their share', () => checkShares(project, site, member));
  await step('a replica of each restarts and no request fails', () => checkRestarts(project, site, member));
  await step('an outage of the gateways is answered clearly, and ends without a restart of nginx', () =>
    checkOutage(project, site),
  );
  await step('the operator’s commands run', () => checkOperator(project, admin));
  await step('a copy for testing contains no personal data', () => checkAnonymizedCopy(project, member, workFolder));
  await step('a backup is restored into an empty system, and nothing is sent twice', () =>
    checkBackup(project, site, member, workFolder),
  );
  await step('the whole system goes down and comes up, and the member still is one', async () => {
    await project.down();
    await project.up();
    if (!(await site.isActive(await site.signIn(member)))) throw new Error('The membership is gone');
  });
};

const MEMORY_LIMIT_MIB = 1.2e9 / 1024 ** 2;
/** Pools end the connections of the start after half a minute. */
const MEMORY_SETTLES_MS = 60_000;

const checkMemory = async (project: ComposeProject): Promise<string> => {
  const ids = (await project.replicas()).filter((it) => it.state === 'running').map((it) => it.id);
  const UNITS: Record<string, number> = { KiB: 1 / 1024, MiB: 1, GiB: 1024 };
  const deadline = Date.now() + MEMORY_SETTLES_MS;
  for (;;) {
    const output = await project.docker(['stats', '--no-stream', '--format', '{{.MemUsage}}', ...ids]);
    const total = [...output.matchAll(/^([\d.]+)([KMG]iB) \//gm)].reduce(
      (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit!] ?? 0),
      0,
    );
    const published = `${Math.round(total)} MiB in ${ids.length} containers`;
    if (total < MEMORY_LIMIT_MIB) return published;
    if (Date.now() > deadline) throw new Error(published);
  }
};

await withTrialSystem(LIMIT_MILLISECONDS, async (system) => {
  try {
    await prove(system);
    console.log(`\nThe composed system holds: ${passed} passed, 0 failed`);
  } catch (error) {
    console.error(`\n${passed} passed, 1 failed`);
    throw error;
  }
});
