import { describe, expect, it } from 'vitest';
import { judge, type Observation, RULES, type SeenAccount, type SeenSubscription } from './judge.ts';

const account = (email: string, differences: Partial<SeenAccount> = {}): SeenAccount => ({
  email,
  isDeactivated: false,
  isActive: false,
  details: null,
  invoices: [],
  isByPayment: false,
  cancelStatus: 404,
  ...differences,
});
const subscription = (id: string, differences: Partial<SeenSubscription> = {}): SeenSubscription => ({
  id,
  isLive: true,
  isPastDue: false,
  cancelsAtPeriodEnd: false,
  kept: 9_500,
  invoices: [`invoice of ${id}`],
  mayBeOf: [],
  mayWait: false,
  paidFor: null,
  ...differences,
});
const member = (email: string, of: string, differences: Partial<SeenAccount> = {}): SeenAccount =>
  account(email, {
    isActive: true,
    details: { status: 'active', cancelAtPeriodEnd: false },
    invoices: [`invoice of ${of}`],
    cancelStatus: 200,
    ...differences,
  });

const RIGHT: Observation = {
  accounts: [member('ada', 'sub_1'), account('bo'), member('cy', 'sub_2', { isDeactivated: true, cancelStatus: null })],
  subscriptions: [
    subscription('sub_1', { mayBeOf: ['ada'] }),
    subscription('sub_2', { mayBeOf: ['cy'], cancelsAtPeriodEnd: true }),
    subscription('sub_waits', { mayWait: true, paidFor: 'dee' }),
    subscription('sub_over', { isLive: false, mayBeOf: ['ada'], kept: 0 }),
  ],
  failures: [],
  attempts: [
    { what: 'membership', email: 'ada', status: 409, code: 'membership_exists' },
    { what: 'membership', email: 'dee', status: 409, code: 'membership_exists' },
    { what: 'membership', email: 'cy', status: 409, code: 'address_refused' },
    { what: 'membership', email: 'bo', status: 200, code: null },
    { what: 'tournament entry', email: 'bo', status: 200, code: null },
  ],
};

/** For each rule, what breaks it. */
const PLANTED: Readonly<Record<keyof typeof RULES, Observation>> = {
  'no request fails': { ...RIGHT, failures: ['POST /api/create-subscription answered 500'] },
  'a live subscription has one owner, or waits for the holder of its mailbox': {
    ...RIGHT,
    accounts: RIGHT.accounts.filter(({ email }) => email !== 'ada'),
  },
  'nobody has what neither they nor their mailbox paid for': {
    ...RIGHT,
    accounts: [...RIGHT.accounts, member('eve', 'sub_waits')],
  },
  'a mailbox is not charged twice, verified or not': {
    ...RIGHT,
    accounts: [
      member('ada', 'sub_1', { invoices: ['invoice of sub_1', 'invoice of sub_3'] }),
      ...RIGHT.accounts.slice(1),
    ],
    subscriptions: [...RIGHT.subscriptions, subscription('sub_3', { mayBeOf: ['ada'] })],
  },
  'nobody is charged without access': {
    ...RIGHT,
    subscriptions: RIGHT.subscriptions.map((seen) => (seen.id === 'sub_over' ? { ...seen, kept: 9_500 } : seen)),
  },
  'nothing stays in progress: a checkout opens, or is refused for a reason that lasts': {
    ...RIGHT,
    attempts: [{ what: 'tournament entry', email: 'bo', status: 409, code: 'checkout_in_progress' }],
  },
  'an account is active exactly while it has a live subscription': {
    ...RIGHT,
    accounts: RIGHT.accounts.map((seen) => (seen.email === 'bo' ? { ...seen, isActive: true } : seen)),
  },
  'the owner of a live subscription sees it, and can cancel it once its mailbox is known to be theirs': {
    ...RIGHT,
    accounts: RIGHT.accounts.map((seen) => (seen.email === 'ada' ? { ...seen, details: null } : seen)),
  },
  'a deactivated account is not charged again': {
    ...RIGHT,
    subscriptions: RIGHT.subscriptions.map((seen) => ({ ...seen, cancelsAtPeriodEnd: false })),
  },
};

describe('the judge of histories', () => {
  it('finds nothing where everything is right', () => {
    expect(judge(RIGHT)).toEqual([]);
  });

  it.each(Object.keys(RULES))('reports a violation of "%s"', (rule) => {
    expect(judge(PLANTED[rule]!).map((broken) => broken.rule)).toContain(rule);
  });

  it('reports a mailbox that pays twice before it is verified', () => {
    const beside = (paidFor: string) =>
      judge({ ...RIGHT, subscriptions: [...RIGHT.subscriptions, subscription('sub_4', { mayWait: true, paidFor })] });
    expect(beside('bo')).toEqual([]);
    for (const email of ['ada', 'dee'])
      expect(beside(email)).toEqual([
        expect.objectContaining({ what: expect.stringContaining(`${email} is charged for`) }),
      ]);
  });

  it.each([
    ['whose owner is not let in', 'sub_1', { accounts: RIGHT.accounts.map((seen) => ({ ...seen, isActive: false })) }],
    [
      'that nobody has, and that does not wait for a mailbox',
      'sub_1',
      { accounts: RIGHT.accounts.filter(({ email }) => email !== 'ada') },
    ],
  ])('reports money that is kept for a membership %s', (_what, id, differences) => {
    expect(judge({ ...RIGHT, ...differences })).toContainEqual({
      rule: 'nobody is charged without access',
      what: expect.stringContaining(`9500 cents are kept for ${id}`),
    });
  });

  it.each(['membership_exists', 'payment_due', 'address_refused'])(
    'reports a checkout that is refused as %s where nothing says so',
    (code) => {
      const attempts = [{ what: 'membership' as const, email: 'bo', status: 409, code }];
      expect(judge({ ...RIGHT, attempts })).toEqual([
        { rule: expect.stringContaining('in progress'), what: `A checkout of a membership for bo answers 409 ${code}` },
      ]);
    },
  );

  it('accepts both while a membership is past due', () => {
    const pastDue = {
      ...RIGHT,
      subscriptions: RIGHT.subscriptions.map((seen) => ({ ...seen, isPastDue: true, kept: 0 })),
    };
    expect(judge({ ...pastDue, accounts: RIGHT.accounts.map((seen) => ({ ...seen, isActive: false })) })).toEqual([]);
  });
});
