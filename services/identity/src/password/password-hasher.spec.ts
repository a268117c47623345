import { expect, it, jest } from '@jest/globals';
import { DomainError } from '@lectern/contracts/errors';
import { PasswordHasher, STRANGERS } from './password-hasher.ts';

it('has places for the holders of accounts, however many strangers guess', async () => {
  const passwords = new PasswordHasher();
  const stored = await passwords.hash('a good password', 'ada@example.com');
  const guesses = Array.from({ length: 70 }, async () =>
    passwords.verify(stored, 'a guess', STRANGERS).catch((error: unknown) => error),
  );
  const holders = ['ada@example.com', 'grace@example.com'].map(async (holder) =>
    passwords.verify(stored, 'a good password', holder),
  );
  let isFlooded = true;
  void Promise.all(guesses).then(() => (isFlooded = false));
  expect(await Promise.all(holders)).toEqual([true, true]);
  expect(isFlooded).toBe(true);
  const outcomes = await Promise.all(guesses);
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(34);
  expect(
    outcomes.filter((outcome) => outcome instanceof DomainError && outcome.code === 'too_many_requests'),
  ).toHaveLength(36);
});

it('looks at no password whose answer nobody waits for any longer', async () => {
  const passwords = new PasswordHasher();
  const stored = await passwords.hash('a good password', 'ada@example.com');
  const deadline = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.any([deadline.signal]));
  try {
    const asked = Array.from({ length: 24 }, async () =>
      passwords.verify(stored, 'a good password', 'ada@example.com'),
    );
    const outcomes = Promise.allSettled(asked);
    await asked[0];
    deadline.abort(new DOMException('Too late', 'TimeoutError'));
    expect((await outcomes).at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'too_many_requests' } });
  } finally {
    timeout.mockRestore();
  }
});
