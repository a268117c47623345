import fc from 'fast-check';

/** A person's action in one step of a history. */
export type Step =
  | 'nothing'
  | 'cancel'
  | 'resume'
  | 'refund-all'
  | 'refund-part'
  | 'refund-first'
  | 'card-works'
  | 'card-fails'
  | 'join'
  | 'abandon'
  | 'bootcamp'
  | 'bootcamp-refund'
  | 'second-subscription';

export interface Life {
  readonly plan: 'monthly' | 'annual';
  readonly promo: 'none' | 'percent' | 'free' | 'scarce';
  /** The person who referred this one: a number that is folded onto the people before. */
  readonly broughtBy: number | null;
  readonly card: 'works' | 'later-fails';
  readonly steps: readonly Step[];
}

/** People of the same months, and the faults in the delivery of the provider's messages. */
export interface World {
  readonly people: readonly Life[];
  /** Days between turns. */
  readonly days: readonly number[];
  /** Whether the messages of a turn come three days late. */
  readonly late: readonly boolean[];
}

const TURNS = 7;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>('nothing') },
  { weight: 3, arbitrary: fc.constantFrom<Step>('cancel', 'resume', 'join') },
  { weight: 3, arbitrary: fc.constantFrom<Step>('refund-all', 'refund-part', 'refund-first') },
  { weight: 2, arbitrary: fc.constantFrom<Step>('card-works', 'card-fails') },
  { weight: 2, arbitrary: fc.constantFrom<Step>('bootcamp', 'bootcamp-refund', 'abandon', 'second-subscription') },
);

const life: fc.Arbitrary<Life> = fc.record({
  plan: fc.oneof(
    { weight: 4, arbitrary: fc.constant('monthly' as const) },
    { weight: 1, arbitrary: fc.constant('annual' as const) },
  ),
  promo: fc.constantFrom('none', 'none', 'percent', 'free', 'scarce'),
  broughtBy: fc.option(fc.nat(1_000), { freq: 2 }),
  card: fc.constantFrom('works', 'works', 'works', 'later-fails'),
  steps: fc.array(step, { maxLength: TURNS }),
});

/** A world takes long to start, so it has at least so many people. */
const FEW = 4;

/** Worlds of at most so many people; they shrink to the few steps that matter. */
export const worlds = (people: number): fc.Arbitrary<World> =>
  fc.record({
    people: fc.array(life, { minLength: Math.min(FEW, people), maxLength: people, size: 'max' }),
    days: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: TURNS, maxLength: TURNS }),
    late: fc.array(fc.boolean(), { minLength: TURNS, maxLength: TURNS }),
  });
