import { readFileSync } from 'node:fs';
import { errorCode } from '../error-code.ts';
import { SetupError } from '../setup-error.ts';

const ASSIGNMENT = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;

/**
 * The variables of a `.env` text: `NAME=value` lines, `#` comments, single quotes (as written) and double quotes (with
 * `\n`, `\"`, `\\`). Values are on one line; nothing is substituted. Throws on any other line, with its number.
 */
export const parseEnvFile = (text: string): Record<string, string> => {
  const variables: Record<string, string> = {};
  text.split(/\r?\n/).forEach((raw, index) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) return;
    const [, name, rest] = ASSIGNMENT.exec(line) ?? [];
    const value = rest === undefined ? undefined : readValue(rest);
    if (name === undefined || value === undefined) {
      throw new SetupError(`.env, line ${index + 1}: expected NAME=value, with quotes closed on the same line`);
    }
    variables[name] = value;
  });
  return variables;
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

const readValue = (rest: string): string | undefined => {
  const quote = rest[0];
  if (quote === "'") return /^'([^']*)'\s*(?:#.*)?$/.exec(rest)?.[1];
  if (quote === '"') {
    const inner = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(rest)?.[1];
    return inner?.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  }
  return rest.replace(/(^|\s+)#.*$/, '').trimEnd();
};
