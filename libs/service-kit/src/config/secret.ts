import 'reflect-metadata';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { ValidateBy, type ValidationOptions } from 'class-validator';

/** What somebody who is not told a variable must not be able to find out, and how it may look. */
export interface SecretRule {
  /** `generated`: made by a machine; `address`: the password of an address; `typed`: chosen by a person, so that it may hold words. */
  readonly kind: 'generated' | 'address' | 'typed';
  /** Fewest characters, without the prefix. */
  readonly min: number;
  /** Goes before the secret itself, and tells nothing. */
  readonly prefix?: RegExp;
  /** What to do about a weak one, in words for whoever sets it. */
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

/** An address with a password in it, of a database or of Redis. */
export const SecretAddress = (): PropertyDecorator => secret(OF_ADDRESS);

/** What a provider made for us. Providers differ in length; none makes less than 16 characters. */
export const ProviderSecret = (prefix?: RegExp): PropertyDecorator =>
  secret({
    kind: 'generated',
    min: 16,
    remedy: 'must be as the provider made it: this one is too short, or can be guessed',
    ...(prefix && { prefix }),
  });

/** A password that a person chose for a first sign-in. */
export const TypedPassword = (min: number): PropertyDecorator =>
  secret({ kind: 'typed', min, remedy: 'can be guessed: choose other words, or openssl rand -base64 18' });

/** What this class is told that must not be guessable, by its variable. */
export const secretsOf = (Config: new () => object): Rules => rulesOf(Config.prototype as object);

/** Fewer different characters than this were typed, not drawn. */
const DIFFERENT_MIN = { generated: 10, address: 8, typed: 5 } as const;
/** What stands in examples, in instructions and on keyboards. A drawn secret of 64 characters holds one once in ten million times. */
const EXAMPLE_WORDS =
  /changeme|replaceme|password|passwort|secret|example|placeholder|sandbox|default|insecure|development|lectern|qwerty|letmein|yourkey|yourtoken|keyhere/gi;
/** Beside them, what people make a first password of. */
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

/** Whether two of three characters are the one that follows, or precedes, or is, the one before: 12345678, abcdefgh, 9876543. */
const isCounted = (text: string): boolean => {
  let steps = 0;
  for (let index = 1; index < text.length; index += 1)
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) <= 1) steps += 1;
  return steps * 3 > text.length * 2;
};

const holdsExample = (text: string, kind: SecretRule['kind']): boolean => {
  const joined = text.replaceAll(/[^a-z0-9]/gi, '');
  if (kind !== 'typed') return joined.search(EXAMPLE_WORDS) >= 0;
  // A person's words may be these among others; nothing but these, with a number behind them, may not.
  return joined.replaceAll(EXAMPLE_WORDS, '').replaceAll(FIRST_WORDS, '').replaceAll(/\d/g, '').length < 5;
};

const guessedPart = (rule: SecretRule, value: string): string => {
  if (rule.kind !== 'address') return rule.prefix === undefined ? value : value.replace(rule.prefix, '');
  return URL.canParse(value) ? decodeURIComponent(new URL(value).password) : '';
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

/** Each secret that a configuration was told; of a list each one. */
const configuredSecrets = (config: object): { name: string; rule: SecretRule; value: string }[] =>
  [...rulesOf(Object.getPrototypeOf(config) as object)].flatMap(([name, rule]) =>
    [(config as Record<string, unknown>)[name]]
      .flat()
      .flatMap((value) => (typeof value === 'string' ? [{ name, rule, value }] : [])),
  );

/**
 * What is wrong with the secrets of a process that is for the public: those that can be guessed, and those that are the same as another
 * one, so that whoever learns one has both. Missing ones are for the rules of the class to name. Says names, never values.
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

/** What holds in the local system too, whose secrets are drawn at its first start: those of our own are long enough, and not of a few characters. */
export const ownSecretProblemsOf = (config: object): string[] =>
  configuredSecrets(config).flatMap(({ name, rule, value }) => {
    const isShort = rule === GENERATED && (value.length < rule.min || new Set(value).size < DIFFERENT_MIN.generated);
    return isShort ? [`${name} ${rule.remedy}`] : [];
  });

/** Whether it is a key of P-256 (ES256) in PEM form, and that half of it. */
const isP256 = (half: 'private' | 'public', value: unknown): boolean => {
  if (typeof value !== 'string' || !value.trimStart().startsWith(`-----BEGIN ${half.toUpperCase()} KEY-----`))
    return false;
  try {
    const key = half === 'private' ? createPrivateKey(value) : createPublicKey(value);
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
};

/** A half of a pair of keys of P-256, PEM. One that is no key, or of another curve, is refused at start rather than at the first use. */
export const P256Key = (half: 'private' | 'public', options: ValidationOptions): PropertyDecorator =>
  ValidateBy({ name: 'p256Key', validator: { validate: (value) => isP256(half, value) } }, options);

/**
 * What is accepted where it was made with this variable: its own value, and those that `<name>_ALSO_VALID` names while it is being changed
 * (ADR 0022). The first one makes new ones.
 */
export const validSecrets = <N extends string>(
  config: { readonly [K in N]: string } & { readonly [K in `${N}_ALSO_VALID`]?: readonly string[] },
  name: N,
): readonly [string, ...string[]] => [
  config[name],
  ...(((config as Record<string, unknown>)[`${name}_ALSO_VALID`] as readonly string[] | undefined) ?? []),
];
