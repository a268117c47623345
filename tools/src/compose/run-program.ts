import { spawn } from 'node:child_process';
import { errorMessage } from '../error-code.ts';

export interface ProgramOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Its output goes to ours instead of being answered. */
  isShown?: boolean;
  timeoutMilliseconds?: number;
}

/** Runs a program and answers what it wrote. Rejects with its last words when it fails, takes too long, or is cut off. */
export const runProgram = (program: string, args: string[], options: ProgramOptions = {}): Promise<string> => {
  const { cwd, env, isShown = false, timeoutMilliseconds = 60_000 } = options;
  const limit = AbortSignal.timeout(timeoutMilliseconds);
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      signal,
      stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    });
    let output = '';
    let words = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()));
    child.once('error', (error) => {
      const why = options.signal?.aborted
        ? errorMessage(options.signal.reason)
        : limit.aborted
          ? `took longer than ${timeoutMilliseconds / 1000} s`
          : error.message;
      reject(new Error(`${program} ${args.join(' ')}: ${why}\n${lastLines(words)}`));
    });
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}\n${lastLines(words + output)}`));
    });
  });
};

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-30).join('\n');
