import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PlanSwitchQuote } from '@lectern/contracts/billing/plan-switch';
import { type Account, accountsSystem } from '../testing/accounts.ts';
import { emailTo } from '../testing/mailbox.ts';
import { callApi, patiently } from '../testing/person.ts';

/* A member's switch between the plans, through the public API with every service running. */
const { system, adminToken, post, get, verified, join, detailsOf, paymentsOf, clubRowsOf } = await accountsSystem();

const preview = ({ token }: Account, plan: string) =>
  post<PlanSwitchQuote & { code?: string }>('/api/subscription/switch/preview', { plan }, token);
const accept = ({ token }: Account, { plan, amountDue, creditLeft, quotedAt }: PlanSwitchQuote) =>
  post<{ message: string }>('/api/subscription/switch', { plan, amountDue, creditLeft, quotedAt }, token);
const switchTo = async (person: Account, plan: string): Promise<PlanSwitchQuote> => {
  const { status, body } = await preview(person, plan);
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(await accept(person, body)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining(`Your plan is ${plan} now.`) as string },
  });
  return body;
};
/** The cents of each payment, the least first: the provider counts whole seconds, and all may be of one. */
const amountsOf = async (person: Account): Promise<number[]> =>
  (await paymentsOf(person)).map(({ amount }) => amount).toSorted((one, other) => one - other);
const includesWorkshops = async ({ token }: Account) =>
  (await get<{ isIncluded: boolean }>('/api/workshops', token)).body.isIncluded;
const makeWorkshop = async (title: string): Promise<string> => {
  const { body } = await post<{ event: { id: string } }>(
    '/api/admin/events',
    {
      ...{ title, description: 'Questions that set up your next speech.', type: 'workshop', division: null },
      ...{ datetime: '2027-03-02T18:00:00.000Z', endsAt: '2027-03-02T20:00:00.000Z', timezone: 'America/New_York' },
      ...{ location: 'Zoom', zoomLink: 'https://zoom.us/j/8005551234', capacity: 5, price: 0, isActive: true },
      registrationDeadline: '2027-03-01T18:00:00.000Z',
    },
    adminToken,
  );
  return body.event.id;
};

it('a switch of plan reaches every part: what is charged, the account, the registration, workshops and emails', async () => {
  const person = await verified();
  await join(person);
  const title = `Workshop ${randomUUID().slice(0, 8)}`;
  const workshop = await makeWorkshop(title);
  const seat = () => post(`/api/workshops/${workshop}/seat`, {}, person.token);
  expect((await seat()).status).toBe(403);

  const year = await switchTo(person, 'annual');
  expect(year.amountDue).toBe(95_000 - year.credit);
  expect(await detailsOf(person)).toMatchObject({ status: 'active', interval: 'year', amount: 95_000 });
  expect(await amountsOf(person)).toEqual([9_500, year.amountDue]);
  expect((await emailTo(system, person.email, 'Your membership has changed')).text).toContain('Debate Club, annual');
  await patiently('the annual plan', async () => expect(await includesWorkshops(person)).toBe(true));
  expect((await seat()).status).toBe(201);
  await patiently('the registration', async () =>
    expect(await clubRowsOf(person.email)).toMatchObject([{ status: 'active', billingCycle: 'annual' }]),
  );

  const month = await switchTo(person, 'monthly');
  expect(month).toMatchObject({ amountDue: 0, nextCharge: 0 });
  await emailTo(system, person.email, `Your sign-up has ended: ${title}`);
  expect(await includesWorkshops(person)).toBe(false);
  expect(await amountsOf(person)).toEqual([0, 9_500, year.amountDue]);
  await patiently('the registration', async () =>
    expect(await clubRowsOf(person.email)).toMatchObject([{ status: 'active', billingCycle: 'monthly' }]),
  );
});

it('a switch is refused with its reason, and bad input with the name of its field', async () => {
  const person = await verified();
  expect(await preview(person, 'annual')).toMatchObject({ status: 404, body: { code: 'subscription_none' } });
  await join(person);
  const { body: quote } = await preview(person, 'annual');
  expect(await accept(person, { ...quote, amountDue: quote.amountDue - 1 })).toMatchObject({
    status: 409,
    body: { code: 'switch_changed', message: expect.stringContaining('Nothing was charged') as string },
  });
  const bad = { plan: 'weekly', amountDue: -1, creditLeft: 0.5, quotedAt: 'yesterday' };
  const { status, body } = await callApi<{ fields: object }>(system, 'POST', '/api/subscription/switch', {
    ...{ token: person.token, body: bad },
  });
  expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: Object.keys(bad) });
  expect((await post('/api/subscription/cancel', {}, person.token)).status).toBe(200);
  expect(await accept(person, quote)).toMatchObject({ status: 409, body: { code: 'switch_refused' } });
  expect(await paymentsOf(person)).toHaveLength(1);
});
