import { afterEach, expect, it, vi } from 'vitest';
import { DomainError } from '@lectern/contracts/errors';
import { accountHolder, PasswordHasher, unknownCaller } from './password-hasher.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const from = (ipAddress: string) => ({ ipAddress, userAgent: null });
const ADA = accountHolder('ada@example.com', from('192.0.2.1'));
const GRACE = accountHolder('grace@example.com', from('192.0.2.2'));
const STRANGER = unknownCaller(from('2001:db8:1:1::1'));
const STRANGER_NEXT_DOOR = unknownCaller(from('2001:db8:1:2::1'));

it.each([
  ['strangers of one network', unknownCaller(from('2001:db8:1:1::ffff')), [ADA, GRACE, STRANGER_NEXT_DOOR]],
  [
    'known browsers of one network',
    accountHolder('own-account@example.com', from('192.0.2.2')),
    [ADA, STRANGER, STRANGER_NEXT_DOOR],
  ],
])('has turns for everybody else while it is flooded by %s', async (_who, flood, others) => {
  // However slow the machine is.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  const passwords = new PasswordHasher();
  const stored = await passwords.hash('a good password', ADA);
  const tries = Array.from({ length: 70 }, async () =>
    passwords.verify(stored, 'a guess', flood).catch((error: unknown) => error),
  );
  let isFlooded = true;
  void Promise.all(tries).then(() => (isFlooded = false));
  const asked = others.map(async (other) => passwords.verify(stored, 'a good password', other));
  expect(await Promise.all(asked)).toEqual([true, true, true]);
  expect(isFlooded).toBe(true);
  const outcomes = await Promise.all(tries);
  const refused = outcomes.filter((outcome) => outcome instanceof DomainError && outcome.code === 'too_many_requests');
  // Two begin, thirty-two wait, and each of the others' that waits takes the place of one.
  const shared = others.filter(({ isHolder }) => isHolder === flood.isHolder).length;
  expect(refused).toHaveLength(36 + shared);
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(34 - shared);
});

it('checks no password whose caller has given up', async () => {
  const passwords = new PasswordHasher();
  const stored = await passwords.hash('a good password', ADA);
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.any([deadline.signal]));
  const asked = Array.from({ length: 24 }, async () => passwords.verify(stored, 'a good password', ADA));
  const outcomes = Promise.allSettled(asked);
  await asked[0];
  deadline.abort(new DOMException('Too late', 'TimeoutError'));
  expect((await outcomes).at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'too_many_requests' } });
});
