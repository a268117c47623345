import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Conversation, ConversationSummary } from '@lectern/contracts/messaging/conversation';
import { emailTo, tokenTo } from '../testing/mailbox.ts';
import { adminTokenOf, callApi, joinAs, newRegistration, patiently } from '../testing/person.ts';
import { newStaff } from '../testing/staff.ts';
import { sharedSystem } from '../testing/start-system.ts';

/* A conversation through the whole system: the contact page, the console, the emails of both sides, and SendGrid's inbound parse. */
const system = await sharedSystem();
const token = await adminTokenOf(system);

const admin = <T = Conversation>(method: string, path: string, body?: unknown, as = token) =>
  callApi<T>(system, method, `/api/admin${path}`, { token: as, ...(body === undefined ? {} : { body }) });
const write = async (email: string, message: string, as?: string): Promise<ConversationSummary> => {
  const body = { name: 'Ada Okafor', email, message };
  expect(
    (await callApi(system, 'POST', '/api/contact', { body, ...(as === undefined ? {} : { token: as }) })).status,
  ).toBe(201);
  return (await found(message))[0]!;
};
const found = async (q: string, status = 'open') =>
  (await admin<ConversationSummary[]>('GET', `/conversations?${new URLSearchParams({ q, status }).toString()}`)).body;
const read = async (id: string) => (await admin('GET', `/conversations/${id}`)).body;
/** The SendGrid emulator receives an email. */
const receive = async (email: Record<string, unknown>) => {
  const answer = await fetch(`${system.sandboxUrl}/mail/api/inbound`, { method: 'POST', body: JSON.stringify(email) });
  expect(answer.status).toBe(202);
};

it('goes from the contact page to the console, out as an email, and back as an answer that opens it again', async () => {
  const email = `Asker+${randomUUID().slice(0, 8)}@Example.com`;
  const word = randomUUID();
  const { id, version } = await write(email, `May I listen first? ${word}`);
  const reply = { id: randomUUID(), reply: 'Yes, come on Sunday.', closes: true, version };
  const sent = await admin('POST', `/conversations/${id}/replies`, reply);
  expect(sent).toMatchObject({
    status: 200,
    body: {
      status: 'closed',
      assignee: { name: expect.any(String) },
      messages: [
        { from: 'person', by: null },
        { id: reply.id, from: 'staff', by: { name: expect.any(String) } },
      ],
    },
  });
  expect((await admin('POST', `/conversations/${id}/replies`, reply)).body).toMatchObject({
    version: sent.body.version,
    messages: [{}, { id: reply.id }],
  });
  // Another administrator answers the message that they still see unanswered.
  expect(await admin('POST', `/conversations/${id}/replies`, { ...reply, id: randomUUID() })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  });

  const arrived = await emailTo(system, email, (mail) => mail.text.includes('Yes, come on Sunday.'));
  expect(arrived.text).not.toContain(word);
  await patiently('the delivery', async () => {
    if ((await read(id)).messages[1]!.delivery?.status !== 'delivered') throw new Error('not yet');
  });

  const answer = {
    to: arrived.replyTo,
    from: `Ada <${email}>`,
    text: `Thank you ${word}!\n\nOn Sunday Lectern wrote:\n> Yes, come on Sunday.`,
    messageId: `<${word}@example.com>`,
  };
  await receive(answer);
  await receive(answer);
  await receive({ ...answer, to: 'nobody@reply.lectern.test', messageId: '<other@example.com>' });
  await patiently('the emulator having posted all', async () => {
    const { pending } = (await (await fetch(`${system.sandboxUrl}/mail/api/inbound`)).json()) as { pending: number };
    if (pending > 0) throw new Error('not yet');
  });
  const after = await read(id);
  expect(after).toMatchObject({ status: 'open', waitingSince: expect.any(String) });
  expect(after.messages.map(({ text, quoted }) => [text, quoted !== null])).toEqual([
    [`May I listen first? ${word}`, false],
    ['Yes, come on Sunday.', false],
    [`Thank you ${word}!`, true],
  ]);
});

it('puts the message of a signed-in annual member first, and not one for which their address was typed', async () => {
  const member = { ...newRegistration(), plan: 'annual' as const };
  const word = randomUUID();
  const stranger = await write(`stranger+${word.slice(0, 8)}@example.com`, `Older message ${word}`);
  const account = await joinAs(system, member);
  expect(stranger.isPriority).toBe(false);
  // Paying verifies no mailbox: its reader opens the emailed link.
  await callApi(system, 'POST', '/api/auth/verify-email', { body: {}, token: account });
  const link = await tokenTo(system, member.email, '/confirm-email');
  const confirmed = await callApi(system, 'POST', '/api/auth/confirm-email', { body: { token: link }, token: account });
  expect(confirmed.status).toBe(200);
  const typed = await write(member.email, `Typed by a stranger ${word}`);
  await write(member.email, `Newest message ${word}`, account);
  await patiently('the priority', async () => {
    const order = (await found(word)).map(({ email, isPriority }) => ({ email, isPriority }));
    expect(order).toEqual([
      { email: member.email, isPriority: true },
      { email: stranger.email, isPriority: false },
      { email: typed.email, isPriority: false },
    ]);
  });
});

it('is assigned to staff who may answer only, and hidden from others', async () => {
  const { id, version } = await write(newRegistration().email, `Is it today? ${randomUUID()}`);
  const [director, viewer] = [await newStaff(system, 'director'), await newStaff(system, 'viewer')];
  expect(await admin('PUT', `/conversations/${id}/assignee`, { assignee: viewer.id, version })).toMatchObject({
    status: 400,
    body: { fields: { assignee: expect.stringContaining('may not answer') } },
  });
  expect(await admin('PUT', `/conversations/${id}/assignee`, { assignee: director.id, version })).toMatchObject({
    status: 200,
    body: { assignee: { id: director.id } },
  });
  expect(
    (await admin<ConversationSummary[]>('GET', '/conversations?status=mine', undefined, director.token)).body,
  ).toMatchObject([{ id }]);
  expect((await admin('GET', `/conversations/${id}`, undefined, viewer.token)).status).toBe(403);
  const assignees = await admin<{ items: { id: string }[] }>('GET', '/inbox/assignees');
  expect(assignees.body.items.map((one) => one.id)).toContain(director.id);
  const [currentPassword, email] = [
    (await system.run()).admin.password,
    `invited+${randomUUID().slice(0, 8)}@example.com`,
  ];
  const invitation = { email, name: 'Invited Only', role: 'director', currentPassword };
  const { body: invited } = await admin('POST', '/administrators', invitation);
  expect(await admin('PUT', `/conversations/${id}/assignee`, { assignee: invited.id, version })).toMatchObject({
    status: 400,
  });
  await admin('PUT', `/administrators/${director.id}/role`, { role: 'viewer', currentPassword });
  await patiently('the conversation to be unassigned', async () => {
    if ((await read(id)).assignee !== null) throw new Error('not yet');
  });
});
