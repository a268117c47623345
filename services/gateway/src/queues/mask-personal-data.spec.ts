import { describe, expect, it } from '@jest/globals';
import { EVENTS } from '@lectern/contracts/registry';
import { eventQueueName, publisherOf } from '@lectern/service-kit/outbox/event-frame';
import { maskPersonalData } from './mask-personal-data.ts';

const ID = '0b9f4a52-6b1e-4c39-9d2b-2a3f1f0f7c11';
const AT = '2026-09-01T12:00:00.000Z';
const TRACED = `${ID} 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`;

const job = (more: object) => ({
  queues: [
    {
      name: 'messaging-events-of-identity',
      counts: { waiting: 3 },
      jobs: [{ id: ID, name: 'identity.link-requested.v1', timestamp: 1, ...more }],
    },
  ],
});

describe('the response of the queue board', () => {
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
    expect(maskPersonalData(job({ data }))).toEqual(
      job({
        data: {
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
        },
      }),
    );
  });

  it('is the progress of a job in numbers', () => {
    const waiting = job({
      data: { correlationId: 'schedule-deliver-emails', data: { campaignId: ID, subject: 'Hello' } },
      returnValue: 'Sent to Ada',
      progress: { sent: 4, to: 'Ada' },
    });
    expect(maskPersonalData(waiting)).toEqual(
      job({
        data: { correlationId: 'schedule-deliver-emails', data: { campaignId: ID, subject: '•••' } },
        returnValue: '•••',
        progress: { sent: 4, to: '•••' },
      }),
    );
  });

  it('is the message of a failure, without email addresses and secrets', () => {
    const key = `sk_live_${'a1'.repeat(20)}`;
    const failedReason = `550 <ada.okafor+x@mail.example.com> is unknown (request ${ID}, key ${key})`;
    const stacktrace = [`Error: ada@example.com\n    at run (file:///app/services/messaging/dist/worker.js:1:2)`];
    expect(maskPersonalData(job({ failedReason, stacktrace }))).toEqual(
      job({
        failedReason: `550 <•••> is unknown (request ${ID}, key •••)`,
        stacktrace: ['Error: •••\n    at run (file:///app/services/messaging/dist/worker.js:1:2)'],
      }),
    );
  });

  it('names every queue of events', () => {
    const names = EVENTS.flatMap(({ name, subscribers }) =>
      subscribers.map((subscriber) => eventQueueName(subscriber, publisherOf(name))),
    );
    expect(names).toContain('messaging-events-of-registrations');
    expect(maskPersonalData(names.map((name) => ({ name })))).toEqual(names.map((name) => ({ name })));
  });

  it.each([
    'debate_club_registrations_stripe_subscription_id_key',
    'REDIS_USERS_OF_THE_MESSAGING_WORKER',
    'bootcamp-registration-expiry-of-seat-offers',
  ])('names %p, which is ours', (name) => {
    expect(maskPersonalData(`duplicate key value violates "${name}"`)).toBe(`duplicate key value violates "${name}"`);
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
    expect(maskPersonalData({ failedReason: `Refused ${secret}.`, [secret]: 1 })).toMatchObject({
      failedReason: 'Refused •••.',
    });
  });

  it('includes all counts over time', () => {
    const metrics = { completed: { data: [1, 2], count: 3, meta: { count: 3 } }, failed: null };
    expect(maskPersonalData(metrics)).toEqual(metrics);
  });
});
