import { describe, expect, it } from 'vitest';
import { outcomeOfRefusal, outcomeOfSilence } from './post-outcome.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const refusal = (status: number, headers: Record<string, unknown> = {}, body: unknown = undefined) =>
  outcomeOfRefusal({ status, headers, body }, NOW);

describe('a refusal', () => {
  it.each([400, 413, 415, 422])('with %i is for good', (status) => {
    expect(refusal(status)).toEqual({ kind: 'rejected', reason: String(status) });
  });

  it.each([401, 403, 404, 405, 408, 429, 503, 520])('with %i does not concern the email: all emails wait', (status) => {
    expect(refusal(status)).toEqual({ kind: 'postponed', reason: String(status), pauseMs: 2_000 });
  });

  it('with 500 makes only that email wait', () => {
    expect(refusal(500)).toMatchObject({ kind: 'postponed', pauseMs: 0 });
  });

  it.each([502, 504])('with %i comes from a proxy and leaves the result unknown', (status) => {
    expect(refusal(status)).toMatchObject({ kind: 'unanswered' });
  });

  it.each([
    ['seconds', { 'retry-after': '30' }, 30_000],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, 20_000],
    ['a date that has passed', { 'retry-after': 'Thu, 01 Jan 2025 00:00:00 GMT' }, 2_000],
    ['nonsense', { 'retry-after': 'soon' }, 2_000],
    ['a reset of the limit', { 'x-ratelimit-reset': String(NOW.getTime() / 1_000 + 45) }, 45_000],
    ['a reset of another year', { 'x-ratelimit-reset': String(NOW.getTime() / 1_000 + 40_000_000) }, 3_600_000],
  ])('asks for a pause with %s', (_what, headers, pauseMs) => {
    expect(refusal(429, headers)).toMatchObject({ kind: 'postponed', pauseMs });
  });

  it('asks for no pause by the reset header that every answer carries', () => {
    expect(refusal(503, { 'x-ratelimit-reset': String(NOW.getTime() / 1_000 + 45) })).toMatchObject({ pauseMs: 2_000 });
  });

  it('has a reason in the provider’s words, of limited length', () => {
    const body = {
      errors: [{ message: 'Does not contain a valid address.', field: 'x' }, { message: 'Nor a subject.' }, 'odd'],
    };
    expect(refusal(400, {}, body)).toMatchObject({ reason: '400 Does not contain a valid address.; Nor a subject.' });
    expect(refusal(400, {}, { errors: [{ message: 'x'.repeat(9_000) }] })).toMatchObject({
      reason: expect.stringMatching(/^.{500}$/),
    });
    expect(refusal(400, {}, 'text')).toMatchObject({ reason: '400' });
  });
});

describe('no answer', () => {
  const failure = (properties: object, message = 'failed'): Error => Object.assign(new Error(message), properties);

  it.each(['connect', 'getaddrinfo'])('to a request that failed at %s means that nothing was sent', (syscall) => {
    const cause = failure({ code: 'ECONNREFUSED', syscall });
    expect(outcomeOfSilence(cause)).toMatchObject({ kind: 'postponed' });
    expect(outcomeOfSilence(failure({ cause, code: 'ECONNREFUSED' }, 'wrapped'))).toEqual({
      kind: 'postponed',
      reason: 'ECONNREFUSED wrapped',
      pauseMs: 2_000,
    });
    expect(outcomeOfSilence(failure({ cause: failure({ errors: [cause, cause] }) }))).toMatchObject({
      kind: 'postponed',
    });
  });

  it.each([
    ['a reset', failure({ code: 'ECONNRESET', syscall: 'read' }, 'read ECONNRESET')],
    ['a hang-up', failure({ code: 'ECONNRESET' }, 'socket hang up')],
    ['a broken pipe', failure({ code: 'EPIPE', syscall: 'write' })],
    ['a timeout', failure({ code: 'ECONNABORTED' }, 'timeout of 10000ms exceeded')],
    ['anything else', 'odd'],
    [
      'a connection of which one part failed later',
      failure({ errors: [failure({ syscall: 'connect' }), failure({ syscall: 'read' })] }),
    ],
  ])('after %s leaves everything open', (_what, error) => {
    expect(outcomeOfSilence(error)).toMatchObject({ kind: 'unanswered', reason: expect.any(String) });
  });
});
