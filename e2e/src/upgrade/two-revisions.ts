import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answersOk } from '@lectern/tools/local/ask-http';
import { serviceDatabaseUrl } from '@lectern/tools/local/backing-servers';
import { setUpDatabase } from '@lectern/tools/local/database-setup';
import { loadLocalSecrets } from '@lectern/tools/local/local-secrets';
import { readLogLine } from '@lectern/tools/local/log-line';
import { ProcessLog } from '@lectern/tools/local/process-log';
import {
  DATABASE_SERVICES,
  opsProcesses,
  type PlanContext,
  type ProcessSpec,
  type SystemPlan,
} from '@lectern/tools/local/process-plan';
import type { RunningProcess } from '@lectern/tools/local/run-file';
import { describeEnd, startProcess, type StartedProcess } from '@lectern/tools/process/started-process';
import { startEmbeddedPostgres } from '@lectern/tools/servers/embedded-postgres';
import { freePorts } from '@lectern/tools/servers/free-port';
import { startRedis } from '@lectern/tools/servers/redis';
import { REDIS_USER_NAMES, redisUrlFor, redisUserLines } from '@lectern/tools/servers/redis-users';
import type { RunningSystem } from '../testing/start-system.ts';
import { SharedEntrance } from './shared-entrance.ts';

export type Revision = 'previous' | 'next';

/** The launcher's interface in a revision: the processes are those that it would start, with the environment that it would give them. */
interface Launcher {
  readonly lecternPlan: (context: PlanContext) => SystemPlan;
}
interface Settings {
  readonly readLocalSettings: (
    env: NodeJS.ProcessEnv,
    root: string,
    args: readonly string[],
  ) => PlanContext['settings'];
}

/** The processes of a revision, and what each inherits. */
interface Planned extends SystemPlan {
  readonly inherited: NodeJS.ProcessEnv;
}

interface Running {
  readonly revision: Revision;
  readonly process: StartedProcess;
  readonly logFile: string;
}

export interface TwoRevisionsOptions {
  /** The folder of each, built. */
  readonly roots: Readonly<Record<Revision, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

export const GATEWAY = 'gateway';
const SANDBOX = 'sandbox';
const READY_WITHIN_MS = 60_000;
const HEALTHY_WITHIN_MS = 60_000;
const STOP_SERVERS_LAST = ['sandbox', 'redis', 'postgres'];

const load = async <M>(root: string, file: string): Promise<M> =>
  (await import(pathToFileURL(join(root, 'tools', 'src', 'local', file)).href)) as M;

/**
 * One Postgres, one Redis, the provider emulators, and processes of two revisions beside each other, behind what shares
 * requests out among their gateways. Begins with the previous revision alone; its processes are then replaced one by one.
 */
export class TwoRevisions implements RunningSystem {
  /** Unexpected ends and exits of processes, in sentences. */
  readonly unasked: string[] = [];
  /** How often each process complained of what: errors of its log. */
  readonly complaints = new Map<string, number>();
  private readonly running = new Map<string, Running[]>();
  private readonly crashes = new Map<string, number>();
  private readonly logs: ProcessLog[] = [];
  private plans!: Readonly<Record<Revision, Planned>>;
  private gatewayPorts!: Readonly<Record<Revision, number>>;
  private readonly stops: [name: string, stop: () => Promise<void>][] = [];
  private isStopping = false;

  private constructor(
    private readonly options: TwoRevisionsOptions,
    readonly dataDir: string,
    readonly entrance: SharedEntrance,
    private readonly context: Omit<PlanContext, 'settings' | 'opsPorts' | 'otherGatewayPorts' | 'ports'> & {
      readonly redisUrl: string;
    },
    private readonly admin: { email: string; password: string },
  ) {}

  static async start(options: TwoRevisionsOptions): Promise<TwoRevisions> {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-upgrade-'));
    // Started by root, Postgres runs as another user, who has to pass through.
    await chmod(dataDir, 0o711);
    await mkdir(join(dataDir, 'logs'));
    const launchers = {
      previous: await load<Launcher>(options.roots.previous, 'process-plan.ts'),
      next: await load<Launcher>(options.roots.next, 'process-plan.ts'),
    };
    const { secrets } = await loadLocalSecrets(dataDir, DATABASE_SERVICES);
    const [sitePort = 0, sandboxPort = 0, postgresPort = 0, redisPort = 0, previousPort = 0, nextPort = 0] =
      await freePorts(6);
    const entrance = await SharedEntrance.listen(sitePort);
    const postgres = await startEmbeddedPostgres({
      folder: join(dataDir, 'postgres'),
      password: secrets.postgresPassword,
      port: postgresPort,
      durability: 'durable',
    });
    const redis = await startRedis({
      folder: join(dataDir, 'redis'),
      password: secrets.redisPassword,
      port: redisPort,
      users: redisUserLines(secrets.redisPasswords),
    });
    const databaseAdminUrl = Object.assign(new URL(postgres.url), { pathname: '/lectern' }).href;
    const system = new TwoRevisions(
      options,
      dataDir,
      entrance,
      {
        // A revision from before identity had a key of its own seals requests to identity with the common key.
        // Where it is deployed no value may be two secrets, and that one upgrade stops identity and the processes that ask it (operations).
        secrets: {
          ...secrets,
          alsoValid: {
            REQUEST_KEY: [secrets.identityRequestKey],
            IDENTITY_REQUEST_KEY: [secrets.requestKey],
          },
        },
        siteUrl: `http://localhost:${sitePort}`,
        sandboxUrl: `http://localhost:${sandboxPort}`,
        databaseAdminUrl,
        databaseUrls: Object.fromEntries(
          DATABASE_SERVICES.map((name) => [
            name,
            serviceDatabaseUrl(databaseAdminUrl, name, secrets.rolePasswords[name] ?? ''),
          ]),
        ),
        // A revision from before the users takes the administrator's.
        redisUrl: redis.url,
        redisUrls: Object.fromEntries(
          REDIS_USER_NAMES.map((name) => [name, redisUrlFor(redis.url, name, secrets.redisPasswords[name] ?? '')]),
        ),
      },
      { email: 'admin@lectern.test', password: secrets.adminPassword },
    );
    system.stops.push(['postgres', () => postgres.stop()], ['redis', () => redis.stop()]);
    try {
      system.gatewayPorts = { previous: previousPort, next: nextPort };
      const plan = async (revision: Revision): Promise<Planned> => {
        const root = options.roots[revision];
        const names = opsProcesses(1);
        const opsPorts = await freePorts(names.length);
        // Not the person's own environment: it may name real providers.
        const environment = {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          ...options.environment,
          DATA_DIR: dataDir,
        };
        const settings = (await load<Settings>(root, 'local-settings.ts')).readLocalSettings(environment, root, []);
        const planned = launchers[revision].lecternPlan({
          ...system.context,
          settings,
          ports: { site: system.gatewayPorts[revision], sandbox: sandboxPort },
          opsPorts: Object.fromEntries(names.map((name, index) => [name, opsPorts[index] ?? 0])),
          otherGatewayPorts: [],
        });
        return { ...planned, inherited: settings.inherited };
      };
      system.plans = { previous: await plan('previous'), next: await plan('next') };
      await system.begin();
      return system;
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  get siteUrl(): string {
    return this.context.siteUrl;
  }

  /** Of what stands before the gateways. */
  get siteUrls(): string[] {
    return [this.siteUrl];
  }

  get sandboxUrl(): string {
    return this.context.sandboxUrl;
  }

  /** The names of a revision's processes, except for the provider emulators: those of the next one, in the order in which they are replaced. */
  get replaced(): string[] {
    return this.plans.next.processes.map(({ name }) => name).filter((name) => name !== SANDBOX);
  }

  async run(): ReturnType<RunningSystem['run']> {
    const { siteUrl, sandboxUrl, databaseAdminUrl, databaseUrls, redisUrl, redisUrls, secrets } = this.context;
    const processes: RunningProcess[] = this.replaced.map((name) => {
      const last = this.running.get(name)?.at(-1);
      return {
        name,
        pid: last?.process.pid ?? 0,
        restarts: this.crashes.get(name) ?? 0,
        mark: '',
        logFile: last?.logFile ?? '',
      };
    });
    return {
      status: 'ready',
      pid: process.pid,
      startedAt: '',
      dataDir: this.dataDir,
      siteUrl,
      siteUrls: [siteUrl],
      sandboxUrl,
      admin: this.admin,
      database: { adminUrl: databaseAdminUrl, urls: databaseUrls },
      redisUrl,
      operator: {
        redisUrl: redisUrls['operator'] ?? '',
        requestKey: secrets.requestKey,
        identityRequestKey: secrets.identityRequestKey,
      },
      processes,
    };
  }

  /** Runs the migrations of a revision; answers which there were to run. */
  async migrate(revision: Revision): Promise<string[]> {
    const log = this.log('migrations', revision);
    return setUpDatabase({
      program: join(this.options.roots[revision], 'tools', 'dist', 'migrate-all.js'),
      databaseAdminUrl: this.context.databaseAdminUrl,
      migrations: this.plans[revision].migrations,
      inherited: this.plans[revision].inherited,
      signal: AbortSignal.timeout(120_000),
      logPath: log.path,
      onLine: (line) => log.line(line),
    });
  }

  /** Starts a process of the revision beside those of the same name, and waits until it has work. */
  async start(name: string, revision: Revision): Promise<void> {
    const spec = this.plans[revision].processes.find((each) => each.name === name);
    // A revision may have a process more than the other.
    if (spec === undefined) return;
    await this.startSpec(spec, revision);
    if (name === GATEWAY) this.entrance.add(this.gatewayPorts[revision]);
  }

  /** Ends the process of that name and revision in order (SIGTERM); what shares requests out learns of it when it takes no connection. */
  async end(name: string, revision: Revision): Promise<void> {
    const all = this.running.get(name) ?? [];
    const ended = all.filter((each) => each.revision === revision);
    this.running.set(
      name,
      all.filter((each) => each.revision !== revision),
    );
    for (const each of ended) {
      await each.process.stop();
      const end = await each.process.ended;
      if (end.code !== 0) this.unasked.push(`${name} (${revision}) did not end in order: ${describeEnd(end)}`);
    }
    if (name === GATEWAY) this.entrance.remove(this.gatewayPorts[revision]);
  }

  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    for (const name of [
      GATEWAY,
      ...[...this.running.keys()].filter((each) => each !== GATEWAY && each !== SANDBOX),
      SANDBOX,
    ]) {
      await Promise.all((this.running.get(name) ?? []).map(({ process: each }) => each.stop()));
    }
    for (const [, stop] of this.stops.toSorted(
      ([one], [other]) => STOP_SERVERS_LAST.indexOf(one) - STOP_SERVERS_LAST.indexOf(other),
    ))
      await stop();
    await this.entrance.close();
    await Promise.all(this.logs.map((log) => log.close()));
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async begin(): Promise<void> {
    // The providers are no part of what is upgraded.
    await Promise.all([this.start(SANDBOX, 'next'), this.migrate('previous')]);
    await Promise.all(
      this.plans.previous.processes
        .filter(({ name }) => name !== SANDBOX)
        .map(({ name }) => this.start(name, 'previous')),
    );
    const until = Date.now() + HEALTHY_WITHIN_MS;
    while (!(await answersOk(`${this.siteUrl}/api/health`))) {
      if (Date.now() > until)
        throw new Error(`The previous revision did not become healthy: ${[...this.complaints.keys()].join('; ')}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  private async startSpec(spec: ProcessSpec, revision: Revision): Promise<void> {
    const { name } = spec;
    const log = this.log(name, revision);
    const started = await startProcess({
      command: process.execPath,
      args: [...spec.nodeFlags, spec.entry],
      env: { ...this.plans[revision].inherited, ...spec.env },
      stopSignals: [['SIGTERM', spec.stopMilliseconds]],
      ready: () => answersOk(spec.readyUrl),
      readyMilliseconds: READY_WITHIN_MS,
      onLine: (line) => {
        log.line(line);
        const { level, text } = readLogLine(line);
        if (level === 'error' || level === 'fatal') this.count(`${name} (${revision}): ${text}`);
      },
    });
    this.running.set(name, [...(this.running.get(name) ?? []), { revision, process: started, logFile: log.path }]);
    void started.ended.then((end) => {
      const isOurs = this.running.get(name)?.some((each) => each.process === started) === true;
      if (this.isStopping || !isOurs) return;
      this.crashes.set(name, (this.crashes.get(name) ?? 0) + 1);
      this.unasked.push(`${name} (${revision}) ended by itself: ${describeEnd(end)}`);
    });
  }

  private count(complaint: string): void {
    this.complaints.set(complaint, (this.complaints.get(complaint) ?? 0) + 1);
  }

  private log(name: string, revision: Revision): ProcessLog {
    const log = new ProcessLog({
      name: `${name}-${revision}`,
      folder: join(this.dataDir, 'logs'),
      isVerbose: false,
      print: () => undefined,
    });
    this.logs.push(log);
    return log;
  }
}
