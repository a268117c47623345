import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import type { MyEvent, TournamentRegistration } from '@lectern/contracts/registrations/model';
import type { OwnEntry } from '@lectern/contracts/registrations/own-entry-model';
import { accountsSystem } from '../testing/accounts.ts';
import { entryForm, someone, tokenOf } from '../testing/entries.ts';
import { emailsTo, emailTo } from '../testing/mailbox.ts';
import { adminTokenOf, callApi, checkoutOf, patiently, payAt, payLinkIn } from '../testing/person.ts';
import { timeOf } from '../testing/provider.ts';

/* The withdrawal of an entry by its person, through the public API with every service running. */
const { system, stripe, verified } = await accountsSystem();
const DAY_MS = 86_400_000;

const call = <T = Record<string, unknown>>(method: string, path: string, body?: object, token?: string) =>
  callApi<T>(system, method, path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
const now = await timeOf(system);
const inDays = (days: number): string => new Date(now + days * DAY_MS).toISOString();
const makeEvent = async (capacity: number): Promise<AdminEvent> => {
  const form = {
    ...{ title: `Withdrawals ${randomUUID().slice(0, 8)}`, description: 'One evening.', type: 'tournament' },
    ...{ division: null, timezone: 'America/New_York', location: 'Zoom', zoomLink: null, price: 4_000, isActive: true },
    ...{ datetime: inDays(60), endsAt: inDays(61), registrationDeadline: inDays(50), capacity },
    refundSteps: [{ until: inDays(30), percent: 50 }],
  };
  const { status, body } = await call<{ event: AdminEvent }>(
    'POST',
    '/api/admin/events',
    form,
    await adminTokenOf(system),
  );
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.event;
};
const enter = async (event: AdminEvent, email: string, token?: string): Promise<void> => {
  const { status } = await call('POST', '/api/tournament/register', { ...entryForm(email), eventId: event.id }, token);
  expect(status).toBe(201);
};
const pay = async (event: AdminEvent, email: string): Promise<string> => {
  const due = await emailTo(system, email, ({ text }) => text.includes(event.title) && payLinkIn(text) !== undefined);
  await payAt(await checkoutOf(system, payLinkIn(due.text)!));
  return (await emailTo(system, email, `You are in: ${event.title}`)).text;
};
const entryTokenIn = (text: string): string => tokenOf(/http\S+\/entry\?token=[\w-]+/.exec(text)![0]);
const open = (token: string) => call<OwnEntry>('POST', '/api/entry', { token });
const withdraw = (token: string, refund: number) =>
  call<OwnEntry & { code?: string }>('POST', '/api/entry/withdraw', { token, refund });
const withdrawalsOf = async (email: string) =>
  (await emailsTo(system, email)).filter(({ subject }) => subject.startsWith('You withdrew your entry'));

it('a guest withdraws by the link of an email: refunded once by the steps, and the place goes to the waitlist', async () => {
  const event = await makeEvent(1);
  const [guest, next] = [someone(), someone()];
  await enter(event, guest);
  const token = entryTokenIn(await pay(event, guest));
  await enter(event, next);
  await emailTo(system, next, `${event.title}: you are on the waitlist`);
  expect(await open(token)).toMatchObject({
    status: 200,
    body: { title: event.title, state: 'paid', paid: 4_000, withdrawal: { refund: 2_000, way: 'card' } },
  });
  expect(await withdraw(token, 4_000)).toMatchObject({ status: 409, body: { code: 'refund_changed' } });
  const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(token, 2_000)));
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { state: 'withdrawn', withdrawn: { refund: 2_000 } } });
  await emailTo(system, next, `A place for you: ${event.title}`);
  expect((await emailTo(system, guest, `You withdrew your entry: ${event.title}`)).text).toContain('We refund $20.00');
  await patiently('the refund', async () => expect((await open(token)).body).toMatchObject({ refunded: 2_000 }));
  const [customer] = (await stripe.customers.list({ email: guest })).data;
  const [charge] = (await stripe.charges.list({ customer: customer!.id })).data;
  expect((await stripe.refunds.list({ charge: charge!.id })).data.map(({ amount }) => amount)).toEqual([2_000]);
  expect(await withdrawalsOf(guest)).toHaveLength(1);
  const { body } = await call<{ registrations: TournamentRegistration[] }>(
    'GET',
    `/api/admin/tournament-registrations?event=${event.id}&place=withdrawn`,
    undefined,
    await adminTokenOf(system),
  );
  expect(JSON.stringify(body)).toContain(guest);
  // The key of the payment link opens neither the page nor the withdrawal.
  expect(await open('not-a-token')).toMatchObject({ status: 404, body: { code: 'event_link_unknown' } });
});

it('a member withdraws from the own page, and a payment page that was open takes no money', async () => {
  const event = await makeEvent(5);
  const member = await verified();
  await enter(event, member.email, member.token);
  const mine = async () =>
    (await call<MyEvent[]>('GET', '/api/events/mine', undefined, member.token)).body.find(
      ({ eventId }) => eventId === event.id,
    )?.entry;
  const due = await emailTo(
    system,
    member.email,
    ({ text }) => text.includes(event.title) && payLinkIn(text) !== undefined,
  );
  const page = await checkoutOf(system, payLinkIn(due.text)!, member.token);
  const token = tokenOf((await mine())!.entryUrl!);
  expect(token).toBe(entryTokenIn(due.text));
  expect(await withdraw(token, 0)).toMatchObject({ status: 200, body: { state: 'withdrawn', paid: 0 } });
  expect(await mine()).toBeNull();
  await patiently('the end of the payment page', async () => {
    const session = await stripe.checkout.sessions.retrieve(page.split('/').at(-1)!);
    expect(session.status).toBe('expired');
  });
  await emailTo(system, member.email, 'You withdrew your entry');
  expect(await withdrawalsOf(member.email)).toHaveLength(1);
});
