import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CreditAccount, CreditChange, StaffCreditAccount } from '@lectern/contracts/billing/credit';
import { type Account, accountsSystem } from '../testing/accounts.ts';
import { emailTo } from '../testing/mailbox.ts';
import { patiently } from '../testing/person.ts';

/* Credit of members, through the public API and the console's with every service running. */
const { system, adminToken, post, get, verified, join } = await accountsSystem();

const idOf = async ({ token }: Account): Promise<string> =>
  (await get<{ id: string }>('/api/auth/user', token)).body.id;
const ownCredit = async ({ token }: Account) => (await get<CreditAccount>('/api/subscription/credit', token)).body;
const change = (userId: string, body: Record<string, unknown>) =>
  post<CreditChange & { code?: string; fields?: object }>(`/api/admin/members/${userId}/credit`, body, adminToken);

it('credit that staff give reaches every part: the member’s pages, the next charge, the person’s page and an email', async () => {
  const person = await verified();
  await join(person);
  const userId = await idOf(person);
  expect((await get(`/api/admin/members/${randomUUID()}/credit`, adminToken)).status).toBe(404);
  expect(await ownCredit(person)).toMatchObject({ balance: 0, entries: [], nextCharge: { amount: 9_500 } });

  const gift = { id: randomUUID(), act: 'give', amount: 2_000, balance: 0, reason: 'A session was cancelled.' };
  expect(await change(userId, { ...gift, amount: 0 })).toMatchObject({
    status: 400,
    body: { fields: { amount: 'Enter the amount' } },
  });
  expect(await change(userId, gift)).toMatchObject({ status: 200, body: { status: 'made', amount: 2_000 } });
  expect(await change(userId, gift)).toMatchObject({ status: 200, body: { status: 'made' } });
  expect(await change(userId, { ...gift, id: randomUUID() })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  });

  const own = await ownCredit(person);
  expect(own).toMatchObject({ balance: 2_000, nextCharge: { credit: 2_000, amount: 7_500 } });
  // The reason is for staff.
  expect(own.entries).toEqual([
    {
      id: expect.stringMatching('cbtxn_') as string,
      at: expect.any(String) as string,
      kind: 'goodwill',
      amount: 2_000,
    },
  ]);
  const shown = await get<StaffCreditAccount>(`/api/admin/members/${userId}/credit`, adminToken);
  expect(shown.body).toMatchObject({
    balance: 2_000,
    entries: [{ reason: gift.reason, by: expect.any(String) as string }],
  });
  expect((await emailTo(system, person.email, 'You have credit')).text).toContain('$20.00');

  expect(await change(userId, { ...gift, id: randomUUID(), act: 'withdraw', balance: 2_000 })).toMatchObject({
    status: 200,
    body: { kind: 'withdrawn', amount: -2_000 },
  });
  expect(await ownCredit(person)).toMatchObject({ balance: 0, nextCharge: { amount: 9_500 } });
  await emailTo(system, person.email, 'Credit was withdrawn');
  await patiently('the record of both', async () => {
    const { body } = await get<{ items: { action: string }[] }>('/api/admin/actions?limit=10', adminToken);
    expect(body.items.filter(({ action }) => action === 'change_credit')).toHaveLength(2);
  });
});

it('credit of a person without a membership is kept for the one that they join with', async () => {
  const person = await verified();
  const userId = await idOf(person);
  const gift = { id: randomUUID(), act: 'give', amount: 3_000, balance: 0, reason: 'Thanks for judging.' };
  expect(await change(userId, gift)).toMatchObject({ status: 200, body: { status: 'made' } });
  expect(await ownCredit(person)).toMatchObject({ balance: 3_000, nextCharge: null });
});
