import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referralCreditsChanged } from '@lectern/contracts/billing/events';
import { creditsEarned, creditsWithdrawn } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import { startIdentity, type TestIdentity } from '../testing/start-identity.ts';

let system: TestIdentity;

beforeAll(async () => {
  system = await startIdentity();
});

afterAll(async () => {
  await system.close();
});

const member = async () => {
  const email = `Member+${randomUUID().slice(0, 8)}@Example.com`;
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    password: 'a good password',
  });
  const { referralCode } = await system.rpc.call(identity.getReferralCode, { userId });
  return { userId, email, referralCode };
};

const referrerOf = (code: string) => system.rpc.call(identity.findReferrer, { code });

describe('a referral code', () => {
  it('leads to its account, in any letter case and with spaces around it', async () => {
    const { userId, email, referralCode } = await member();
    for (const typed of [referralCode, referralCode.toLowerCase(), ` ${referralCode} `]) {
      expect(await referrerOf(typed)).toEqual({ userId, firstName: 'Grace', emailKey: email.toLowerCase() });
    }
  });

  it('is one for each account, and stays', async () => {
    const [one, other] = [await member(), await member()];
    expect(one.referralCode).not.toBe(other.referralCode);
    expect(await system.rpc.call(identity.getReferralCode, { userId: one.userId })).toEqual({
      referralCode: one.referralCode,
    });
  });

  it('leads to no account when it is unknown, or when its account was deactivated', async () => {
    expect(await referrerOf('NOBODYS1')).toBeNull();
    const { userId, referralCode } = await member();
    await system.database.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [userId]);
    expect(await referrerOf(referralCode)).toBeNull();
  });

  it('does not exist for an unknown account', async () => {
    await expect(system.rpc.call(identity.getReferralCode, { userId: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('referral credits', () => {
  const secretsOf = async (userId: string) =>
    (
      await system.database.query<{ payload: unknown }[]>(
        `SELECT payload FROM outbox WHERE name = ANY($1) AND payload->>'userId' = $2 ORDER BY sequence`,
        [[creditsEarned.name, creditsWithdrawn.name], userId],
      )
    ).map(({ payload }) => payload);
  const creditsOf = async (userId: string) =>
    (
      await system.database.query<{ referral_credits: number }[]>('SELECT referral_credits FROM users WHERE id = $1', [
        userId,
      ])
    )[0]?.referral_credits;

  it('are as billing last published them, in any order and however often', async () => {
    const { userId } = await member();
    const other = await member();
    for (const [version, totalCredits] of [
      [2, 10_000],
      [1, 5_000],
      [2, 10_000],
    ] as const) {
      await system.deliverEvent(referralCreditsChanged, { userId, version, totalCredits });
      expect(await creditsOf(userId)).toBe(10_000);
    }
    await system.deliverEvent(referralCreditsChanged, { userId, version: 3, totalCredits: 5_000 });
    expect(await creditsOf(userId)).toBe(5_000);
    expect(await creditsOf(other.userId)).toBe(0);
  });

  it('are published once for each change: what was earned, and what was withdrawn', async () => {
    const { userId, email } = await member();
    for (const [version, totalCredits] of [
      [2, 10_000],
      [1, 5_000],
      [2, 10_000],
      [3, 5_000],
      [4, 10_000],
    ] as const) {
      await system.deliverEvent(referralCreditsChanged, { userId, version, totalCredits });
    }
    const earned = { userId, email, firstName: 'Grace', totalCredits: 10_000 };
    expect(await secretsOf(userId)).toEqual([
      { ...earned, version: 2, earned: 10_000 },
      { ...earned, version: 3, withdrawn: 5_000, totalCredits: 5_000 },
      { ...earned, version: 4, earned: 5_000 },
    ]);
  });

  it('are not published for an account that was deactivated or deleted', async () => {
    const { userId } = await member();
    await system.database.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [userId]);
    const nobody = randomUUID();
    for (const id of [userId, nobody])
      await system.deliverEvent(referralCreditsChanged, { userId: id, version: 1, totalCredits: 5_000 });
    expect(await creditsOf(userId)).toBe(5_000);
    expect(await secretsOf(userId)).toEqual([]);
    expect(await secretsOf(nobody)).toEqual([]);
  });
});
