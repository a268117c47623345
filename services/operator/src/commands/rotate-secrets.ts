import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Command, UsageError } from '../command.ts';
import { EnvironmentFile } from '../environment-file.ts';

/** A secret of ours of which two values may be valid at the same time (ADR 0022). */
interface Rotated {
  readonly name: string;
  /** Another variable that changes with it and has no list: it signs, and `name` verifies. */
  readonly maker?: string;
  /** The processes to start after each step, in this order. */
  readonly processes: readonly string[];
  /** When nothing made with the former value is needed any more. */
  readonly until: string;
  /** Whether values made with the former secret are needed for years: it stays in the list unless the operator drops it. */
  readonly isKept?: boolean;
}

const ROTATED: readonly Rotated[] = [
  {
    name: 'JWT_PUBLIC_KEY',
    maker: 'JWT_PRIVATE_KEY',
    processes: ['gateway', 'identity'],
    until: 'in 14 days, or now to log out everyone',
  },
  {
    name: 'REQUEST_KEY',
    processes: ['identity', 'billing', 'registrations', 'messaging', 'messaging-worker', 'content', 'gateway'],
    until: 'now',
  },
  { name: 'IDENTITY_REQUEST_KEY', processes: ['identity', 'messaging-worker', 'gateway'], until: 'now' },
  {
    name: 'SECOND_FACTOR_KEY',
    processes: ['identity'],
    until: 'when identity has logged that it sealed second factors with the present key, a minute after its start',
  },
  { name: 'DOCUMENT_LINK_SECRET', processes: ['content'], until: 'in five minutes' },
  {
    name: 'UNSUBSCRIBE_SECRET',
    processes: ['messaging', 'messaging-worker'],
    until: 'never for links that stand in emails',
    isKept: true,
  },
  {
    name: 'CALENDAR_FEED_SECRET',
    processes: ['registrations'],
    until: 'never for addresses that calendar programs ask by',
    isKept: true,
  },
];

const list = (file: EnvironmentFile, name: string): string[] =>
  file
    .get(`${name}_ALSO_VALID`)
    ?.split(',')
    .map((value) => value.trim()) ?? [];
/** The step that a change has reached. The file itself records it, so that no step is done twice. */
const stepOf = (file: EnvironmentFile, name: string): string | undefined => file.get(`${name}_CHANGE`);
/** The variable of the next signing secret, where another one verifies. */
const coming = (maker: string): string => `${maker}_COMING`;
const onOneLine = (pem: string): string => pem.replaceAll('\n', '\\n');

const keyPair = (): { maker: string; value: string } => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    maker: onOneLine(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    value: onOneLine(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()),
  };
};

const begin = (file: EnvironmentFile, { name, maker }: Rotated): void => {
  const drawn = maker === undefined ? { maker: undefined, value: randomBytes(32).toString('hex') } : keyPair();
  file.set(`${name}_ALSO_VALID`, [drawn.value, ...list(file, name)].join(','), name);
  if (maker !== undefined) file.set(coming(maker), drawn.maker, maker);
  file.set(`${name}_CHANGE`, 'begun', `${name}_ALSO_VALID`);
};

const exchange = (file: EnvironmentFile, { name, maker }: Rotated): void => {
  const [next, ...others] = list(file, name);
  file.set(`${name}_ALSO_VALID`, [file.get(name), ...others].join(','), name);
  file.set(name, next, name);
  if (maker !== undefined) {
    file.set(maker, file.get(coming(maker)), maker);
    file.set(coming(maker), undefined, maker);
  }
  file.set(`${name}_CHANGE`, 'switched', `${name}_ALSO_VALID`);
};

const finish = (file: EnvironmentFile, { name, isKept }: Rotated, isDropped: boolean): void => {
  if (isKept !== true || isDropped) file.set(`${name}_ALSO_VALID`, undefined, name);
  file.set(`${name}_CHANGE`, undefined, name);
};

interface Step {
  /** The step that the change must have reached; undefined: not begun. */
  readonly from: string | undefined;
  apply(file: EnvironmentFile, rotated: Rotated, isDropped: boolean): void;
  readonly next: (rotated: Rotated) => string;
}

const STEPS: Readonly<Record<string, Step>> = {
  begin: { from: undefined, apply: begin, next: () => 'then "switch"' },
  switch: { from: 'begun', apply: exchange, next: ({ until }) => `then "finish": ${until}` },
  finish: { from: 'switched', apply: finish, next: () => 'then it is changed' },
};

export const rotateSecrets: Command = {
  name: 'rotate-secrets',
  usage: 'begin|switch|finish <file> [<NAME> …] [--drop]',
  summary:
    'changes our own secrets in a .env in three steps, during which both values are valid; --drop removes a former one that is otherwise kept for years',
  words: { min: 2, max: 2 + ROTATED.length },
  options: { drop: { type: 'boolean' } },
  run: async ([stepName = '', path = '', ...names], { drop }) => {
    const step = Object.hasOwn(STEPS, stepName) ? STEPS[stepName] : undefined;
    if (step === undefined) throw new UsageError(`"${stepName}" is no step: begin, switch or finish`);
    const unknown = names.filter((name) => !ROTATED.some((rotated) => rotated.name === name));
    if (unknown.length > 0)
      throw new UsageError(
        `${unknown.join(', ')} cannot be drawn here. These can: ${ROTATED.map(({ name }) => name).join(', ')}`,
      );
    const file = await EnvironmentFile.read(path);
    const chosen = ROTATED.filter(({ name }) =>
      names.length === 0 ? stepName === 'begin' || stepOf(file, name) === step.from : names.includes(name),
    );
    for (const rotated of chosen) {
      const [at, name] = [stepOf(file, rotated.name), rotated.name];
      if (at !== step.from)
        throw new Error(
          `${name} is ${at ?? 'not being changed'}: "${stepName}" is not its next step. Nothing was changed.`,
        );
      if (file.get(name) === undefined) throw new Error(`${name} is not set in ${path}. Nothing was changed.`);
      if (
        stepName === 'switch' &&
        (list(file, name).length === 0 ||
          (rotated.maker !== undefined && file.get(coming(rotated.maker)) === undefined))
      ) {
        throw new Error(`What ${name} was to become is gone from ${path}. Nothing was changed.`);
      }
    }
    if (chosen.length === 0) return { lines: ['Nothing is being changed.'], result: { changed: [] } };
    for (const rotated of chosen) step.apply(file, rotated, drop === true);
    await file.write();
    return {
      lines: [
        ...chosen.map(
          (rotated) =>
            `${rotated.name}: ${stepName} is done; start ${rotated.processes.join(', then ')} again, ${step.next(rotated)}`,
        ),
        'docker compose up -d --wait, or process by process as in an upgrade.',
      ],
      result: {
        changed: chosen.map(({ name }) => name),
        restart: [...new Set(chosen.flatMap(({ processes }) => processes))],
      },
    };
  },
};
