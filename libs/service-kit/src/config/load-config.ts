import * as z from 'zod/mini';
import { variablesOf } from './variable.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** All problems of a process's environment, in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration of this process has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
}

/**
 * Reads a process's configuration: an instance of `Config`, whose properties are {@link Variable}s. An empty variable
 * counts as absent, so that defaults apply; other variables of the environment are ignored. Throws a {@link ConfigError}
 * with all problems, which contain no values: a value may be a secret.
 */
export const loadConfig = <T extends object>(Config: new () => T, environment: Environment): T => {
  const config = new Config();
  const wrong = [...variablesOf(Config)].flatMap(([name, schema]) => {
    const text = environment[name] === '' ? undefined : environment[name];
    if (text === undefined && Reflect.get(config, name) !== undefined) return [];
    const { data, error } = z.safeParse(schema, text);
    // A wrong value stays as it is, so that `problems` does not call it missing.
    Reflect.set(config, name, error === undefined ? data : text);
    return error === undefined ? [] : [`${name} ${error.issues[0]?.message}`];
  });
  const further =
    'problems' in config && typeof config.problems === 'function' ? (config.problems as () => string[])() : [];
  const problems = [...wrong, ...further];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
};
