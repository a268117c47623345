import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

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

const problemsOf = (errors: readonly ValidationError[]): string[] =>
  errors.flatMap((error) => [
    // The value itself is omitted: it may be a secret.
    ...Object.values(error.constraints ?? {}).map((text) =>
      text.startsWith(error.property) ? text : `${error.property}: ${text}`,
    ),
    ...problemsOf(error.children ?? []),
  ]);

/**
 * Reads a process's configuration: an instance of `Config`, whose properties are named like the environment variables
 * and carry class-validator's rules. An empty variable counts as absent, so that defaults apply. Throws a {@link
 * ConfigError} with all problems.
 */
export const loadConfig = <T extends object>(Config: new () => T, environment: Environment): T => {
  const definedVariables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const config = plainToInstance(Config, definedVariables, {
    exposeDefaultValues: true,
    enableImplicitConversion: false,
  });
  const errors = validateSync(config, { forbidUnknownValues: false, whitelist: true });
  const configProblems =
    'problems' in config && typeof config.problems === 'function' ? (config.problems as () => string[])() : [];
  const problems = [...problemsOf(errors), ...configProblems];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
};
