import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '@lectern/contracts/errors';
import type { Logger } from '@lectern/service-kit/logging/logger';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { RateLimiter } from '../edge/rate-limiter.ts';
import { PeopleController } from './people.controller.ts';

type CallOf<M extends keyof PeopleController> = Parameters<PeopleController[M]>[0];

const rpc = vi.fn();
const countCorrection = vi.fn();
const controller = new PeopleController(
  { call: rpc } as unknown as RpcClient,
  { countCorrection } as unknown as RateLimiter,
  {} as Logger,
);
const caller = { admin: { id: 'a', role: 'owner' }, claims: { subject: 'a' } };
const registration = (email: string | undefined, seen: string | undefined) =>
  controller.correctRegistration({
    params: { list: 'tournament', id: 'r' },
    body: { firstName: 'Ada', lastName: 'Lee', email, seen: { firstName: 'Ada', lastName: 'Li', email: seen } },
    caller,
  } as unknown as CallOf<'correctRegistration'>);
const subscriber = () =>
  controller.correctSubscriber({
    body: { email: 'a@example.org', newEmail: 'b@example.org' },
    caller,
  } as unknown as CallOf<'correctSubscriber'>);

beforeEach(() => {
  rpc.mockReset().mockResolvedValue({ changed: [] });
  countCorrection.mockReset();
});

describe('a correction of an email address', () => {
  it('counts for the mailboxes that are emailed', async () => {
    await registration('b@example.org', 'a@example.org');
    await subscriber();
    expect(countCorrection.mock.calls).toEqual([
      [['a@example.org', 'b@example.org'], 'email'],
      [['b@example.org'], 'newEmail'],
    ]);
  });

  it('does not count where the email stays', async () => {
    await registration('A@example.org', 'a@example.org');
    await registration(undefined, 'a@example.org');
    await registration(undefined, undefined);
    expect(countCorrection).not.toHaveBeenCalled();
    expect(rpc).toHaveBeenCalledTimes(3);
  });

  it('changes nothing beyond the limit', async () => {
    countCorrection.mockRejectedValue(new DomainError('too_many_requests'));
    await expect(registration('b@example.org', 'a@example.org')).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(subscriber()).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(rpc).not.toHaveBeenCalled();
  });
});

it.each([
  [{ isSent: true, isRepeated: false }, /^We emailed a link to a@example.org/],
  [{ isSent: true, isRepeated: true }, /is on its way already. No second email was sent/],
  [{ isSent: false, isRepeated: false }, /is confirmed already. No email was sent/],
])('says whether a confirmation was emailed: %j', async (outcome, message) => {
  rpc.mockResolvedValue({ ...outcome, email: 'a@example.org' });
  const call = { params: { userId: 'u' }, caller } as unknown as CallOf<'sendConfirmation'>;
  expect((await controller.sendConfirmation(call)).message).toMatch(message);
});
