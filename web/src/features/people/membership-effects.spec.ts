import type { MembershipEffects } from '@lectern/contracts/billing/membership-action';
import { describe, expect, it } from 'vitest';
import { choicesOf, type Membership, membershipEffects } from './membership-effects.ts';

const running: Membership = {
  ...{ status: 'active', plan: 'monthly', amount: 9_500, startedAt: '2026-04-01T09:00:00.000Z', hasAccess: true },
  ...{ accessUntil: null, renewsAt: '2026-05-01T09:00:00.000Z', pausedFrom: null, pausedUntil: null },
};
const kindsOf = (membership: Partial<Membership>) =>
  choicesOf({ ...running, ...membership }).map(({ action }) => action.kind);
const effects: MembershipEffects = {
  ...{ plan: 'monthly', price: 9_500, endsNow: false, paidUntil: '2026-05-01T19:00:00.000Z', pause: null },
  ...{ amountDue: 0, credit: 0, creditLeft: 0, nextCharge: null, email: 'cancelled', quotedAt: null },
};

describe('the actions on a membership', () => {
  it.each([
    ['that runs', {}, ['switch', 'pause', 'pause', 'pause', 'extend', 'cancel', 'cancel_now']],
    ['that is annual', { plan: 'annual' }, ['switch', 'extend', 'cancel', 'cancel_now']],
    ['that is to pause', { pausedFrom: running.renewsAt }, ['end_pause', 'cancel', 'cancel_now']],
    ['that pauses', { status: 'paused', pausedFrom: running.renewsAt }, ['end_pause', 'cancel_now']],
    ['that is past due', { status: 'past_due' }, ['cancel_now']],
    ['that is cancelled', { status: 'cancelled', accessUntil: running.renewsAt }, ['resume', 'cancel_now']],
    ['that has ended', { status: 'cancelled', hasAccess: false, accessUntil: running.renewsAt }, []],
    ['that is not paid yet', { status: 'pending' }, []],
  ] as const)('%s', (_, membership, kinds) => {
    expect(kindsOf(membership)).toEqual(kinds);
  });
});

describe('the effects of an action', () => {
  it('name what is lost, the next charge and the email', () => {
    expect(membershipEffects({ kind: 'cancel_now' }, { ...effects, endsNow: true, email: 'ended' })).toEqual({
      lost: [
        'The membership and the access to the member area end immediately.',
        'It is paid until May 1, 2026. The rest is not refunded by this: make the refund under Payments.',
        'Free tournament entries and workshop seats of it are released, or are to be paid.',
      ],
      kept: ['Nothing more is charged.', 'We email the member that the membership has ended.'],
    });
    const nextCharge = { amount: 95_000, at: '2027-05-01T19:00:00.000Z' };
    const switched = { ...effects, plan: 'annual', amountDue: 88_000, credit: 7_000, nextCharge, email: null } as const;
    expect(membershipEffects({ kind: 'switch', plan: 'annual' }, switched)).toEqual({
      lost: ['$880.00 are charged to the member’s card now.'],
      kept: [
        'The plan is annual from now on.',
        '$70.00 of credit for the rest of the paid period.',
        'Next charge: $950.00 on May 1, 2027.',
        'No email is sent: there is no address.',
      ],
    });
  });
});
