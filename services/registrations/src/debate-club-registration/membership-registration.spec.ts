import { describe, expect, it } from 'vitest';
import { registrationOf, registrationStatus } from './membership-registration.ts';

describe('the status of a registration', () => {
  it.each([
    ['active', true, 'active'],
    ['past_due', true, 'active'],
    ['past_due', false, 'paused'],
    ['paused', false, 'paused'],
    ['pending', false, 'pending'],
    ['cancelled', false, 'cancelled'],
  ] as const)('of a subscription that is %s with access %s is %s', (status, access, expected) => {
    expect(registrationStatus({ status, access })).toBe(expected);
  });
});

describe('the registration of a membership', () => {
  const membership = {
    subscriptionId: 'sub_1',
    customerId: 'cus_1',
    userId: null,
    email: 'Ann@Example.com',
    emailKey: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'Payer',
    status: 'active',
    access: true,
    plan: 'annual',
    startedAt: new Date('2026-01-02T00:00:00Z'),
    endsAt: null,
    referralCode: 'RUTH-CODE',
    version: 3,
  } as const;

  it('has the names of the payment and no division while there is no account', () => {
    expect(registrationOf(membership, null)).toMatchObject({
      firstName: 'Ann',
      lastName: 'Payer',
      division: null,
      userId: null,
      billingCycle: 'annual',
      referralCode: 'RUTH-CODE',
      registeredAt: membership.startedAt,
    });
  });

  it('is cancelled while the account is deactivated, whatever is paid', () => {
    const account = {
      userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
      email: 'ann@example.com',
      emailKey: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      division: 'professional',
      version: 2,
      emailVerifiedAt: null,
      sessionVersion: 1,
    } as const;
    expect(registrationOf(membership, { ...account, deactivatedAt: new Date('2026-02-02T00:00:00Z') }).status).toBe(
      'cancelled',
    );
    expect(registrationOf(membership, { ...account, deactivatedAt: null }).status).toBe('active');
  });

  it('has names and division of the account once there is one', () => {
    const account = {
      userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
      email: 'ann@example.com',
      emailKey: 'ann@example.com',
      firstName: 'Annette',
      lastName: 'Lee',
      division: 'professional',
      version: 1,
      emailVerifiedAt: null,
      deactivatedAt: null,
      sessionVersion: 0,
    } as const;
    expect(registrationOf(membership, account)).toMatchObject({
      firstName: 'Annette',
      lastName: 'Lee',
      division: 'professional',
      userId: account.userId,
      email: 'Ann@Example.com',
    });
  });
});
