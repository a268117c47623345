import fc from 'fast-check';

/*
 * What three people with two mailboxes each may do to each other's accounts and payments. Person n reads the mailboxes n and n + 3;
 * everybody may type every address.
 */
export const PEOPLE = 3;
export const MAILBOXES = 6;
/** Who reads a mailbox. */
export const readerOf = (mailbox: number): number => mailbox % PEOPLE;

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
export type Weather = 'calm' | 'provider-down' | 'answers-cut' | 'events-lost' | 'events-late' | 'events-doubled' | 'a-month-passes';

/** Histories that are lived at the same time under one weather. */
export interface Season {
  readonly histories: readonly (readonly Step[])[];
  readonly weather: readonly Weather[];
}

const verb: fc.Arbitrary<Verb> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Verb>('register', 'verify', 'pay-as-guest', 'pay-signed-in') },
  { weight: 4, arbitrary: fc.constantFrom<Verb>('change-address', 'swap-addresses', 'reset-password', 'set-up', 'set-up-by-payment', 'pay-for-another', 'open-and-leave') },
  { weight: 2, arbitrary: fc.constantFrom<Verb>('delete', 'deactivate', 'reactivate', 'refund', 'cancel', 'resume', 'fail-card', 'recover-card') },
);

const step: fc.Arbitrary<Step> = fc.record({ verb, person: fc.nat(PEOPLE - 1), mailbox: fc.nat(MAILBOXES - 1), other: fc.nat(MAILBOXES - 1) });

const weather: fc.Arbitrary<Weather> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Weather>('calm') },
  { weight: 3, arbitrary: fc.constantFrom<Weather>('provider-down', 'answers-cut', 'events-lost', 'events-late', 'events-doubled') },
);

/** Seasons of so many histories of at most so many steps; they shrink to the one history and the few steps that matter. */
export const seasons = (histories: number, steps: number): fc.Arbitrary<Season> =>
  fc.record({
    histories: fc.array(fc.array(step, { minLength: 1, maxLength: steps, size: 'max' }), { minLength: 1, maxLength: histories, size: 'max' }),
    weather: fc.tuple(fc.array(weather, { minLength: steps, maxLength: steps }), fc.option(fc.nat(steps - 1), { freq: 3 })).map(([days, month]) => days.map((day, index) => (index === month ? 'a-month-passes' : day))),
  });

export const tell = ({ verb: what, person, mailbox, other }: Step): string => `person ${person}: ${what}, mailbox ${mailbox}${what.includes('address') ? ` and ${other}` : ''}`;
