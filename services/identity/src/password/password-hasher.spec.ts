import { expect, it } from '@jest/globals';
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
