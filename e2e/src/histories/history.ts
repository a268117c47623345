import fc from 'fast-check';

/*
 * Steps by which four people with five mailboxes affect each other's accounts and payments. Each mailbox has two readers, as a couple's does, so
 * that it passes from one account to another; everybody may type every address.
 */
export const PEOPLE = 4;
export const MAILBOXES = 5;
/** The two people who read a mailbox. */
export const readersOf = (mailbox: number): readonly number[] => [mailbox % PEOPLE, (mailbox + 1) % PEOPLE];

type Verb =
  | 'register'
  | 'verify'
  | 'reset-password'
  | 'set-up'
  | 'set-up-by-payment'
  | 'pay-signed-in'
  | 'pay-as-guest'
  | 'pay-for-another'
  | 'open-and-leave'
  | 'change-address'
  | 'swap-addresses'
  | 'delete'
  | 'deactivate'
  | 'reactivate'
  | 'refund'
  | 'cancel'
  | 'resume'
  | 'fail-card'
  | 'recover-card';

/** One thing that one person does with a mailbox, and perhaps another one. */
export interface Step {
  readonly verb: Verb;
  readonly person: number;
  readonly mailbox: number;
  readonly other: number;
}

/** How the payment provider and its messages are while a step of every history is made. */
export type Weather =
  'calm' | 'provider-down' | 'answers-cut' | 'events-lost' | 'events-late' | 'events-doubled' | 'a-month-passes';

/** Histories that run at the same time under the same provider faults; an empty turn does nothing. */
export interface Season {
  readonly histories: readonly (readonly (Step | null)[])[];
  readonly weather: readonly Weather[];
}

const verb: fc.Arbitrary<Verb> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Verb>('register', 'verify', 'pay-as-guest', 'pay-signed-in') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Verb>(
      'change-address',
      'swap-addresses',
      'reset-password',
      'set-up',
      'set-up-by-payment',
      'pay-for-another',
      'open-and-leave',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Verb>(
      'delete',
      'deactivate',
      'reactivate',
      'refund',
      'cancel',
      'resume',
      'fail-card',
      'recover-card',
    ),
  },
);

const step: fc.Arbitrary<Step> = fc.record({
  verb,
  person: fc.nat(PEOPLE - 1),
  mailbox: fc.nat(MAILBOXES - 1),
  other: fc.nat(MAILBOXES - 1),
});

const weather: fc.Arbitrary<Weather> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Weather>('calm') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Weather>('provider-down', 'answers-cut', 'events-lost', 'events-late', 'events-doubled'),
  },
);

const times = <T>(count: number, drawn: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(drawn, { minLength: count, maxLength: count });

/**
 * Seasons of so many histories of so many turns. Drawn without fast-check's preference for small values, which leaves short runs almost
 * empty; they shrink to the one history and the few steps that matter.
 */
export const seasons = (histories: number, turns: number): fc.Arbitrary<Season> =>
  fc.noBias(
    fc.record({
      histories: times(histories, fc.option(times(turns, fc.option(step, { freq: 40 })), { freq: 1_000, nil: [] })),
      weather: fc
        .tuple(times(turns, weather), fc.option(fc.nat(turns - 1), { freq: 3 }))
        .map(([days, month]) => days.map((day, index) => (index === month ? 'a-month-passes' : day))),
    }),
  );

export const describeStep = ({ verb: what, person, mailbox, other }: Step): string =>
  `person ${person}: ${what}, mailbox ${mailbox}${what.includes('address') ? ` and ${other}` : ''}`;
