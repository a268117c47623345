import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { errorCode } from '../error-code.ts';
import { SetupError } from '../setup-error.ts';

/** A line that `parseEnv` reads as written. It leaves out other lines, or parts of them, without an error. */
const LINE =
  /^(?:#.*|(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?:'[^']*'\s*(?:#.*)?|"[^"]*"\s*(?:#.*)?|(?!['"`])[^#]*(?:\s#.*)?))?$/;

/** The variables of a `.env` text, as `util.parseEnv` reads them, each on one line. Throws on any other line, with its number. */
export const parseEnvFile = (text: string): Record<string, string> => {
  const bad = text.split(/\r?\n/).findIndex((line) => !LINE.test(line.trim()));
  if (bad !== -1) {
    throw new SetupError(
      `.env, line ${bad + 1}: expected NAME=value, with quotes closed on the same line, and around a value with #`,
    );
  }
  return parseEnv(text) as Record<string, string>;
};

/** `env` over the file's variables; a missing file is fine. */
export const withEnvFile = (env: NodeJS.ProcessEnv, path: string): NodeJS.ProcessEnv => {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return { ...parseEnvFile(text), ...env };
};
