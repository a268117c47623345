// `npm run compose:scale`: what 1, 2 and 4 replicas of a service do under the same load on the composed system. Each replica has a small share
// of a core, so that the service is what is measured and not the machine; once, for comparison, all that there is.
// `-- 5 billing,gateway` measures these five times.
import { cpus } from 'node:os';
import { type ComposeProject, REPLICATED, type Replica } from './compose-project.ts';
import { campaignLoad, joinMembers, readLoad, type ScaleLoad } from './scale-loads.ts';
import { formatScale, LOAD_GENERATOR, type ScaleRepetition, type ScaleRun } from './scale-table.ts';
import { type TrialSystem, withTrialSystem } from './trial-system.ts';
import { workOf } from './work-counts.ts';

const LIMIT_MILLISECONDS = 90 * 60_000;
const COUNTS = [1, 2, 4];
const REPETITIONS = 3;
const MEMBERS = 64;

const LOADS: Readonly<Record<string, (system: TrialSystem, tokens: readonly string[]) => ScaleLoad>> = {
  gateway: ({ site }, tokens) =>
    readLoad({ service: 'gateway', what: 'who is signed in', path: '/api/auth/user', cores: 0.12 }, site, tokens),
  billing: ({ site }, tokens) =>
    readLoad(
      { service: 'billing', what: 'details of the subscription', path: '/api/subscription/details', cores: 0.06 },
      site,
      tokens,
    ),
  'messaging-worker': ({ project, site, admin }) =>
    campaignLoad({ service: 'messaging-worker', cores: 0.08 }, project, site, admin),
};

interface Usage {
  readonly at: number;
  readonly coreSeconds: ReadonlyMap<Replica, number>;
  readonly work: ReadonlyMap<string, number>;
  readonly ownSeconds: number;
  readonly machine: { readonly busy: number; readonly all: number };
}

const usageOf = async (
  project: ComposeProject,
  replicas: readonly Replica[],
  measured: readonly Replica[],
): Promise<Usage> => {
  const coreSeconds = await Promise.all(replicas.map(async (it) => [it, await project.coreSecondsOf(it)] as const));
  const work = await Promise.all(measured.map(async (it) => [it.id, await workOf(project, it)] as const));
  const { user, system } = process.cpuUsage();
  const times = cpus().map((core) => core.times);
  const all = times.reduce((sum, it) => sum + it.user + it.nice + it.sys + it.irq + it.idle, 0);
  const idle = times.reduce((sum, it) => sum + it.idle, 0);
  return {
    at: performance.now(),
    coreSeconds: new Map(coreSeconds),
    work: new Map(work),
    ownSeconds: (user + system) / 1e6,
    machine: { busy: all - idle, all },
  };
};

/** One measurement of so many replicas, each with so many cores. */
const measureOnce = async (
  { project }: TrialSystem,
  load: ScaleLoad,
  count: number,
  cores: number | 'all',
): Promise<ScaleRun> => {
  // One of each of the others, which are not limited.
  await project.up({ ...Object.fromEntries(REPLICATED.map((service) => [service, 1])), [load.service]: count });
  const replicas = (await project.replicas()).filter(({ state }) => state === 'running');
  const measured = replicas.filter(({ service }) => service === load.service);
  await load.warmUp(count);
  const before = await usageOf(project, replicas, measured);
  // Commands inside the containers run while these are not limited: their time would count as the processes' own.
  await project.limitCores(measured, cores);
  const began = performance.now();
  const result = await load.measure(count).finally(() => project.limitCores(measured, 'all'));
  const seconds = (performance.now() - began) / 1_000;
  const after = await usageOf(project, replicas, measured);
  await load.rest?.();
  // Three health checks in a row may have run during a small share; Compose does not wait for a container that is unhealthy already.
  for (const replica of measured) await project.untilHealthy(replica);
  const busyCores: Record<string, number> = {};
  for (const replica of replicas) {
    busyCores[replica.service] =
      (busyCores[replica.service] ?? 0) +
      (after.coreSeconds.get(replica)! - before.coreSeconds.get(replica)!) / seconds;
  }
  busyCores[LOAD_GENERATOR] = (after.ownSeconds - before.ownSeconds) / seconds;
  const done = measured.map(({ id }) => after.work.get(id)! - before.work.get(id)!);
  const all = done.reduce((sum, it) => sum + it, 0);
  return {
    replicas: count,
    ...result,
    perCoreSecond: result.done / (busyCores[load.service]! * seconds),
    // The worker counts jobs, and a campaign's job runs for as long as it has emails: the counts do not show which worker posted how many.
    shares: load.service === 'messaging-worker' ? [] : done.map((it) => it / all),
    cores: busyCores,
    machineBusy: (after.machine.busy - before.machine.busy) / (after.machine.all - before.machine.all),
  };
};

const repeat = async (
  system: TrialSystem,
  load: ScaleLoad,
  repetitions: number,
  cores: number | 'all',
): Promise<void> => {
  const measured: ScaleRepetition[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const runs: ScaleRun[] = [];
    // Up in one, down in the next: what the machine does meanwhile strikes both ends alike.
    for (const count of repetition % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
      const run = await measureOnce(system, load, count, cores);
      runs.push(run);
      console.error(`${load.service} ×${count}: ${Math.round(run.perSecond)} ${load.unit}`);
    }
    measured.push(runs.sort((a, b) => a.replicas - b.replicas));
  }
  const share = cores === 'all' ? 'no limit' : `${cores} of a core for each replica`;
  console.log(
    `\n### ${load.service}: ${load.what}; ${share}; repetitions: ${repetitions}\n\n${formatScale(load.unit, load.service, measured)}`,
  );
};

const repetitions = Number(process.argv[2] ?? REPETITIONS);
const only = process.argv[3]?.split(',') ?? Object.keys(LOADS);
if (!Number.isInteger(repetitions) || repetitions < 1)
  throw new Error('The first word is how often to measure, such as 5');
const unknown = only.filter((service) => !Object.hasOwn(LOADS, service));
if (unknown.length > 0)
  throw new Error(`There is no load for ${unknown.join(', ')}; there is one for ${Object.keys(LOADS).join(', ')}`);

await withTrialSystem(LIMIT_MILLISECONDS, async (system) => {
  const { project, site } = system;
  await project.build();
  await project.up();
  const tokens = await joinMembers(site, MEMBERS);
  const loads = only.map((service) => LOADS[service]!(system, tokens));
  for (const load of loads) await repeat(system, load, repetitions, load.cores);
  for (const load of loads) await repeat(system, load, 1, 'all');
});
