import { afterAll, expect, it } from 'vitest';
import type { CancellationOffer } from '@lectern/contracts/billing/cancellation-offer';
import type { SavedOffer } from '@lectern/contracts/billing/cancellation-offer-http';
import type { SubscriptionDetails } from '@lectern/contracts/billing/model';
import type { PauseEndQuote, PauseOffer } from '@lectern/contracts/billing/pause';
import type { PersonTimeline } from '@lectern/contracts/system/people-http';
import { type Account, accountsIn, PASSWORD } from './testing/accounts.ts';
import { emailTo } from './testing/mailbox.ts';
import { adminTokenOf, callApi, logInPerson, membershipOf, patiently, pricesOf } from './testing/person.ts';
import { atProvider, stripeOf } from './testing/provider.ts';
import { startSystem } from './testing/start-system.ts';

/* A member's pause, through the public API with every service running. A month later by the clock of all. */
const system = await startSystem();
afterAll(() => system.stop());
const { post, get, verified, join, detailsOf, paymentsOf, setUpByPayment } = accountsIn({
  ...{ system, stripe: stripeOf(system), prices: await pricesOf(system), adminToken: await adminTokenOf(system) },
});

const DAY = 86_400;
const PAUSE = '/api/subscription/pause';

const pauseOf = async (person: Account): Promise<SubscriptionDetails['pause']> =>
  ((await detailsOf(person)) as SubscriptionDetails).pause;
const again = async (person: Account): Promise<Account> => ({
  ...person,
  token: await logInPerson(system, { email: person.email, password: PASSWORD }),
});
const pause = (person: Account, months: unknown) =>
  post<{ message: string; code?: string; fields?: object }>(PAUSE, { months }, person.token);
const timelineOf = async ({ email }: Account) =>
  (
    await get<PersonTimeline>(
      `/api/admin/people/timeline?email=${encodeURIComponent(email)}`,
      await adminTokenOf(system),
    )
  ).body;
const knownPerson = async (who: Account) => (await timelineOf(who)).person;

it('a pause reaches every part: access, the registration, the person’s page and emails', async () => {
  let [person, waiting] = [await verified(), await verified()];
  await join(person);
  await join(waiting);
  const { body: offer } = await post<PauseOffer>(`${PAUSE}/preview`, {}, person.token);
  expect(offer.choices).toHaveLength(3);
  for (const who of [person, waiting])
    expect(await pause(who, 2)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('The next charge is due on') as string },
    });
  expect(await pauseOf(person)).toMatchObject({ until: offer.choices[1]!.until, has_begun: false });
  expect((await emailTo(system, person.email, 'Your membership pauses on')).text).toContain('nothing is charged');
  expect(await membershipOf(system, person.token)).toBe('active');
  expect(await post('/api/subscription/switch/preview', { plan: 'annual' }, person.token)).toMatchObject({
    status: 409,
    body: { code: 'switch_refused', message: expect.stringContaining('paused') as string },
  });

  await atProvider(system, 'advance', { seconds: 32 * DAY });
  // Sessions last a week.
  [person, waiting] = [await again(person), await again(waiting)];
  await patiently('the end of access', async () => expect(await membershipOf(system, person.token)).not.toBe('active'));
  expect(await detailsOf(person)).toMatchObject({ status: 'paused' });
  await patiently('the registration', async () =>
    expect((await knownPerson(person))?.registrations).toMatchObject([{ status: 'paused' }]),
  );
  expect((await knownPerson(person))?.customer?.membership).toMatchObject({
    status: 'paused',
    hasAccess: false,
    pausedUntil: offer.choices[1]!.until,
  });
  expect(await post('/api/subscription/checkout', { plan: 'annual' }, person.token)).toMatchObject({
    status: 409,
    body: { code: 'membership_exists', message: expect.stringContaining('paused') as string },
  });

  const { body: quote } = await post<PauseEndQuote>(`${PAUSE}/end/preview`, {}, person.token);
  expect(quote).toMatchObject({ hasBegun: true, amountDue: 9_500 });
  const end = (amountDue: unknown) => post(`${PAUSE}/end`, { amountDue }, person.token);
  expect(await end(9_400)).toMatchObject({ status: 409, body: { code: 'price_changed' } });
  expect((await Promise.all([end(9_500), end(9_500)])).map(({ status }) => status)).toEqual([200, 200]);
  expect(await paymentsOf(person)).toMatchObject([{ amount: 9_500 }, { amount: 9_500 }]);
  expect((await emailTo(system, person.email, 'Your membership runs again')).text).toContain('We charged $95.00');
  await patiently('access', async () => expect(await membershipOf(system, person.token)).toBe('active'));
  await patiently('the registration', async () =>
    expect((await knownPerson(person))?.registrations).toMatchObject([{ status: 'active' }]),
  );

  expect(
    await post('/api/subscription/cancel', { reason: 'bored', comment: 'x'.repeat(501) }, waiting.token),
  ).toMatchObject({
    status: 400,
    body: { fields: { reason: expect.any(String) as string, comment: expect.any(String) as string } },
  });
  const why = { reason: 'no_time', comment: 'I travel until the summer.' };
  expect(await post('/api/subscription/cancel', why, waiting.token)).toMatchObject({
    status: 200,
    body: { message: 'Your membership has ended. Nothing more will be charged.' },
  });
  expect(await paymentsOf(waiting)).toHaveLength(1);
  expect((await timelineOf(waiting)).items).toContainEqual(
    expect.objectContaining({ what: 'cancellation_explained', details: why }),
  );
});

it('an offer that the treasurer set is made before a cancellation, accepted, and shown to both sides', async () => {
  const token = await adminTokenOf(system);
  const setting = '/api/admin/cancellation-offer';
  const { versions } = (await get<{ versions: SavedOffer[] }>(setting, token)).body;
  const save = (body: object) => callApi(system, 'PUT', setting, { body, token });
  expect(await save({ version: versions[0]!.version, offer: 'discount', percent: 4 })).toMatchObject({
    status: 400,
    body: { fields: { percent: 'Percent must be a whole number from 5 to 90' } },
  });
  expect(await save({ version: versions[0]!.version, offer: 'discount', percent: 40 })).toMatchObject({ status: 200 });
  const person = await verified();
  await join(person);
  const ask = () =>
    post<{ offer: CancellationOffer | null }>(
      '/api/subscription/cancel/offer',
      { reason: 'too_expensive', comment: 'I study.' },
      person.token,
    );
  const offer = (await ask()).body.offer!;
  expect(offer).toMatchObject({ kind: 'discount', percent: 40, price: 9_500, discountedPrice: 5_700 });
  expect((await ask()).body).toEqual({ offer: null });
  const { body } = await post<{ message: string }>(
    '/api/subscription/cancel/offer/accept',
    { id: offer.id },
    person.token,
  );
  expect(body.message).toBe('You pay 40% less for your next 3 months. Your membership goes on.');
  expect(await detailsOf(person)).toMatchObject({ status: 'active', discount: { percent: 40 } });
  expect((await timelineOf(person)).items).toContainEqual(
    expect.objectContaining({
      what: 'cancellation_offered',
      details: { offer: 'discount', percent: 40, accepted: true, reason: 'too_expensive', comment: 'I study.' },
    }),
  );
});

it('a pause is refused without a membership, unverified, with a bad number of months, and in a view of staff', async () => {
  const person = await verified();
  expect(await pause(person, 1)).toMatchObject({ status: 404, body: { code: 'subscription_none' } });
  const unverified = await setUpByPayment();
  for (const path of [PAUSE, `${PAUSE}/preview`, `${PAUSE}/end`, `${PAUSE}/end/preview`]) {
    const body = path.endsWith('/preview') ? {} : path === PAUSE ? { months: 1 } : { amountDue: 0 };
    expect(await post(path, body, unverified.token)).toMatchObject({ status: 409, body: { code: 'email_unverified' } });
    expect((await callApi(system, 'POST', path, { body })).status).toBe(401);
  }
  await join(person);
  for (const months of [0, 4, 1.5, '2', null]) {
    const { status, body } = await pause(person, months);
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { months: 'Choose 1, 2 or 3 months' } });
  }
  const { status, body } = await post<{ token: string }>(
    `/api/admin/members/${(await knownPerson(person))!.account!.userId}/view`,
    { reason: 'They asked about their pause.' },
    await adminTokenOf(system),
  );
  expect(status).toBe(200);
  expect(await post(PAUSE, { months: 1 }, body.token)).toMatchObject({ status: 403, body: { code: 'view_only' } });
  expect(await pauseOf(person)).toBeNull();
});
