import 'reflect-metadata';
import { urlOf } from '@lectern/contracts/url';

/** The form of a secret that nobody without the variable may be able to guess. */
export interface SecretRule {
  /**
   * `generated`: made by a machine; `address`: the password within a URL; `typed`: chosen by a person, so that it may
   * contain words.
   */
  readonly kind: 'generated' | 'address' | 'typed';
  /** Fewest characters, without the prefix. */
  readonly min: number;
  /** Precedes the secret and is public. */
  readonly prefix?: RegExp;
  /** How to replace a weak one, for the operator. */
  readonly remedy: string;
}

const RULES = Symbol('lectern:secrets');
type Rules = ReadonlyMap<string, SecretRule>;

const rulesOf = (prototype: object): Rules => (Reflect.getMetadata(RULES, prototype) as Rules | undefined) ?? new Map();

const GENERATED: SecretRule = {
  kind: 'generated',
  min: 32,
  remedy: 'must be at least 32 random characters: openssl rand -hex 24',
};
const OF_ADDRESS: SecretRule = {
  kind: 'address',
  min: 16,
  remedy: 'must hold a password of at least 16 random characters: openssl rand -hex 24',
};

const secret =
  (rule: SecretRule): PropertyDecorator =>
  (prototype, name) => {
    Reflect.defineMetadata(RULES, new Map([...rulesOf(prototype), [String(name), rule]]), prototype);
  };

/** A secret of our own, or a list of them, drawn with `openssl rand`. */
export const OwnSecret = (): PropertyDecorator => secret(GENERATED);

/** The URL of a database or of Redis, with a password in it. */
export const SecretAddress = (): PropertyDecorator => secret(OF_ADDRESS);

/** A secret from a provider. Lengths differ; no provider uses fewer than 16 characters. */
export const ProviderSecret = (prefix?: RegExp): PropertyDecorator =>
  secret({
    kind: 'generated',
    min: 16,
    remedy: 'must be as the provider made it: this one is too short, or can be guessed',
    ...(prefix && { prefix }),
  });

/** A password that a person chose for the first sign-in. */
export const TypedPassword = (min: number): PropertyDecorator =>
  secret({ kind: 'typed', min, remedy: 'can be guessed: choose other words, or openssl rand -base64 18' });

/** The secrets of a configuration class, by variable. */
export const secretsOf = (Config: new () => object): Rules => rulesOf(Config.prototype as object);

/** A secret with fewer different characters was typed, not generated. */
const DIFFERENT_MIN = { generated: 10, address: 8, typed: 5 } as const;
/** Words of examples, instructions and keyboards. A random secret of 64 characters contains one once in ten million times. */
const EXAMPLE_WORDS =
  /changeme|replaceme|password|passwort|secret|example|placeholder|sandbox|default|insecure|development|lectern|qwerty|letmein|yourkey|yourtoken|keyhere/gi;
/** Further words that people use for a first password. */
const FIRST_WORDS = /administrator|admin|welcome|login|root|test/gi;

const isRepeated = (text: string): boolean => {
  for (let period = 1; period <= text.length / 2; period += 1)
    if (
      text ===
      text
        .slice(0, period)
        .repeat(Math.ceil(text.length / period))
        .slice(0, text.length)
    )
      return true;
  return false;
};

/** Whether two thirds of the characters continue a sequence, up, down or repeating: 12345678, abcdefgh, 9876543. */
const isCounted = (text: string): boolean => {
  let steps = 0;
  for (let index = 1; index < text.length; index += 1)
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) steps += 1;
  return steps * 3 > text.length * 2;
};

const holdsExample = (text: string, kind: SecretRule['kind']): boolean => {
  const joined = text.replaceAll(/[^a-z0-9]/gi, '');
  if (kind !== 'typed') return joined.search(EXAMPLE_WORDS) >= 0;
  // A typed password may contain these words, but must not consist only of them and a number.
  return joined.replaceAll(EXAMPLE_WORDS, '').replaceAll(FIRST_WORDS, '').replaceAll(/\d/g, '').length < 5;
};

const guessedPart = (rule: SecretRule, value: string): string => {
  if (rule.kind !== 'address') return rule.prefix === undefined ? value : value.replace(rule.prefix, '');
  return decodeURIComponent(urlOf(value)?.password ?? '');
};

const isWeak = (rule: SecretRule, value: string): boolean => {
  const part = guessedPart(rule, value);
  return (
    part.length < rule.min ||
    new Set(part).size < DIFFERENT_MIN[rule.kind] ||
    isRepeated(part) ||
    isCounted(part) ||
    holdsExample(part, rule.kind)
  );
};

/** Every secret of a configuration; each item of a list. */
const configuredSecrets = (config: object): { name: string; rule: SecretRule; value: string }[] =>
  [...rulesOf(Object.getPrototypeOf(config) as object)].flatMap(([name, rule]) =>
    [(config as Record<string, unknown>)[name]]
      .flat()
      .flatMap((value) => (typeof value === 'string' ? [{ name, rule, value }] : [])),
  );

/**
 * Problems of the secrets of a process in production: secrets that can be guessed, and secrets that are equal, so that
 * a person who learns one has both. The rules of the class report missing ones. Reports names, never values.
 */
export const secretProblemsOf = (config: object): string[] => {
  const configured = configuredSecrets(config);
  const parts = configured.map(({ rule, value }) => guessedPart(rule, value));
  return configured.flatMap(({ name, rule, value }, index) => {
    const same = parts[index] === '' ? -1 : parts.indexOf(parts[index] as string);
    return [
      ...(isWeak(rule, value) ? [`${name} ${rule.remedy}`] : []),
      ...(same >= 0 && same < index ? [`${name} must be another one than ${configured[same]?.name}`] : []),
    ];
  });
};

/**
 * Rules that also apply in the local system, which generates its secrets at its first start: our own secrets are long
 * enough and have enough different characters.
 */
export const ownSecretProblemsOf = (config: object): string[] =>
  configuredSecrets(config).flatMap(({ name, rule, value }) => {
    const isShort = rule === GENERATED && (value.length < rule.min || new Set(value).size < DIFFERENT_MIN.generated);
    return isShort ? [`${name} ${rule.remedy}`] : [];
  });

/**
 * The secrets whose signatures or seals are accepted: the variable's own value, and those of `<name>_ALSO_VALID` during
 * a key change (ADR 0022). The first one creates new ones.
 */
export const validSecrets = <N extends string>(
  config: { readonly [K in N]: string } & { readonly [K in `${N}_ALSO_VALID`]?: readonly string[] },
  name: N,
): readonly [string, ...string[]] => [
  config[name],
  ...(((config as Record<string, unknown>)[`${name}_ALSO_VALID`] as readonly string[] | undefined) ?? []),
];
