import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from './run-program.ts';

/** The services that run in two replicas each in `compose:test`. */
export const REPLICATED = [
  'gateway',
  'identity',
  'billing',
  'registrations',
  'messaging',
  'messaging-worker',
  'content',
];

export const IMAGES = ['lectern-service', 'lectern-site', 'lectern-sandbox'];

/** Shorter than Docker's own 100 ms, so that a process that has used up a small share is not paused for long. */
const CPU_PERIOD_MICROSECONDS = 20_000;

/** Looks are half a minute apart once a container has started. */
const HEALTHY_WITHIN_MS = 60_000;

const COMPOSE_FILES = ['docker-compose.yml', 'docker-compose.sandbox.yml'];

export interface Replica {
  id: string;
  name: string;
  service: string;
  state: string;
  health: string;
  exitCode: number;
  /** `address:port` on this machine, for each published port. */
  published: string[];
}

interface ComposePsLine {
  ID: string;
  Name: string;
  Service: string;
  State: string;
  Health: string;
  ExitCode: number;
  Publishers: { URL: string; TargetPort: number; PublishedPort: number }[] | null;
}

/** The composed system with the sandbox, as one project of Docker Compose with a name and volumes of its own. */
export class ComposeProject {
  constructor(
    readonly name: string,
    /** Of its images. */
    private readonly version: string,
    private readonly root: string,
    private readonly envFile: string,
    private readonly signal: AbortSignal,
  ) {}

  async build(): Promise<void> {
    await this.compose(['build', '--quiet'], 900_000);
  }

  /** Starts what does not run, ends what is too many, and answers when all is healthy. Two of each service unless `replicas` says otherwise. */
  async up(replicas: Readonly<Record<string, number>> = {}): Promise<void> {
    const scales = REPLICATED.flatMap((service) => ['--scale', `${service}=${replicas[service] ?? 2}`]);
    await this.compose(
      ['up', '--detach', '--no-build', '--no-recreate', '--wait', '--wait-timeout', '240', ...scales],
      300_000,
    );
  }

  /** Removes the containers; what the volumes hold stays. */
  async down(): Promise<void> {
    await this.compose(['down'], 120_000);
  }

  /** Runs one of the scripts that an operator has, as they would. */
  async command(script: string, args: string[]): Promise<string> {
    return this.asOperator([join(this.root, script), ...args]);
  }

  /** Runs a command of the operator's program in a container of its own. Returns what it printed. */
  async operate(args: string[]): Promise<string> {
    return this.asOperator(['-c', 'docker compose run --rm -T operate "$@"', 'sh', ...args]);
  }

  /** The contents of a backup, as SQL. */
  async textOfBackup(file: string): Promise<string> {
    return this.asOperator(['-c', 'docker compose exec -T postgres pg_restore --file=- < "$1"', 'sh', file]);
  }

  private async asOperator(shellArgs: string[]): Promise<string> {
    const env = {
      ...process.env,
      COMPOSE_PROJECT_NAME: this.name,
      COMPOSE_FILE: COMPOSE_FILES.join(':'),
      COMPOSE_ENV_FILES: this.envFile,
      COMPOSE_PROGRESS: 'quiet',
    };
    return runProgram('sh', shellArgs, { cwd: this.root, env, signal: this.signal, timeoutMilliseconds: 300_000 });
  }

  /** Returns rows of the database, one in a line, their columns with `|` between. */
  async query(sql: string): Promise<string[]> {
    const output = await this.compose([
      'exec',
      '-T',
      'postgres',
      'psql',
      '--username=lectern',
      '--dbname=lectern',
      '--no-psqlrc',
      '--tuples-only',
      '--no-align',
      '--command',
      sql,
    ]);
    return output.split('\n').filter((line) => line !== '');
  }

  /** Removes a container with its volume, as if the machine had lost it. */
  async lose(service: string): Promise<void> {
    await this.compose(['rm', '--stop', '--force', service]);
    // Redis has none.
    await this.docker(['volume', 'rm', '--force', `${this.name}_${service}`]);
  }

  /** Removes everything, also when the proof was cut off: the signal does not stop this. */
  async remove(): Promise<void> {
    await runProgram('docker', [...this.composeArgs(), 'down', '--volumes', '--remove-orphans', '--timeout', '10'], {
      cwd: this.root,
      timeoutMilliseconds: 180_000,
    });
    // Their names alone, never `--rmi`: that would take the images that others use as well.
    for (const image of IMAGES) await runProgram('docker', ['image', 'rm', '--force', `${image}:${this.version}`]);
  }

  async logs(): Promise<string> {
    return runProgram('docker', [...this.composeArgs(), 'logs', '--no-color', '--timestamps'], { cwd: this.root });
  }

  async replicas(): Promise<Replica[]> {
    const output = await this.compose(['ps', '--all', '--format', 'json']);
    return output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => {
        const { ID, Name, Service, State, Health, ExitCode, Publishers } = JSON.parse(line) as ComposePsLine;
        const published = (Publishers ?? [])
          .filter(({ PublishedPort }) => PublishedPort > 0)
          .map(({ URL, PublishedPort }) => `${URL}:${PublishedPort}`);
        return { id: ID, name: Name, service: Service, state: State, health: Health, exitCode: ExitCode, published };
      })
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  async replicasOf(service: string): Promise<Replica[]> {
    return (await this.replicas()).filter((it) => it.service === service);
  }

  /** As an upgrade or a crash would: SIGTERM, its time to finish, a new start. Returns when it is healthy again. */
  async restart(replica: Replica): Promise<void> {
    await this.docker(['restart', '--time', '15', replica.id]);
    await this.untilHealthy(replica);
  }

  async stop(service: string): Promise<void> {
    await this.compose(['stop', service]);
  }

  async start(service: string): Promise<void> {
    await this.compose(['start', service]);
    for (const replica of await this.replicasOf(service)) await this.untilHealthy(replica);
  }

  /** Runs a program inside of a replica. */
  async exec(replica: Replica, command: string[]): Promise<string> {
    return this.docker(['exec', replica.id, ...command]);
  }

  /** Gives each of them so many cores from now on, or all there are. */
  async limitCores(replicas: readonly Replica[], cores: number | 'all'): Promise<void> {
    const quota = cores === 'all' ? -1 : Math.round(cores * CPU_PERIOD_MICROSECONDS);
    await this.docker([
      'update',
      '--cpu-period',
      String(CPU_PERIOD_MICROSECONDS),
      '--cpu-quota',
      String(quota),
      ...replicas.map(({ id }) => id),
    ]);
  }

  /** Seconds of a core that a container has used since it was made. */
  async coreSecondsOf(replica: Replica): Promise<number> {
    const output = await this.exec(replica, [
      'sh',
      '-c',
      'cat /sys/fs/cgroup/cpu.stat 2>/dev/null || cat /sys/fs/cgroup/cpuacct/cpuacct.usage',
    ]);
    // cgroup v2 reports microseconds, v1 nanoseconds.
    const microseconds = /^usage_usec (\d+)$/m.exec(output)?.[1];
    return microseconds === undefined ? Number(output) / 1e9 : Number(microseconds) / 1e6;
  }

  async docker(args: string[]): Promise<string> {
    return runProgram('docker', args, { signal: this.signal });
  }

  /** Returns when a container that was just started, or had too little of a processor for its checks, is healthy again. */
  async untilHealthy(replica: Replica): Promise<void> {
    const deadline = Date.now() + HEALTHY_WITHIN_MS;
    for (;;) {
      const health = (await this.docker(['inspect', '--format', '{{.State.Health.Status}}', replica.id])).trim();
      if (health === 'healthy') return;
      if (Date.now() > deadline) throw new Error(`${replica.name} is still ${health}`);
      await delay(250, undefined, { signal: this.signal });
    }
  }

  private composeArgs(): string[] {
    const files = COMPOSE_FILES.flatMap((file) => ['--file', join(this.root, file)]);
    return ['compose', '--project-name', this.name, '--env-file', this.envFile, '--progress', 'quiet', ...files];
  }

  private async compose(args: string[], timeoutMilliseconds = 60_000): Promise<string> {
    return runProgram('docker', [...this.composeArgs(), ...args], {
      cwd: this.root,
      signal: this.signal,
      timeoutMilliseconds,
    });
  }
}

/** Whether a Docker engine and its Compose answer. */
export const hasDocker = async (): Promise<boolean> => {
  try {
    await runProgram('docker', ['version', '--format', '{{.Server.Version}}'], { timeoutMilliseconds: 15_000 });
    await runProgram('docker', ['compose', 'version'], { timeoutMilliseconds: 15_000 });
    return true;
  } catch {
    return false;
  }
};
