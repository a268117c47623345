import { type KeyObject, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import {
  accountChanged,
  accountDeleted,
  administratorAccessChanged,
  emailChanged,
  linkRequested,
} from '@lectern/contracts/identity/events';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import type { ConversationView } from '@lectern/contracts/messaging/conversation';
import * as canned from '@lectern/contracts/messaging/canned-reply-rpc';
import * as inbox from '@lectern/contracts/messaging/conversation-rpc';
import { adminActed } from '@lectern/contracts/messaging/events';
import { sendgridInbound } from '@lectern/contracts/messaging/inbound-http';
import { receiveInboundEmail } from '@lectern/contracts/messaging/inbound-rpc';
import {
  exportPerson,
  receiveSendgridEvents,
  requestStarterKit,
  sendContactMessage,
  subscribeToNewsletter,
} from '@lectern/contracts/messaging/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import { formOf, type ReceivedEmail } from '@lectern/sandbox/mail/inbound-parse';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { ACTING_ADMIN } from '../testing/campaigns.ts';
import { membershipEvent, officeHoursEvent } from '../testing/events.ts';
import { newSigningKey, type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';

const OTHER_ADMIN = { ...ACTING_ADMIN, adminId: randomUUID() };
const ANN = { userId: randomUUID(), email: 'Ann@Example.com', firstName: 'Ann', lastName: 'Lee' };

let messaging: RunningMessaging;

beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());
beforeEach(() =>
  emptyTables(
    messaging.dataSource,
    'email_recipients, link_clicks, provider_events, contact_messages, canned_replies, conversations, conversation_messages, memberships, accounts, erased_accounts, suppressed_addresses, idempotent_requests, outbox',
  ),
);

const write = (email: string, message = `A message from ${email}`, name = 'A visitor') =>
  messaging.rpc.call(sendContactMessage, { name, email, message });
/** As {@link write}, by a signed-in member. */
const writeSignedIn = (verifiedEmail: string | null, email: string, message = `A message from ${email}`) =>
  messaging.rpc.call(sendContactMessage, { name: 'A member', email, message, sender: { verifiedEmail } });
const list = async (status: ConversationView = 'open', more: { q?: string; limit?: number; cursor?: string } = {}) =>
  messaging.rpc.call(inbox.listConversations, { status, adminId: ACTING_ADMIN.adminId, ...more });
const emails = async (status?: ConversationView) => (await list(status)).items.map(({ email }) => email);
const theOne = async () => {
  const [found] = (await list()).items;
  return messaging.rpc.call(inbox.readConversation, { id: found!.id });
};
const read = (id: string) => messaging.rpc.call(inbox.readConversation, { id });
const assign = (
  id: string,
  version: number,
  adminId: string | null,
  { by = ACTING_ADMIN, role = 'director' }: { by?: typeof ACTING_ADMIN; role?: StaffRole } = {},
) => {
  const assignee = adminId === null ? null : { adminId, role };
  return messaging.rpc.call(inbox.assignConversation, { id, version, assignee, by });
};
const setStatus = (id: string, version: number, status: 'open' | 'closed', by = ACTING_ADMIN) =>
  messaging.rpc.call(inbox.setConversationStatus, { id, version, status, by });
const recorded = async (): Promise<string[]> =>
  (
    await messaging.dataSource.query<{ action: string }[]>(
      `SELECT payload->>'action' AS action FROM outbox WHERE name = $1 ORDER BY occurred_at, id`,
      [adminActed.name],
    )
  ).map(({ action }) => action);
const receive = (email: ReceivedEmail, key?: KeyObject) =>
  messaging.rpc.call(receiveInboundEmail, messaging.signedForm(formOf(email), key));
/** Answers and closes a conversation, and returns the address to which its person answers. */
const replyAddressOf = async (id: string, version: number): Promise<string> => {
  const reply = { id, version, messageId: randomUUID(), text: 'Come on Sunday.', closes: true, by: ACTING_ADMIN };
  await messaging.rpc.call(inbox.replyToConversation, reply);
  const [email] = (await messaging.emails()).filter(({ template }) => template === 'conversation-reply');
  return (email!.data as { replyTo: string }).replyTo;
};
/** Identity publishes an account with a verified mailbox. */
const verify = (version: number, email = ANN.email, isVerified = true) =>
  messaging.deliverEvent(accountChanged, {
    ...ANN,
    email,
    version,
    division: 'development',
    createdAt: '2026-01-01T00:00:00.000Z',
    emailVerifiedAt: isVerified ? '2026-01-01T00:00:00.000Z' : null,
  });
const subscribe = (version: number, plan: 'monthly' | 'annual', access = true) =>
  messaging.deliverEvent(
    membershipChanged,
    membershipEvent({ ...ANN, subscriptionId: 'sub_ann', version, plan, access }),
  );

describe('a conversation', () => {
  it('is opened by a contact message, with the message and its sender as typed', async () => {
    await write('Ann@Example.com', 'When is the next tournament?', 'Ann Lee');
    expect(await theOne()).toMatchObject({
      kind: 'contact',
      name: 'Ann Lee',
      email: 'Ann@Example.com',
      status: 'open',
      isPriority: false,
      assigneeId: null,
      accountName: null,
      senderProof: null,
      mailboxProblem: null,
      session: null,
      excerpt: 'When is the next tournament?',
      messages: [{ from: 'person', text: 'When is the next tournament?', adminId: null, delivery: null }],
    });
    expect(await messaging.rpc.call(inbox.countInbox, { adminId: ACTING_ADMIN.adminId })).toEqual({ open: 1, mine: 0 });
  });

  it('is not opened by an address that receives answers, which would answer itself', async () => {
    await write('ann@example.com');
    const { id, version } = await theOne();
    await expect(write(await replyAddressOf(id, version))).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { email: expect.any(String) },
    });
  });

  it('sends no email to itself: lists refuse its address, and notices to it are not written', async () => {
    await write('ann@example.com');
    const { id, version } = await theOne();
    const email = ` ${(await replyAddressOf(id, version)).toUpperCase()} `;
    const refusal = { code: 'invalid_request', fields: { email: expect.any(String) } };
    await expect(messaging.rpc.call(requestStarterKit, { email })).rejects.toMatchObject(refusal);
    await expect(
      messaging.rpc.call(subscribeToNewsletter, { email, source: 'footer', tags: [] }),
    ).rejects.toMatchObject(refusal);
    const written = (await messaging.emails()).length;
    await messaging.deliverEvent(linkRequested, { requestId: randomUUID(), purpose: 'setup', email, firstName: 'Ann' });
    expect(await messaging.emails()).toHaveLength(written);
  });

  it('is opened once, however often its message is repeated', async () => {
    const idempotency = { key: 'key-of-a-message', fingerprint: 'one' };
    const form = { name: 'Ann', email: 'ann@example.com', message: 'When is it?', idempotency };
    await Promise.all(Array.from({ length: 5 }, () => messaging.rpc.call(sendContactMessage, form)));
    expect((await list()).total).toBe(1);
  });

  it('takes the next messages of its mailbox while it is open, and none whose sender is less certain, or more', async () => {
    await write('ann@example.com', 'First');
    const { id, version } = await theOne();
    await write('Ann@Example.com', 'Second', 'Another name');
    await writeSignedIn('ann@example.com', 'ann@example.com', 'Signed in');
    await writeSignedIn('ann@example.com', 'ann@example.com', 'Signed in again');
    await write('ann@example.com', 'Third');
    const texts = async (view?: ConversationView) =>
      Promise.all((await list(view)).items.map(async (one) => (await read(one.id)).messages.map(({ text }) => text)));
    expect(await texts()).toEqual([
      ['First', 'Second', 'Third'],
      ['Signed in', 'Signed in again'],
    ]);
    const joined = await read(id);
    expect(joined.version).toBe(version + 2);
    expect(joined.messages.map(({ otherName }) => otherName)).toEqual([null, 'Another name', null]);
    // An open page does not answer what it does not show.
    await expect(setStatus(id, version, 'closed')).rejects.toMatchObject({ code: 'version_conflict' });
    await setStatus(id, joined.version, 'closed');
    await write('ann@example.com', 'Fourth');
    expect(await texts()).toEqual([['Signed in', 'Signed in again'], ['Fourth']]);
  });

  it('waits for an answer again when its person writes once more', async () => {
    await write('ann@example.com');
    const { id, version } = await theOne();
    const reply = { id, version, messageId: randomUUID(), text: 'Yes.', closes: false, by: ACTING_ADMIN };
    expect((await messaging.rpc.call(inbox.replyToConversation, reply)).waitingSince).toBeNull();
    await write('ann@example.com', 'Thank you');
    expect(await theOne()).toMatchObject({ id, waitingSince: expect.any(String), excerpt: 'Thank you' });
  });

  it('takes ten messages an hour of a mailbox, and those of its signed-in holder beside them', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 13 }, (_, index) => write(index % 2 === 0 ? 'ann@example.com' : 'ANN@example.com')),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'too_many_requests', message: expect.stringContaining('within the hour') });
    expect((await theOne()).messages).toHaveLength(10);
    await writeSignedIn('ann@example.com', 'ann@example.com');
    await write('bob@example.com');
    expect((await list()).total).toBe(3);
    await messaging.dataSource.query(
      `UPDATE conversation_messages SET created_at = created_at - interval '61 minutes'`,
    );
    await write('ann@example.com');
  });

  it('is opened by a request for office hours, and closed where the member cancels it', async () => {
    const request = officeHoursEvent({ ...ANN, requestId: randomUUID(), topic: 'My rebuttals' });
    await messaging.deliverEvent(officeHoursChanged, request);
    await messaging.deliverEvent(officeHoursChanged, request);
    const opened = await theOne();
    expect(opened).toMatchObject({
      kind: 'office_hours',
      name: 'Ann Lee',
      session: { startsAt: request.startsAt, isCancelled: false },
      messages: [{ text: 'My rebuttals' }],
    });
    await messaging.deliverEvent(officeHoursChanged, { ...request, change: 'cancelled' });
    expect(await read(opened.id)).toMatchObject({
      status: 'closed',
      closed: { byId: null, at: expect.any(String) },
      session: { isCancelled: true },
    });
    // The request arrives late: nobody waits for an answer.
    const late = officeHoursEvent({ ...ANN, requestId: randomUUID() });
    await messaging.deliverEvent(officeHoursChanged, { ...late, change: 'cancelled' });
    await messaging.deliverEvent(officeHoursChanged, late);
    expect((await list()).total).toBe(0);
  });

  it('is assigned, closed and reopened; each is recorded once', async () => {
    await write('ann@example.com');
    const { id, version } = await theOne();
    const mine = await assign(id, version, ACTING_ADMIN.adminId);
    expect(mine).toMatchObject({ assigneeId: ACTING_ADMIN.adminId, version: version + 1 });
    expect(await assign(id, version, ACTING_ADMIN.adminId)).toEqual(mine);
    expect(await emails('mine')).toEqual(['ann@example.com']);
    const closed = await setStatus(id, mine.version, 'closed');
    expect(closed).toMatchObject({ status: 'closed', waitingSince: null });
    expect([await emails('open'), await emails('mine'), await emails('closed')]).toEqual([[], [], ['ann@example.com']]);
    expect(await setStatus(id, closed.version, 'open')).toMatchObject({ status: 'open' });
    expect(await recorded()).toEqual(['assign_conversation', 'close_conversation', 'reopen_conversation']);
  });

  it('names the administrators of its assignment and its closing, with their times', async () => {
    await write('ann@example.com');
    const { id, version } = await theOne();
    expect(await read(id)).toMatchObject({ assigned: null, closed: null });
    const byOther = { byId: OTHER_ADMIN.adminId, at: expect.any(String) };
    expect(await assign(id, version, ACTING_ADMIN.adminId, { by: OTHER_ADMIN })).toMatchObject({ assigned: byOther });
    expect(await setStatus(id, version + 1, 'closed', OTHER_ADMIN)).toMatchObject({
      assigned: byOther,
      closed: byOther,
    });
    expect(await setStatus(id, version + 2, 'open')).toMatchObject({ assigned: byOther, closed: null });
    expect(await assign(id, version + 3, null)).toMatchObject({ assigned: null });
    const reply = { id, version: version + 4, messageId: randomUUID(), text: 'Yes.', closes: true, by: OTHER_ADMIN };
    const answered = await messaging.rpc.call(inbox.replyToConversation, reply);
    expect(answered).toMatchObject({ assigned: byOther, closed: byOther });
    await messaging.deliverEvent(administratorAccessChanged, {
      adminId: OTHER_ADMIN.adminId,
      role: 'viewer',
      isActive: true,
    });
    expect(await read(id)).toMatchObject({ assigned: null, closed: byOther });
  });

  it('is unassigned again as soon as its assignee may no longer answer, also where it is closed', async () => {
    for (const email of ['ann@example.com', 'bob@example.com']) await write(email);
    const [ann, bob] = (await list()).items;
    await expect(assign(ann!.id, 1, OTHER_ADMIN.adminId, { role: 'viewer' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { assignee: expect.stringContaining('may not answer') },
    });
    await assign(ann!.id, 1, OTHER_ADMIN.adminId);
    await setStatus(bob!.id, (await assign(bob!.id, 1, OTHER_ADMIN.adminId)).version, 'closed');
    await write('eve@example.com');
    expect(await emails('unassigned')).toEqual(['eve@example.com']);
    const allow = (role: StaffRole, isActive = true) =>
      messaging.deliverEvent(administratorAccessChanged, { adminId: OTHER_ADMIN.adminId, role, isActive });
    await allow('manager');
    expect(await read(ann!.id)).toMatchObject({ assigneeId: OTHER_ADMIN.adminId, version: 2 });
    await allow('editor');
    for (const [id, version] of [
      [ann!.id, 3],
      [bob!.id, 4],
    ] as const)
      expect(await read(id)).toMatchObject({ assigneeId: null, version });
    expect(await emails('unassigned')).toEqual(['ann@example.com', 'eve@example.com']);
    await assign(ann!.id, 3, OTHER_ADMIN.adminId);
    await allow('manager', false);
    expect((await read(ann!.id)).assigneeId).toBeNull();
  });

  it('refuses the second of two administrators with an error, and does nothing', async () => {
    await write('ann@example.com');
    const { id, version } = await theOne();
    const results = await Promise.allSettled([
      assign(id, version, ACTING_ADMIN.adminId),
      assign(id, version, OTHER_ADMIN.adminId, { by: OTHER_ADMIN }),
      setStatus(id, version, 'closed', OTHER_ADMIN),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'version_conflict' });
    expect((await read(id)).version).toBe(version + 1);
    expect(await recorded()).toHaveLength(1);
    await expect(read(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a reply of staff', () => {
  const sendReply = (id: string, version: number, more: Partial<RpcInput<typeof inbox.replyToConversation>> = {}) =>
    messaging.rpc.call(inbox.replyToConversation, {
      id,
      version,
      messageId: randomUUID(),
      text: 'Hello Ann,\n\nsee https://lectern.test/tournaments <b>there</b>.',
      closes: false,
      by: ACTING_ADMIN,
      ...more,
    });
  const replies = async () => (await messaging.emails()).filter(({ template }) => template === 'conversation-reply');

  it('is emailed once for its id, and takes a conversation that nobody has', async () => {
    await write('ann@example.com', 'Click https://evil.example now', 'Ann https');
    const { id, version } = await theOne();
    const messageId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendReply(id, version, { messageId })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({
      assigneeId: ACTING_ADMIN.adminId,
      waitingSince: null,
      status: 'open',
      messages: [{ from: 'person' }, { id: messageId, from: 'staff', delivery: { status: 'pending', reason: null } }],
    });
    expect(await replies()).toMatchObject([
      { email: 'ann@example.com', name: null, dedupeKey: `conversation-reply:${messageId}` },
    ]);
    expect(JSON.stringify(await replies())).not.toContain('evil');
    await expect(sendReply(id, version, { messageId, text: 'Another text' })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await recorded()).toEqual(['reply_to_conversation']);
  });

  it('is not sent where another administrator answered the same message first', async () => {
    await write('ann@example.com');
    const { id, version } = await theOne();
    const results = await Promise.allSettled([
      sendReply(id, version, { text: 'From the first' }),
      sendReply(id, version, { text: 'From the second', by: OTHER_ADMIN }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await replies()).toHaveLength(1);
  });

  it('closes the conversation where it says so, and shows what the mailbox did with it', async () => {
    await write('ann@example.com');
    const { id, version } = await theOne();
    const messageId = randomUUID();
    expect(await sendReply(id, version, { messageId, closes: true })).toMatchObject({ status: 'closed' });
    const [email] = await replies();
    const bounce = {
      sg_event_id: randomUUID(),
      event: 'bounce',
      type: 'bounce',
      reason: '550 no such mailbox',
      timestamp: Math.floor(Date.now() / 1_000),
      email: 'ann@example.com',
      recipientId: email!.id,
    };
    await messaging.rpc.call(receiveSendgridEvents, messaging.signedPost(JSON.stringify([bounce])));
    const after = await read(id);
    expect(after.mailboxProblem).toBe('bounced');
    expect(after.messages[1]!.delivery).toMatchObject({ status: 'bounced', reason: expect.stringContaining('550') });
  });
});

describe('an answer by email', () => {
  /** A conversation that staff answered and closed, and the address to which its person answers. */
  const answered = async () => {
    await write('Ann@example.com');
    const { id, version } = await theOne();
    return { id, to: await replyAddressOf(id, version) };
  };
  const messagesOf = async (id: string) => (await read(id)).messages.map(({ text }) => text);

  it('becomes a message of its conversation once, with the quoted text apart, and opens it again', async () => {
    const { id, to } = await answered();
    expect(to).toMatch(/^re-[\da-f]{56}@reply\.lectern\.test$/);
    const email = {
      to: `Lectern <${to.toUpperCase()}>`,
      from: 'Ann Lee <ann@EXAMPLE.com>',
      text: 'Thank you!\n\nOn Sunday Lectern wrote:\n> Come on Sunday.\n',
      messageId: '<1@example.com>',
    };
    await Promise.all([receive(email), receive(email), receive(email)]);
    await receive(email);
    expect(await read(id)).toMatchObject({
      status: 'open',
      closed: null,
      waitingSince: expect.any(String),
      messages: [
        {},
        { from: 'staff' },
        { from: 'person', text: 'Thank you!', quoted: expect.stringContaining('> Come on Sunday.'), otherEmail: null },
      ],
    });
    await receive({ ...email, from: 'ann@work.example', messageId: '<2@work.example>' });
    expect((await read(id)).messages.at(-1)).toMatchObject({ otherEmail: 'ann@work.example' });
  });

  it('to the acknowledgement of a message becomes one of its conversation, also once that is closed', async () => {
    await write('Ann@example.com', 'When is the next tournament?');
    const { id, version } = await theOne();
    const [acknowledgement] = (await messaging.emails()).filter(
      ({ template }) => template === 'contact-acknowledgement',
    );
    const { replyTo: to } = acknowledgement!.data as { replyTo: string };
    await receive({ to, from: 'ann@example.com', text: 'And what does it cost?', messageId: '<1@example.com>' });
    expect(await messagesOf(id)).toEqual(['When is the next tournament?', 'And what does it cost?']);
    await setStatus(id, version + 1, 'closed');
    await receive({ to, from: 'ann@example.com', text: 'Thank you', messageId: '<2@example.com>' });
    expect(await read(id)).toMatchObject({ status: 'open', waitingSince: expect.any(String) });
  });

  it.each([
    ['of two addresses', 'ann@example.com, eve@example.com'],
    ['of an address as name', '"ann@example.com" <ann@example.com> <eve@example.com>'],
    ['that is empty', ''],
    ['that is too long', `${'a'.repeat(300)}@x.example`],
  ])('is not taken for the person’s with a sender %s', async (_what, from) => {
    const { id, to } = await answered();
    await receive({ to, from, envelopeFrom: 'eve@example.com', text: 'Send me the list' });
    expect(await read(id)).toMatchObject({ senderProof: null });
    expect((await read(id)).messages.at(-1)).toMatchObject({ from: 'person', otherEmail: '' });
  });

  it('may be as large as the route takes it, and is cut where its text is longer than people write', async () => {
    const { id, to } = await answered();
    const room = sendgridInbound.bodyLimit! - formOf({ to, from: 'ann@example.com', text: '' }).body.length - 1_000;
    await receive({ to, from: 'ann@example.com', text: 'x'.repeat(room) });
    expect((await messagesOf(id)).at(-1)).toMatch(/^x{20000} …$/);
  });

  it('is read in its own character set, and from HTML where it has no text', async () => {
    const { id, to } = await answered();
    await receive({ to, from: 'ann@example.com', text: 'Schöne Grüße', charset: 'iso-8859-1' });
    await receive({ to, from: 'ann@example.com', html: '<p>Hello <b>you</b></p><script>alert(1)</script>' });
    expect((await messagesOf(id)).slice(2)).toEqual(['Schöne Grüße', 'Hello you']);
  });

  it.each<[string, (to: string) => ReceivedEmail]>([
    ['an unknown address', () => ({ to: 'sales@reply.lectern.test', from: 'a@example.com', text: 'Buy' })],
    ['a guessed signature', (to) => ({ to: to.replace(/.{4}@/, 'abcd@'), from: 'a@example.com', text: 'Buy' })],
    ['another domain', (to) => ({ to: to.replace('@reply', '@other'), from: 'a@example.com', text: 'Buy' })],
    ['a bounce', (to) => ({ to, from: 'mailer-daemon@example.com', envelopeFrom: '', text: 'No such mailbox' })],
    [
      'an automatic answer',
      (to) => ({ to, from: 'a@example.com', headers: { 'Auto-Submitted': 'auto-replied' }, text: 'Away' }),
    ],
    [
      'an older automatic answer',
      (to) => ({ to, from: 'a@example.com', headers: { 'X-Autoreply': 'yes' }, text: 'Away' }),
    ],
    ['an email of a list', (to) => ({ to, from: 'a@example.com', headers: { Precedence: 'list' }, text: 'News' })],
    ['an email of its own address', (to) => ({ to, from: `Lectern <${to}>`, text: 'We have your message' })],
    ['spam', (to) => ({ to, from: 'a@example.com', spamScore: 7.2, text: 'Buy' })],
    ['an empty email', (to) => ({ to, from: 'a@example.com', text: ' ' })],
  ])('is accepted and dropped: %s', async (_what, email) => {
    const { id, to } = await answered();
    expect(await receive(email(to))).toEqual({ received: true });
    expect(await read(id)).toMatchObject({ status: 'closed', messages: [{}, {}] });
  });

  it('is refused without the provider’s signature, and where it is no form', async () => {
    const { to } = await answered();
    const email = { to, from: 'ann@example.com', text: 'Hello' };
    await expect(receive(email, newSigningKey().privateKey)).rejects.toMatchObject({ code: 'signature_invalid' });
    const { body, contentType } = formOf(email);
    const signed = messaging.signedForm({ body, contentType });
    await expect(
      messaging.rpc.call(receiveInboundEmail, { ...signed, form: Buffer.from('other').toString('base64') }),
    ).rejects.toMatchObject({ code: 'signature_invalid' });
    for (const form of [
      { body: Buffer.from('no form'), contentType },
      { body, contentType: 'multipart/form-data; boundary=other' },
      {
        body: Buffer.from('--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nHi\r\n--x--\r\n'),
        contentType: 'multipart/form-data; boundary=x',
      },
    ])
      await expect(messaging.rpc.call(receiveInboundEmail, messaging.signedForm(form))).rejects.toMatchObject({
        code: 'malformed_body',
      });
  });
});

describe('a canned reply', () => {
  const typed = { name: 'Listening first', reply: 'You are welcome to listen.' };
  const add = (id: string, name = typed.name) =>
    messaging.rpc.call(canned.addCannedReply, { id, ...typed, name, by: ACTING_ADMIN });

  it('is added once, edited by the version that it began from, and deleted', async () => {
    const id = randomUUID();
    const added = await add(id);
    expect(await add(id)).toEqual(added);
    await expect(add(randomUUID(), 'LISTENING first')).rejects.toMatchObject({
      fields: { name: 'Another canned reply has this name.' },
    });
    const edit = (version: number, reply: string) =>
      messaging.rpc.call(canned.editCannedReply, { id, ...typed, reply, version, by: ACTING_ADMIN });
    expect(await edit(1, 'Come and listen.')).toMatchObject({ version: 2 });
    await expect(edit(1, 'Another text')).rejects.toMatchObject({
      code: 'version_conflict',
      fields: { reply: expect.any(String) },
    });
    expect(await messaging.rpc.call(canned.listCannedReplies, {})).toEqual([
      { id, name: typed.name, reply: 'Come and listen.', version: 2 },
    ]);
    await messaging.rpc.call(canned.deleteCannedReply, { id, by: ACTING_ADMIN });
    await expect(messaging.rpc.call(canned.deleteCannedReply, { id, by: ACTING_ADMIN })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await recorded()).toEqual(['add_canned_reply', 'edit_canned_reply', 'delete_canned_reply']);
  });
});

describe('the inbox', () => {
  it('has annual members first, then those who have waited longest, in pages', async () => {
    await verify(1);
    await subscribe(1, 'annual');
    for (const email of ['first@example.com', 'second@example.com']) await write(email);
    await writeSignedIn(ANN.email, 'ann@example.com');
    await write('fourth@example.com');
    const order = ['ann@example.com', 'first@example.com', 'second@example.com', 'fourth@example.com'];
    expect(await emails()).toEqual(order);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list('open', { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(4);
      paged.push(...page.items.map(({ email }) => email));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(order);
    await expect(list('open', { cursor: 'x' })).rejects.toMatchObject({ code: 'cursor_invalid' });
  });

  it('finds names, addresses and messages', async () => {
    await write('ann@example.com', 'About the spring tournament', 'Ann Lee');
    await write('bob@example.com', 'About the bootcamp', 'Bob Ray');
    const found = async (q: string) => (await list('open', { q })).items.map(({ name }) => name);
    expect(await found('spring')).toEqual(['Ann Lee']);
    expect(await found('BOB@')).toEqual(['Bob Ray']);
    expect(await found('lee')).toEqual(['Ann Lee']);
    expect(await found('100%')).toEqual([]);
  });

  it('shows the name of the account as staff corrected it, beside the words and the name that the person typed', async () => {
    await write('ann@example.com', 'Greetings, An Le', 'An Le');
    await write('ann@example.com', 'From the same mailbox', 'Bob Ray');
    await verify(1, ANN.email, false);
    expect(await theOne()).toMatchObject({ name: 'An Le', typedName: null });
    await verify(2);
    expect((await list()).items.map(({ name }) => name)).toEqual(['Ann Lee']);
    expect((await list('open', { q: 'ann lee' })).total).toBe(1);
    expect((await list('open', { q: 'an le' })).total).toBe(1);
    expect(await theOne()).toMatchObject({
      name: 'Ann Lee',
      accountName: 'Ann Lee',
      typedName: 'An Le',
      messages: [
        { text: 'Greetings, An Le', otherName: null },
        { text: 'From the same mailbox', otherName: 'Bob Ray' },
      ],
    });
  });

  it('gives priority to the verified mailbox of an active annual member only, and follows each change', async () => {
    await writeSignedIn(ANN.email, 'ann@example.com');
    const isPriority = async () => (await theOne()).isPriority;
    await subscribe(1, 'annual');
    await verify(1, ANN.email, false);
    expect(await isPriority()).toBe(false);
    await verify(2);
    expect(await theOne()).toMatchObject({ isPriority: true, accountName: 'Ann Lee' });
    await subscribe(3, 'monthly');
    expect(await isPriority()).toBe(false);
    // An older event arrives late.
    await subscribe(2, 'annual');
    expect(await isPriority()).toBe(false);
    await subscribe(4, 'annual');
    expect(await isPriority()).toBe(true);
    await subscribe(5, 'annual', false);
    expect(await isPriority()).toBe(false);
  });

  it('gives none to an address that was only typed, until its holder answers by email', async () => {
    await verify(1);
    await subscribe(1, 'annual');
    await write('ann@example.com');
    await writeSignedIn(null, 'ann@example.com');
    await writeSignedIn('bob@example.com', 'ann@example.com');
    const { items } = await list();
    expect(items.map(({ isPriority }) => isPriority)).toEqual([false]);
    const { id, version } = items[0]!;
    expect(await read(id)).toMatchObject({ accountName: 'Ann Lee', senderProof: null });
    const to = await replyAddressOf(id, version);
    await receive({ to, from: 'stranger@example.com', text: 'It was me' });
    expect(await read(id)).toMatchObject({ isPriority: false, senderProof: null });
    await receive({ to, from: 'ann@example.com', spf: 'fail', dkim: {}, text: 'It was me' });
    expect(await read(id)).toMatchObject({
      isPriority: false,
      senderProof: null,
      messages: [{}, {}, {}, {}, { isUnconfirmed: false }, { text: 'It was me', isUnconfirmed: true }],
    });
    await receive({ to, from: 'ann@example.com', text: 'It was really me' });
    expect(await read(id)).toMatchObject({ isPriority: true, senderProof: 'answered' });
  });
});

describe('a person', () => {
  const moveTo = (newEmail: string) =>
    messaging.deliverEvent(emailChanged, {
      userId: ANN.userId,
      version: 2,
      oldEmail: ANN.email,
      newEmail,
      wasVerified: true,
      firstName: ANN.firstName,
    });

  it('takes their conversations to another address, and leaves the next holder of the old one none', async () => {
    await verify(1);
    await subscribe(1, 'annual');
    await writeSignedIn(ANN.email, 'ann@example.com', 'From Ann herself');
    const before = await theOne();
    await moveTo('Ann@New.example');
    await moveTo('Ann@New.example');
    // A page that shows the old address sends no reply to the new one.
    expect((await theOne()).version).toBe(before.version + 1);
    await verify(2, 'Ann@New.example');
    expect(await theOne()).toMatchObject({ email: 'Ann@New.example', isPriority: true, accountName: 'Ann Lee' });
    await write('ann@example.com', 'From the next holder');
    const { items } = await list();
    expect(items.map(({ email, isPriority }) => ({ email, isPriority }))).toEqual([
      { email: 'Ann@New.example', isPriority: true },
      { email: 'ann@example.com', isPriority: false },
    ]);
  });

  it('gets their conversations with their data, and takes them along with the account', async () => {
    await verify(1);
    await subscribe(1, 'annual');
    await write('ann@example.com', 'A question of Ann');
    await write('bob@example.com', 'A question of Bob');
    await messaging.deliverEvent(
      officeHoursChanged,
      officeHoursEvent({ ...ANN, requestId: randomUUID(), topic: 'Cases' }),
    );
    const data = await messaging.rpc.call(exportPerson, { userId: ANN.userId, verifiedEmail: ANN.email });
    expect(data['conversations']).toMatchObject([
      { about: 'contact', email: 'ann@example.com' },
      { about: 'office_hours', name: 'Ann Lee' },
    ]);
    expect(data['conversationMessages']).toMatchObject([{ text: 'Cases', from: 'you' }]);
    expect(data['contactMessages']).toMatchObject([{ message: 'A question of Ann' }]);
    await messaging.deliverEvent(accountDeleted, {
      userId: ANN.userId,
      email: ANN.email,
      verifiedEmail: ANN.email,
      firstName: ANN.firstName,
      deletedAt: new Date().toISOString(),
    });
    expect(await emails()).toEqual(['bob@example.com']);
    expect(await messaging.dataSource.query('SELECT text FROM conversation_messages')).toEqual([
      { text: 'A question of Bob' },
    ]);
    // Billing's event of before the deletion.
    await subscribe(9, 'annual');
    await write('ann@example.com');
    expect((await list()).items.map(({ isPriority }) => isPriority)).toEqual([false, false]);
  });

  it('gets what they answered in the conversation of somebody else, and takes it along with the account', async () => {
    await verify(1);
    await write('bob@example.com', 'A question of Bob');
    const { id, version } = await theOne();
    const to = await replyAddressOf(id, version);
    await receive({ to, from: 'ANN@example.com', text: 'Bob forwarded this to me' });
    const exported = async (email: string) =>
      (await messaging.rpc.call(exportPerson, { userId: randomUUID(), verifiedEmail: email }))['conversationMessages'];
    const answer = { text: 'Bob forwarded this to me', sentFrom: 'ANN@example.com' };
    expect(await exported('ann@example.com')).toMatchObject([{ ...answer, from: 'you' }]);
    expect(await exported('bob@example.com')).toMatchObject([
      { from: 'the association' },
      { ...answer, from: 'another sender' },
    ]);
    const shown = await read(id);
    await moveTo('ann@new.example');
    const before = await read(id);
    expect(before.version).toBe(shown.version + 1);
    expect(before.messages).toMatchObject([{}, {}, { otherEmail: 'ann@new.example' }]);
    await messaging.deliverEvent(accountDeleted, {
      userId: ANN.userId,
      email: 'ann@new.example',
      verifiedEmail: 'ann@new.example',
      firstName: ANN.firstName,
      deletedAt: new Date().toISOString(),
    });
    expect(await read(id)).toMatchObject({
      version: before.version + 1,
      messages: [{ text: 'A question of Bob' }, { from: 'staff' }],
    });
  });
});
