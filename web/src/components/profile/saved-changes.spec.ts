import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '@lectern/contracts/identity/model';
import { emailToSend, isOtherEmail, savedChanges } from './saved-changes.ts';

describe('a saved profile', () => {
  const user: CurrentUser = {
    id: '00000000-0000-4000-8000-000000000001',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Okafor',
    subscriptionStatus: 'active',
    division: 'development',
    hasChosenDivision: false,
    pendingEmail: null,
    isEmailVerified: true,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const names = { firstName: ' Adaeze ', lastName: 'Okafor' };

  it('has its new names immediately, and its new email once that is confirmed', () => {
    const changes = savedChanges(user, { ...names, email: ' ada@work.example ' });
    expect(changes).toEqual({ firstName: 'Adaeze', lastName: 'Okafor', pendingEmail: 'ada@work.example' });
  });

  it('has another spelling of the same email immediately, and waits for no confirmation', () => {
    expect(
      savedChanges({ ...user, pendingEmail: 'ada@work.example' }, { ...names, email: 'Ada@Example.com' }),
    ).toMatchObject({
      email: 'Ada@Example.com',
      pendingEmail: null,
    });
  });

  it('keeps its email, and the pending one, where none was sent', () => {
    const changes = savedChanges({ ...user, pendingEmail: 'ada@work.example' }, { ...names, division: 'professional' });
    expect(changes).not.toHaveProperty('email');
    expect(changes).not.toHaveProperty('pendingEmail');
  });

  it('needs the password for another mailbox, not for another spelling', () => {
    expect([isOtherEmail(user, ' ada@work.example'), isOtherEmail(user, ' Ada@Example.com ')]).toEqual([true, false]);
  });

  it('has chosen a division only when one was sent', () => {
    expect(savedChanges(user, { ...names, email: user.email })).not.toHaveProperty('hasChosenDivision');
    expect(savedChanges(user, { ...names, email: user.email, division: 'professional' })).toMatchObject({
      division: 'professional',
      hasChosenDivision: true,
    });
  });

  it('is sent without the current email, so that saving names does not withdraw a pending change', () => {
    expect([emailToSend(user, 'ada@example.com '), emailToSend(user, undefined)]).toEqual([{}, {}]);
    for (const email of ['Ada@Example.com', 'ada@work.example']) expect(emailToSend(user, email)).toEqual({ email });
  });
});
