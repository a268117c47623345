import { describe, expect, it } from 'vitest';
import type { Job } from 'bullmq';
import type { JobState } from '@lectern/contracts/system/queues-http';
import { withoutPersonalData } from './mask-personal-data.ts';

const ID = '0b9f4a52-6b1e-4c39-9d2b-2a3f1f0f7c11';
const AT = '2026-09-01T12:00:00.000Z';
const TRACED = `${ID} 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`;
const OF_A_JOB = {
  id: '7',
  name: 'send-campaigns',
  timestamp: Date.parse(AT),
  delay: 60_000,
  attemptsMade: 2,
  data: {},
};

const shown = (job: object, state: JobState = 'failed') => withoutPersonalData({ ...OF_A_JOB, ...job } as Job, state);
const errorOf = (failedReason: string) => shown({ failedReason }).error;

describe('a job that an administrator sees', () => {
  it('is the name, time and ids of an event, and nothing that a person wrote', () => {
    const data = {
      eventId: ID,
      name: 'registrations.contact-received.v1',
      correlationId: TRACED,
      occurredAt: AT,
      payload: {
        userId: ID,
        email: 'ada@example.com',
        name: 'Ada',
        amount: 4_000,
        isNew: true,
        at: AT,
        none: null,
        notes: ['I stammer', { phone: '+1 555 0100' }],
        'ada@example.com': 1,
      },
    };
    expect(shown({ data }).data).toEqual({
      eventId: ID,
      name: 'registrations.contact-received.v1',
      correlationId: TRACED,
      occurredAt: AT,
      payload: {
        userId: ID,
        email: '•••',
        name: '•••',
        amount: 4_000,
        isNew: true,
        at: AT,
        none: null,
        notes: ['•••', { phone: '•••' }],
        '•••': 1,
      },
    });
  });

  it('has its time, attempts and, while it is delayed, its next attempt', () => {
    const job = { createdAt: AT, attempts: 2, error: null, nextAt: '2026-09-01T12:01:00.000Z' };
    expect(shown({}, 'delayed')).toMatchObject(job);
    expect(shown({})).toMatchObject({ ...job, nextAt: null });
  });

  it('has the error of a failure, without email addresses and secrets', () => {
    const key = `sk_live_${'a1'.repeat(20)}`;
    expect(errorOf(`550 <ada.okafor+x@mail.example.com> is unknown (request ${ID}, key ${key})`)).toBe(
      `550 <•••> is unknown (request ${ID}, key •••)`,
    );
    const stacktrace = [
      'Error: before',
      'Error: ada@example.com\n    at run (file:///app/services/messaging/dist/worker.js:1:2)',
    ];
    expect(shown({ failedReason: 'ada@example.com', stacktrace }).error).toBe(
      'Error: •••\n    at run (file:///app/services/messaging/dist/worker.js:1:2)',
    );
  });

  it('is named without email addresses', () => {
    expect(shown({ id: 'ada@example.com', name: 'publish-ada@example.com' })).toMatchObject({ id: '•••', name: '•••' });
  });

  it.each([
    'debate_club_registrations_stripe_subscription_id_key',
    'REDIS_USERS_OF_THE_MESSAGING_WORKER',
    'bootcamp-registration-expiry-of-seat-offers',
  ])('names %p, which is ours', (name) => {
    expect(errorOf(`duplicate key value violates "${name}"`)).toBe(`duplicate key value violates "${name}"`);
  });

  it.each([
    ['a hash', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['a hash without digits', 'abcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdef'],
    ['a token', 'eyJhbGciOiJIUzI_NiIsInR5cCI6Ikp-XVCJpZG'],
    ['a token without digits', 'dGhpc0lzQVRva2Vu_V0aG91dEFueURpZ-l0cwabc'],
    ['a key without digits', 'sk_live_abcdefghijklmnopqrstuvwxyz'],
    ['a key of mixed case', 'sk_live_AbCdEfGhIjKlMnOpQrStUvWxYz'],
    ['a webhook secret', 'whsec_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'],
  ])('hides %s', (_kind, secret) => {
    expect(shown({ failedReason: `Refused ${secret}.`, data: { [secret]: 1 } })).toMatchObject({
      error: 'Refused •••.',
      data: { '•••': 1 },
    });
  });
});
