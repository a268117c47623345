import { describe, expect, it } from '@jest/globals';
import { EMAIL_TRANSITIONS, type EmailStatus, type EmailTurn, pauseAfter, statusesBefore } from './email.ts';

const STATUSES: EmailStatus[] = ['pending', 'sending', 'sent', 'failed', 'uncertain'];
const TURNS: EmailTurn[] = ['claimed', 'accepted', 'rejected', 'postponed', 'confirmed', 'unconfirmed', 'erased'];

describe('the transitions of an email', () => {
  const expected: Record<EmailStatus, Record<EmailTurn, EmailStatus | undefined>> = {
    pending: {
      claimed: 'sending',
      accepted: undefined,
      rejected: undefined,
      postponed: undefined,
      confirmed: 'sent',
      unconfirmed: undefined,
      erased: 'failed',
    },
    sending: {
      claimed: undefined,
      accepted: 'sent',
      rejected: 'failed',
      postponed: 'pending',
      confirmed: 'sent',
      unconfirmed: 'uncertain',
      erased: undefined,
    },
    uncertain: {
      claimed: undefined,
      accepted: 'sent',
      rejected: 'failed',
      postponed: 'pending',
      confirmed: 'sent',
      unconfirmed: undefined,
      erased: undefined,
    },
    failed: {
      claimed: undefined,
      accepted: undefined,
      rejected: undefined,
      postponed: undefined,
      confirmed: 'sent',
      unconfirmed: undefined,
      erased: undefined,
    },
    sent: {
      claimed: undefined,
      accepted: undefined,
      rejected: undefined,
      postponed: undefined,
      confirmed: undefined,
      unconfirmed: undefined,
      erased: undefined,
    },
  };
  it.each(STATUSES.flatMap((status) => TURNS.map((turn) => [status, turn] as const)))(
    'from %s when %s',
    (status, turn) => {
      expect(EMAIL_TRANSITIONS[status][turn]).toBe(expected[status][turn]);
      expect(statusesBefore(turn).includes(status)).toBe(expected[status][turn] !== undefined);
    },
  );

  it('lead to a post only from pending, and back to pending only by the provider’s answer', () => {
    expect(statusesBefore('claimed')).toEqual(['pending']);
    for (const status of STATUSES) {
      const back = TURNS.filter((turn) => EMAIL_TRANSITIONS[status][turn] === 'pending');
      expect(back.filter((turn) => turn !== 'postponed')).toEqual([]);
    }
  });
});

describe('the pause after a refusal', () => {
  it.each([
    [1, 5_000],
    [2, 10_000],
    [3, 20_000],
    [8, 640_000],
    [9, 900_000],
    [300, 900_000],
  ])('after try %i is %i ms', (attempts, pause) => {
    expect(pauseAfter(attempts, 0, 0)).toBe(pause);
    expect(pauseAfter(attempts, 0, 1)).toBe(pause * 1.2);
  });

  it('is never shorter than the provider asks', () => {
    expect(pauseAfter(1, 60_000, 0)).toBe(60_000);
    expect(pauseAfter(9, 60_000, 0)).toBe(900_000);
  });
});
