import type { ParseArgsConfig } from 'node:util';
import type { Queues } from '@lectern/service-kit/jobs/queues';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

/** What became of a command. */
export interface Outcome {
  /** For a person, line by line. */
  readonly lines: readonly string[];
  /** For a program, with `--json`. No secret is ever among it. */
  readonly result: unknown;
  /** Whether something is left that the command could not do. */
  readonly isIncomplete?: boolean;
}

export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** What a command works with. Connections are made when they are first asked for. */
export interface Tools {
  readonly rpc: () => Promise<RpcClient>;
  readonly queues: () => Promise<Queues>;
  /** One line that is typed or piped in, and not shown. */
  readonly readSecret: (prompt: string) => Promise<string>;
}

export interface Command {
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly summary: string;
  /** How many words it takes. */
  readonly words: { readonly min: number; readonly max: number };
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  run(words: readonly string[], options: Options, tools: Tools): Promise<Outcome>;
}

/** What somebody typed cannot be meant: the usage is shown, and nothing was done. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
