import type { ParseArgsConfig } from 'node:util';
import type { Queues } from '@lectern/service-kit/jobs/queues';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';

/** The result of a command. */
export interface Outcome {
  /** For a person, line by line. */
  readonly lines: readonly string[];
  /** For a program, with `--json`. No secret is ever among it. */
  readonly result: unknown;
  /** Whether something is left that the command could not do. */
  readonly isIncomplete?: boolean;
}

export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** The connections and prompts of a command. Connections are made on first use. */
export interface Tools {
  readonly rpc: () => Promise<RpcClient>;
  readonly queues: () => Promise<Queues>;
  /** Reads one line, typed without echo or piped in. */
  readonly readSecret: (prompt: string) => Promise<string>;
}

export interface Command {
  readonly name: string;
  /** The arguments after the name. */
  readonly usage: string;
  readonly summary: string;
  /** The number of arguments. */
  readonly words: { readonly min: number; readonly max: number };
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  run(words: readonly string[], options: Options, tools: Tools): Promise<Outcome>;
}

/** Invalid input: the command shows its usage, and has done nothing. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
