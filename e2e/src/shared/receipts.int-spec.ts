import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { entriesSystem, entryForm, someone, tokenOf } from '../testing/entries.ts';
import { emailTo } from '../testing/mailbox.ts';
import { adminTokenOf, callApi, checkoutOf, patiently, payAt, payLinkIn } from '../testing/person.ts';

/* The link to a guest's receipt, through the public API with every service running. */
const { system, tournamentOf } = await entriesSystem();

const receiptOf = (token: string) => callApi<{ code?: string }>(system, 'POST', '/api/receipt', { body: { token } });
const said = ({ status, body }: Awaited<ReturnType<typeof receiptOf>>): unknown =>
  status === 200 ? 200 : { status, code: body.code };
const UNKNOWN = { status: 404, code: 'receipt_link_unknown' };

const receiptTokenIn = (text: string): string => /\/receipt\?token=([\w-]+)/.exec(text)![1]!;

/** Enters and pays without an account. */
const paidGuest = async (email = someone()) => {
  const eventId = await tournamentOf(5);
  const entered = await callApi(system, 'POST', '/api/tournament/register', {
    body: { ...entryForm(email), eventId },
  });
  expect(entered.status).toBe(201);
  const unpaid = await emailTo(system, email, (mail) => payLinkIn(mail.text) !== undefined);
  const payLink = payLinkIn(unpaid.text)!;
  await payAt(await checkoutOf(system, payLink));
  const { text } = await emailTo(system, email, (mail) => /^You are in: /.test(mail.subject));
  const token = receiptTokenIn(text);
  await patiently('the receipt', async () => expect((await receiptOf(token)).status).toBe(200));
  return { email, payLink, token };
};

it('the token in the email about a payment opens its receipt, and any other is refused alike', async () => {
  const { payLink, token } = await paidGuest();
  const { headers } = await receiptOf(token);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?receipt-R-[0-9A-F]{8}\.pdf/);
  expect(headers.get('cache-control')).toContain('no-store');
  const last = token.endsWith('A') ? 'B' : 'A';
  // The browser that typed the entry has the key of its payment, and no more.
  for (const wrong of [
    tokenOf(payLink),
    token.slice(0, -1) + last,
    token.slice(0, 43),
    'x',
    `${token}${token}`.slice(0, 200),
  ])
    expect(said(await receiptOf(wrong))).toEqual(UNKNOWN);
  expect(await receiptOf('')).toMatchObject({ status: 400, body: { fields: { token: expect.any(String) as string } } });
});

it('the token ends when its person is erased', async () => {
  const { email, token } = await paidGuest();
  const admin = await adminTokenOf(system);
  const erased = await callApi(system, 'POST', '/api/admin/people/erase', {
    token: admin,
    body: { id: randomUUID(), email },
  });
  expect(erased.status).toBeLessThan(300);
  await patiently('the erasure', async () => expect(said(await receiptOf(token))).toEqual(UNKNOWN));
});

it('the token ends when staff correct the mailbox, and the new mailbox gets one', async () => {
  const { email, token } = await paidGuest();
  const [admin, next] = [await adminTokenOf(system), someone()];
  const { body } = await callApi<{ id: string; firstName: string; lastName: string; division: string }[]>(
    system,
    'GET',
    `/api/admin/tournament-registrations?q=${encodeURIComponent(email)}`,
    { token: admin },
  );
  const { id, firstName, lastName, division } = body[0]!;
  const typed = { firstName, lastName, division };
  const corrected = await callApi(system, 'PUT', `/api/admin/registrations/tournament/${id}`, {
    token: admin,
    body: { ...typed, email: next, seen: { ...typed, email } },
  });
  expect(corrected.status).toBe(200);
  const { text } = await emailTo(system, next, (mail) => /^Your registration: /.test(mail.subject));
  expect(text).toContain('There is nothing left to pay for it.');
  expect(said(await receiptOf(token))).toEqual(UNKNOWN);
  expect((await receiptOf(receiptTokenIn(text))).status).toBe(200);
  const { text: toFormer } = await emailTo(system, email, (mail) => /was moved/.test(mail.subject));
  expect(toFormer).not.toMatch(/\/receipt|\/entry/);
  const entryToken = /\/entry\?token=([\w-]+)/.exec(text)![1]!;
  expect(await callApi(system, 'POST', '/api/entry', { body: { token: entryToken } })).toMatchObject({
    ...{ status: 200, body: { state: 'paid' } },
  });
});
