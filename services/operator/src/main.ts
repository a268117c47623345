// The operator's commands: `npm run operate -- <command>` beside the source, `docker compose run --rm operate <command>` where it is composed.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { DomainError } from '@lectern/contracts/errors';
import { ConfigError, loadConfig } from '@lectern/service-kit/config/load-config';
import { Queues } from '@lectern/service-kit/jobs/queues';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { failFastRedis } from '@lectern/service-kit/redis/connections';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Command, type Options, type Outcome, type Tools, UsageError } from './command.ts';
import * as administrators from './commands/administrators.ts';
import { check } from './commands/check.ts';
import * as queueCommands from './commands/queues.ts';
import { reconcile } from './commands/reconcile.ts';
import { republish } from './commands/republish.ts';
import { setupCode } from './commands/setup-code.ts';
import { rotateSecrets } from './commands/rotate-secrets.ts';
import { OperatorConfig } from './config.ts';

const COMMANDS: readonly Command[] = [
  setupCode,
  administrators.createAdministrator,
  administrators.inviteAdministrator,
  administrators.emailPasswordLink,
  administrators.listAdministrators,
  administrators.changeRole,
  administrators.deactivateAdministrator,
  administrators.activateAdministrator,
  administrators.resetSecondFactor,
  administrators.unlock,
  queueCommands.queues,
  queueCommands.requeue,
  queueCommands.rebuildQueues,
  reconcile,
  check,
  republish,
  rotateSecrets,
];
const COMMON = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

const help = (): string => {
  const width = Math.max(...COMMANDS.map(({ name, usage }) => `${name} ${usage}`.length));
  return [
    'Usage: operate <command> [--json]',
    '',
    ...COMMANDS.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.padEnd(width)}  ${summary}`),
    '',
    'Ends with 0 when it is done, 1 when something could not be done, 2 when the input is invalid.',
    'Backups: deploy/backup.sh and deploy/restore.sh. A copy for testing: deploy/anonymized-copy.sh. More in docs/operations.md.',
  ].join('\n');
};

/** The environment as given, or that of the local system that runs on `DATA_DIR`. */
const environment = (): Record<string, string | undefined> => {
  if (process.env['REDIS_URL']) return process.env;
  const file = join(resolve(process.env['DATA_DIR']?.trim() || '.data'), 'run.json');
  try {
    const { operator } = JSON.parse(readFileSync(file, 'utf8')) as {
      operator: { redisUrl: string; requestKey: string; identityRequestKey: string };
    };
    return {
      DEPLOYMENT: 'local',
      REDIS_URL: operator.redisUrl,
      REQUEST_KEY: operator.requestKey,
      IDENTITY_REQUEST_KEY: operator.identityRequestKey,
    };
  } catch {
    throw new Error(`There is no REDIS_URL, and no local system runs on ${file}.`);
  }
};

/** Does not echo the input of a terminal. */
const readSecret = async (prompt: string): Promise<string> => {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nothing, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
};

const redisIsAway = (error: unknown): never => {
  throw new Error('Redis does not answer, or refuses this user or password.', { cause: error });
};

const openTools = (): Tools & { close(): Promise<void> } => {
  const closing: (() => Promise<void>)[] = [];
  const config = (): OperatorConfig => loadConfig(OperatorConfig, environment());
  return {
    readSecret,
    rpc: async () => {
      const rpc = new RpcClient({
        redisUrl: config().REDIS_URL,
        processName: 'operator',
        caller: 'operator',
        sealOf: (service) => config().sealOf(service),
        logger: createLogger('operator', 'silent'),
      });
      closing.push(() => rpc.close());
      await rpc.connect().catch(redisIsAway);
      return rpc;
    },
    queues: async () => {
      const redis = failFastRedis(config().REDIS_URL, 'operator');
      redis.on('error', () => undefined); // every failed command reports it
      const queues = new Queues(redis);
      closing.push(async () => {
        await queues.close();
        redis.disconnect();
      });
      await redis.connect().catch(redisIsAway);
      return queues;
    },
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
};

const chosen = (name: string | undefined): Command => {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined)
    throw new UsageError(name === undefined ? 'Name a command.' : `There is no command "${name}".`);
  return command;
};

const read = (command: Command, args: string[]): { words: string[]; options: Options } => {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...COMMON, ...command.options },
    });
    const { min, max } = command.words;
    if (values['help'] !== true && (positionals.length < min || positionals.length > max))
      throw new UsageError(`operate ${command.name} ${command.usage}`);
    return { words: positionals, options: values };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
};

const run = async ([name, ...args]: string[]): Promise<number> => {
  if (name === '--help' || name === '-h') {
    say(help());
    return 0;
  }
  const command = chosen(name);
  const { words, options } = read(command, args);
  if (options['help'] === true) {
    say(`operate ${command.name} ${command.usage}\n${command.summary}`);
    return 0;
  }
  const tools = openTools();
  try {
    const { lines, result, isIncomplete = false }: Outcome = await command.run(words, options, tools);
    if (options['json'] === true) say(JSON.stringify(result));
    else for (const line of lines) (isIncomplete ? complain : say)(line);
    return isIncomplete ? 1 : 0;
  } finally {
    await tools.close();
  }
};

const sentence = (error: unknown): string => {
  if (error instanceof DomainError)
    return [error.message, ...Object.entries(error.fields ?? {}).map(([field, text]) => `${field}: ${text}`)].join(
      '\n',
    );
  return error instanceof Error ? error.message : String(error);
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  complain(sentence(error));
  if (error instanceof UsageError) complain('operate --help says what there is.');
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
