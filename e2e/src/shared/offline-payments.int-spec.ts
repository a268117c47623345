import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { entriesSystem, entryForm, someone } from '../testing/entries.ts';
import { emailTo } from '../testing/mailbox.ts';
import { adminTokenOf, callApi, checkoutOf, patiently, payAt, payLinkIn } from '../testing/person.ts';
import { timeOf } from '../testing/provider.ts';

/* Checks, cash and transfers that staff record, through the console's API with every service running. */
const { system, tournamentOf } = await entriesSystem();

interface Entry {
  readonly id: string;
  readonly email: string;
  readonly payLink: string;
}
interface Row {
  readonly paymentStatus: string;
  readonly position: number | null;
  readonly paymentAmount: number | null;
}
const admin = await adminTokenOf(system);
// The association's clocks are behind UTC.
const today = new Date((await timeOf(system)) - 43_200_000).toISOString().slice(0, 10);
const call = <T = Record<string, unknown>>(method: string, path: string, body?: object) =>
  callApi<T>(system, method, `/api/admin${path}`, { token: admin, ...(body === undefined ? {} : { body }) });
const rowsOf = async (email: string) =>
  (await call<(Row & { id: string })[]>('GET', `/tournament-registrations?q=${encodeURIComponent(email)}`)).body;
const enter = async (eventId: string, email = someone()): Promise<Entry> => {
  const { status } = await callApi(system, 'POST', '/api/tournament/register', {
    body: { ...entryForm(email), eventId },
  });
  expect(status).toBe(201);
  const [row] = await rowsOf(email);
  const { text } = await emailTo(system, email, () => true);
  return { id: row!.id, email, payLink: payLinkIn(text) ?? '' };
};
const bodyFor = ({ id }: Pick<Entry, 'id'>, differences: object = {}) => ({
  ...{ id: randomUUID(), registrationId: id, method: 'check', amount: 4_000, reference: '1042', note: '' },
  receivedOn: today,
  ...differences,
});
const record = (body: object) => call<{ id: string; code?: string }>('POST', '/offline-payments', body);
const isPaid = (email: string, amount = 4_000) =>
  patiently('the entry to be paid', async () =>
    expect(await rowsOf(email)).toMatchObject([{ paymentStatus: 'paid', paymentAmount: amount }]),
  );
const listed = async (email: string) =>
  (await call<{ items: Record<string, unknown>[] }>('GET', `/payments?limit=10&q=${encodeURIComponent(email)}`)).body
    .items;

it('a check makes an entry paid like a card, and nobody pays twice', async () => {
  const entry = await enter(await tournamentOf(5));
  const page = await checkoutOf(system, entry.payLink);
  expect(await call('GET', `/offline-payments/payable/${entry.id}`)).toMatchObject({
    status: 200,
    body: { amount: 4_000, problem: null, email: entry.email },
  });
  const body = bodyFor(entry);
  const [first, again] = [await record(body), await record(body)];
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  await isPaid(entry.email);
  const { text } = await emailTo(system, entry.email, ({ subject }) => subject.startsWith('You are in: '));
  const token = /\/receipt\?token=([\w-]+)/.exec(text)![1]!;
  expect((await callApi(system, 'POST', '/api/receipt', { body: { token } })).status).toBe(200);
  // The page that was open is over, and there is no other.
  await payAt(page).catch(() => undefined);
  await expect(checkoutOf(system, entry.payLink)).rejects.toThrow('409');
  expect(await record(bodyFor(entry))).toMatchObject({ status: 409 });
  expect(await listed(entry.email)).toMatchObject([
    { kind: 'offline', amount: 4_000, method: 'check', reference: '1042', id: first.body.id },
  ]);
});

it('a payment that is undone ends the entry, whose place goes to the waitlist', async () => {
  const eventId = await tournamentOf(1);
  const entry = await enter(eventId);
  const waiting = await enter(eventId);
  const refused = await record(bodyFor(waiting));
  expect(refused).toMatchObject({ status: 409, body: { code: 'offline_payment_refused' } });
  const { body } = await record(bodyFor(entry));
  await isPaid(entry.email);
  const undo = (id: string) =>
    call<{ code?: string }>('POST', `/offline-payments/${body.id}/undo`, { id, reason: 'The check bounced.' });
  const answers = await Promise.all([undo(randomUUID()), undo(randomUUID())]);
  expect(answers.map(({ status, body: { code } }) => code ?? status).toSorted()).toEqual([200, 'version_conflict']);
  await patiently('the place to move on', async () => {
    expect(await rowsOf(entry.email)).toMatchObject([{ paymentStatus: 'refunded' }]);
    expect(await rowsOf(waiting.email)).toMatchObject([{ paymentStatus: 'pending', position: null }]);
  });
  const { text } = await emailTo(system, entry.email, ({ subject }) =>
    subject.startsWith('Your registration has ended'),
  );
  expect(text).not.toMatch(/refunded|five to ten days/);
  expect((await listed(entry.email)).map(({ amount }) => amount)).toEqual([-4_000, 4_000]);
  expect(await call('GET', `/offline-payments/${body.id}`)).toMatchObject({
    body: { records: [{ amount: 4_000 }, { amount: -4_000, note: 'The check bounced.', isAutomatic: false }] },
  });
});

it('a payment that was recorded wrongly is corrected, and the entry stays paid', async () => {
  const entry = await enter(await tournamentOf(5));
  const { body } = await record(bodyFor(entry, { amount: 1 }));
  await isPaid(entry.email, 1);
  const { registrationId: _, ...correction } = { ...bodyFor(entry, { method: 'cash' }), reason: 'It was $40.' };
  const correct = () => call<{ id: string }>('POST', `/offline-payments/${body.id}/corrections`, correction);
  const [corrected, again] = [await correct(), await correct()];
  expect([corrected.status, again.status, again.body.id]).toEqual([201, 201, corrected.body.id]);
  await isPaid(entry.email, 4_000);
  const { text } = await emailTo(system, entry.email, ({ subject }) => subject.startsWith('You are in: '));
  const token = /\/receipt\?token=([\w-]+)/.exec(text)![1]!;
  expect((await callApi(system, 'POST', '/api/receipt', { body: { token } })).status).toBe(200);
  expect((await listed(entry.email)).map(({ amount }) => amount).toSorted()).toEqual([-1, 1, 4_000]);
  const refused = await call<{ fields?: object }>('POST', `/offline-payments/${corrected.body.id}/corrections`, {
    ...{ ...correction, id: randomUUID(), reason: ' ' },
  });
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['reason']]);
});

it('names the field of what it refuses', async () => {
  const entry = await enter(await tournamentOf(5));
  const fieldsOf = async (differences: object) =>
    Object.keys(((await record(bodyFor(entry, differences))).body as { fields?: object }).fields ?? {});
  expect(await fieldsOf({ amount: 0 })).toEqual(['amount']);
  expect(await fieldsOf({ method: 'stamps' })).toEqual(['method']);
  expect(await fieldsOf({ receivedOn: '2019-01-01' })).toEqual(['receivedOn']);
  expect(await fieldsOf({ reference: 'a\nb' })).toEqual(['reference']);
  expect((await record(bodyFor({ id: randomUUID() }))).status).toBe(404);
  expect(await rowsOf(entry.email)).toMatchObject([{ paymentStatus: 'pending' }]);
});
