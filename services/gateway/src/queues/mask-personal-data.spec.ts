import { describe, expect, it } from '@jest/globals';
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

  it('includes all counts over time', () => {
    const metrics = { completed: { data: [1, 2], count: 3, meta: { count: 3 } }, failed: null };
    expect(maskPersonalData(metrics)).toEqual(metrics);
  });
});
