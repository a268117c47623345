import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Workshop } from '@lectern/contracts/registrations/workshop-model';
import { accountsSystem, type Account } from '../testing/accounts.ts';
import { emailTo } from '../testing/mailbox.ts';
import { callApi, patiently } from '../testing/person.ts';

/* Workshops of annual members, through the public API with every service running. */
const { system, stripe, adminToken, account, join } = await accountsSystem();
const ZOOM = 'https://zoom.us/j/8005551234';

const call = <T = Record<string, unknown>>(method: string, path: string, token: string, body?: object) =>
  callApi<T>(system, method, path, { token, ...(body === undefined ? {} : { body }) });
const makeWorkshop = async (title: string, capacity: number): Promise<string> => {
  const { status, body } = await call<{ event: { id: string } }>('POST', '/api/admin/events', adminToken, {
    title,
    description: 'Questions that set up your next speech.',
    type: 'workshop',
    division: null,
    datetime: '2027-03-02T18:00:00.000Z',
    endsAt: '2027-03-02T20:00:00.000Z',
    timezone: 'America/New_York',
    location: 'Zoom',
    zoomLink: ZOOM,
    capacity,
    registrationDeadline: '2027-03-01T18:00:00.000Z',
    price: 0,
    isActive: true,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.event.id;
};
const listOf = async ({ token }: Account) =>
  (await call<{ isIncluded: boolean; workshops: Workshop[] }>('GET', '/api/workshops', token)).body;
const shown = async (person: Account, id: string): Promise<Workshop> =>
  (await listOf(person)).workshops.find((workshop) => workshop.id === id)!;
const annualMember = async (): Promise<Account> => {
  const person = await account();
  await join(person, 'annual');
  await patiently('the annual plan', async () => expect((await listOf(person)).isIncluded).toBe(true));
  return person;
};
const signUp = (id: string, { token }: Account) => call('POST', `/api/workshops/${id}/seat`, token);
const signUpsFor = async (id: string) =>
  (
    await call<{ items: { email: string; status: string }[] }>(
      'GET',
      `/api/admin/workshop-registrations?limit=50&event=${id}`,
      adminToken,
    )
  ).body.items;

it('a seat in a workshop comes with the annual plan and ends with it, and the next member gets it by email', async () => {
  const title = `Workshop ${randomUUID().slice(0, 8)}`;
  const id = await makeWorkshop(title, 1);
  const [ada, ben, monthly] = [await annualMember(), await annualMember(), await account()];
  await join(monthly);

  expect(await signUp(id, ada)).toMatchObject({ status: 201, body: { position: null } });
  expect((await emailTo(system, ada.email, `Your seat: ${title}`)).text).toContain(ZOOM);
  expect(await shown(ada, id)).toMatchObject({ zoomLink: ZOOM, seat: { status: 'taken' }, placesLeft: 0 });
  expect(await signUp(id, ada)).toMatchObject({ status: 409, body: { code: 'registration_exists' } });

  expect(await signUp(id, monthly)).toMatchObject({ status: 403, body: { code: 'membership_required' } });
  expect(await listOf(monthly)).toMatchObject({ isIncluded: false });
  expect(await shown(monthly, id)).toMatchObject({ zoomLink: null, seat: null });
  const visitors = await callApi<{ id: string }[]>(system, 'GET', '/api/events');
  expect(visitors.body.filter((event) => event.id === id)).toEqual([]);
  expect((await callApi(system, 'GET', '/api/workshops')).status).toBe(401);

  expect(await signUp(id, ben)).toMatchObject({ status: 201, body: { position: 1 } });
  expect((await emailTo(system, ben.email, 'you are on the waitlist')).text).not.toContain(ZOOM);

  const { data: customers } = await stripe.customers.list({ email: ada.email });
  const { data: charges } = await stripe.charges.list({ customer: customers[0]!.id });
  await stripe.refunds.create({ charge: charges.find(({ amount }) => amount === 95_000)!.id });
  await emailTo(system, ada.email, `Your sign-up has ended: ${title}`);
  expect((await emailTo(system, ben.email, `A seat for you: ${title}`)).text).toContain(ZOOM);
  expect(await shown(ada, id)).toMatchObject({ seat: null, zoomLink: null });
  expect(await shown(ben, id)).toMatchObject({ seat: { status: 'taken' } });
});

it('a deleted account leaves no seat and no email address in the list of staff', async () => {
  const id = await makeWorkshop(`Workshop ${randomUUID().slice(0, 8)}`, 1);
  const [ada, ben] = [await annualMember(), await annualMember()];
  for (const person of [ada, ben]) expect((await signUp(id, person)).status).toBe(201);
  const body = { currentPassword: 'a long enough password' };
  expect((await call('POST', '/api/account/delete', ada.token, body)).status).toBe(200);
  await emailTo(system, ben.email, 'A seat for you');
  expect(await signUpsFor(id)).toEqual([expect.objectContaining({ email: ben.email, status: 'taken' })]);
});
