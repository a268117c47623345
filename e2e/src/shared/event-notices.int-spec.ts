import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import type { EventAccess } from '@lectern/contracts/registrations/event-notice-model';
import { accountsSystem, type Account } from '../testing/accounts.ts';
import { entryForm, someone, tokenOf } from '../testing/entries.ts';
import { wakeJob } from '../testing/jobs.ts';
import { emailsTo, emailTo } from '../testing/mailbox.ts';
import { adminTokenOf, callApi, checkoutOf, patiently, payAt, payLinkIn } from '../testing/person.ts';
import { atProvider, timeOf } from '../testing/provider.ts';

/* The emails of an event and the link to its meeting, through the public API with every service running. */
const { system, stripe, verified } = await accountsSystem();
const ZOOM = `https://zoom.us/j/${randomUUID().slice(0, 8)}`;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

const call = <T = Record<string, unknown>>(method: string, path: string, token?: string, body?: object) =>
  callApi<T>(system, method, path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
const begins = await timeOf(system);
const at = (seconds: number): string => new Date(begins + seconds * 1_000).toISOString();
const makeEvent = async (beginsIn: number): Promise<AdminEvent> => {
  const form = {
    title: `Notices ${randomUUID().slice(0, 8)}`,
    description: 'One evening.',
    type: 'tournament',
    division: null,
    timezone: 'America/New_York',
    location: 'Zoom',
    zoomLink: ZOOM,
    price: 4_000,
    isActive: true,
    datetime: at(beginsIn),
    endsAt: at(beginsIn + 4 * HOUR_S),
    registrationDeadline: at(beginsIn - HOUR_S),
    capacity: null,
  };
  const { status, body } = await call<{ event: AdminEvent }>(
    'POST',
    '/api/admin/events',
    await adminTokenOf(system),
    form,
  );
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.event;
};
const enter = async (event: AdminEvent, email: string, token?: string): Promise<string> => {
  const { status } = await call('POST', '/api/tournament/register', token, { ...entryForm(email), eventId: event.id });
  expect(status).toBe(201);
  const link = await emailTo(
    system,
    email,
    (mail) => mail.text.includes(event.title) && payLinkIn(mail.text) !== undefined,
  );
  return payLinkIn(link.text)!;
};
const enterPaid = async (event: AdminEvent, email: string, token?: string): Promise<string> => {
  const link = await enter(event, email, token);
  await payAt(await checkoutOf(system, link, token));
  await emailTo(system, email, `You are in: ${event.title}`);
  return link;
};
const advance = async (seconds: number): Promise<void> => {
  await atProvider(system, 'advance', { seconds });
  await wakeJob(system, 'registrations', 'send-event-notices');
};
/** Subjects of the reminders of an event to an address, in alphabetical order. */
const noticesOf = async ({ title }: AdminEvent, email: string): Promise<string[]> =>
  (await emailsTo(system, email))
    .map(({ subject }) => subject)
    .filter(
      (subject) =>
        /^(Coming up|Your link|It begins soon|Your payment is due|New details): /.test(subject) &&
        subject.endsWith(title),
    )
    .toSorted();
const access = (token: string) => call<EventAccess>('POST', '/api/event-access', undefined, { token });
const accessTokenIn = (text: string): string => /\/event-access\?token=([\w-]+)/.exec(text)![1]!;
const ownLink = async ({ token }: Account, { id }: AdminEvent): Promise<string | null | undefined> =>
  (
    await call<{ eventId: string; entry: { zoomLink: string | null } | null }[]>('GET', '/api/events/mine', token)
  ).body.find(({ eventId }) => eventId === id)?.entry?.zoomLink;

it('each person gets each reminder once, and the link only from a day before, with a paid place', async () => {
  const soon = await makeEvent(DAY_S + 15 * MINUTE_S);
  const later = await makeEvent(7 * DAY_S + 15 * MINUTE_S);
  const [guest, unpaid, member] = [someone(), someone(), await verified()];
  const payLink = await enterPaid(soon, guest);
  await enterPaid(later, guest);
  await enter(soon, unpaid);
  await enterPaid(soon, member.email, member.token);
  expect(await ownLink(member, soon)).toBeNull();
  expect(await noticesOf(soon, guest)).toEqual([]);

  await advance(20 * MINUTE_S);
  const dayBefore = await emailTo(system, guest, `Your link: ${soon.title}`);
  expect(dayBefore.text).toContain(ZOOM);
  await emailTo(system, member.email, `Your link: ${soon.title}`);
  expect((await emailTo(system, guest, `Coming up: ${later.title}`)).text).not.toMatch(/zoom\.us|event-access/);
  await patiently('the link', async () => expect(await ownLink(member, soon)).toBe(ZOOM));
  const token = accessTokenIn(dayBefore.text);
  expect(await access(token)).toMatchObject({
    status: 200,
    body: { title: soon.title, zoomLink: ZOOM, opensAt: null },
  });
  // The browser that typed the entry has the key of its payment, and no more.
  expect(await access(tokenOf(payLink))).toMatchObject({ status: 404, body: { code: 'event_link_unknown' } });

  await advance(23 * HOUR_S + 5 * MINUTE_S);
  await emailTo(system, guest, `It begins soon: ${soon.title}`);
  await emailTo(system, member.email, `It begins soon: ${soon.title}`);
  for (const email of [guest, member.email])
    expect(await noticesOf(soon, email)).toEqual([`It begins soon: ${soon.title}`, `Your link: ${soon.title}`]);
  expect(await noticesOf(soon, unpaid)).toEqual([]);
  expect(await noticesOf(later, guest)).toEqual([`Coming up: ${later.title}`]);

  const admin = await adminTokenOf(system);
  await patiently('the numbers of the time line', async () =>
    expect((await call('GET', `/api/admin/events/${soon.id}/notices`, admin)).body).toMatchObject({
      needsLink: false,
      notices: [
        { notice: 'seven_days', state: 'over', sent: 0 },
        { notice: 'payment_reminder', sent: 0, people: 0 },
        { notice: 'one_day', state: 'over', people: 2, sent: 2, skipped: 0, failed: 0 },
        { notice: 'one_hour', state: 'due', people: 2, sent: 2, skipped: 0, failed: 0 },
      ],
    }),
  );
  const preview = await call<{ subject: string; html: string }>(
    'GET',
    `/api/admin/events/${soon.id}/notices/one_day`,
    admin,
  );
  expect(preview.body.subject).toBe(`Your link: ${soon.title}`);
  expect(JSON.stringify(preview.body)).not.toContain('@example.com');

  const { data: customers } = await stripe.customers.list({ email: guest });
  for (const { id: customer } of customers)
    for (const { id: charge } of (await stripe.charges.list({ customer })).data)
      await stripe.refunds.create({ charge });
  await emailTo(system, guest, `Your registration has ended: ${soon.title}`);
  expect(await access(token)).toMatchObject({ status: 404 });
});

it('a moved event is announced to everybody with a place, and to nobody twice', async () => {
  const event = await makeEvent(40 * DAY_S);
  const [guest, unpaid] = [someone(), someone()];
  await enterPaid(event, guest);
  await enter(event, unpaid);
  const { closedAt: _closedAt, state: _state, counts: _counts, id, ...form } = event;
  const moved = { ...form, datetime: at(39 * DAY_S), registrationDeadline: at(38 * DAY_S) };
  const answer = await call<{ message: string }>('PUT', `/api/admin/events/${id}`, await adminTokenOf(system), moved);
  expect(answer.body.message).toContain('those with a place are emailed');
  for (const email of [guest, unpaid]) {
    await emailTo(system, email, `New details: ${event.title}`);
    expect(await noticesOf(event, email)).toEqual([`New details: ${event.title}`]);
  }
});
