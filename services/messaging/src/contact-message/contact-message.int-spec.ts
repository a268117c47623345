import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendContactMessage } from '@lectern/contracts/messaging/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { pruneAfterADay } from '../prune-after-a-day.job.ts';
import { type RunningMessaging, startMessaging, SUPPORT_EMAIL } from '../testing/running-messaging.ts';
import { type ReceivedMail, type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';
import { ContactMessage } from './contact-message.entity.ts';

const form = { name: 'Ann Lee', email: 'Ann+Q@Example.com', message: 'When is the next tournament?' };

describe('a message from the contact page', () => {
  let messaging: RunningMessaging;
  let sendgrid: SendgridServer;
  beforeAll(async () => {
    [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
    await messaging.startWorker(sendgrid.url);
  });
  afterAll(async () => {
    await sendgrid.close();
    await messaging.stop();
  });
  beforeEach(async () => {
    await emptyTables(
      messaging.dataSource,
      'email_recipients, link_clicks, contact_messages, conversations, conversation_messages, idempotent_requests',
    );
    sendgrid.received.length = 0;
  });

  const send = (differences: Partial<RpcInput<typeof sendContactMessage>> = {}) =>
    messaging.rpc.call(sendContactMessage, { ...form, ...differences });
  const messages = (): Promise<ContactMessage[]> => messaging.dataSource.getRepository(ContactMessage).find();
  /** The email to the association with this message, and the one to its sender, once both were posted. Emails of an earlier test may arrive meanwhile. */
  const bothMails = (message = form.message) =>
    until('both mails', async () => {
      const to = (mail: ReceivedMail) => mail.personalizations[0]!.to[0]!.email;
      const association = sendgrid.received.find(
        (mail) => to(mail) === SUPPORT_EMAIL && mail.content[0]!.value.includes(message),
      );
      const sender = sendgrid.received.find((mail) => to(mail) !== SUPPORT_EMAIL);
      return association !== undefined && sender !== undefined && { association, sender };
    });

  it('is stored as typed, reaches the association with its sender as the reply address, and is acknowledged to its sender', async () => {
    await send();
    expect(await messages()).toMatchObject([form]);
    const { association, sender } = await bothMails();
    expect(association).toMatchObject({
      subject: 'Contact: Ann Lee',
      reply_to: { email: 'Ann+Q@Example.com', name: 'Ann Lee' },
    });
    expect(association.content[0]!.value).toContain(form.message);
    expect(sender).toMatchObject({
      subject: 'We have your message',
      personalizations: [{ to: [{ email: 'Ann+Q@Example.com' }] }],
    });
    expect(sender.content[0]!.value).toMatch(/^Hello,$/m);
    expect(JSON.stringify(sender)).not.toContain('Lee');
    expect(sender.reply_to).toEqual({
      email: expect.stringMatching(/^re-[\da-f]{56}@reply\.lectern\.test$/),
      name: 'Lectern',
    });
    // Programs that answer by themselves answer a person's message only (RFC 3834).
    expect(sender.headers).toEqual({ 'Auto-Submitted': 'auto-replied' });
    expect(association.headers).toBeUndefined();
    expect(sendgrid.received).toHaveLength(2);
  });

  it('is acknowledged once an hour to a mailbox, even for parallel messages, and each one reaches the association', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send({ email: index % 2 === 0 ? 'ann@example.com' : 'ANN@example.com', message: `Message number ${index}` }),
      ),
    );
    await send({ email: 'bob@example.com' });
    const written = async () =>
      (await messaging.emails()).map(({ template, email }) => `${template} ${email.toLowerCase()}`).toSorted();
    expect(await written()).toEqual([
      'contact-acknowledgement ann@example.com',
      'contact-acknowledgement bob@example.com',
      ...Array.from({ length: 11 }, () => `contact-message ${SUPPORT_EMAIL}`),
    ]);
    for (const table of ['email_recipients', 'conversation_messages'])
      await messaging.dataSource.query(`UPDATE ${table} SET created_at = created_at - interval '61 minutes'`);
    await send({ email: 'ann@example.com' });
    expect((await written()).filter((one) => one === 'contact-acknowledgement ann@example.com')).toHaveLength(2);
  });

  it('cannot inject anything into a header or into the HTML of an email, nor text into an email to a stranger', async () => {
    const nasty = {
      name: 'Ann\r\nBcc: all@example.com\u2028<b>x</b>',
      message: 'Hello <script>alert(1)</script>\nsecond "line" & <img src=x onerror=alert(2)> 🎤 שלום',
    };
    await send(nasty);
    expect(await messages()).toMatchObject([nasty]);
    const { association, sender } = await bothMails(nasty.message);
    for (const mail of [association, sender]) {
      const headers = [mail.subject, mail.reply_to?.name ?? '', mail.personalizations[0]!.to[0]!.name ?? ''];
      for (const header of headers) expect(header).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(mail.content[1]!.value).not.toMatch(/<script|<img|<b>/);
    }
    expect(association.content[1]!.value).toContain(
      'Hello &lt;script&gt;alert(1)&lt;/script&gt;<br/>second &quot;line&quot; &amp; &lt;img src=x onerror=alert(2)&gt; 🎤 שלום',
    );
    expect(association.content[0]!.value).toContain(nasty.message);
    expect(sender.content.map(({ value }) => value).join()).not.toMatch(/second|alert/);
  });

  it('is neither stored nor emailed when one of the three writes fails', async () => {
    await messaging.dataSource.query(
      `ALTER TABLE email_recipients ADD CONSTRAINT no_thanks CHECK (template <> 'contact-acknowledgement')`,
    );
    try {
      await expect(send()).rejects.toMatchObject({ code: 'internal' });
    } finally {
      await messaging.dataSource.query('ALTER TABLE email_recipients DROP CONSTRAINT no_thanks');
    }
    expect(await messages()).toEqual([]);
    expect(await messaging.emails()).toEqual([]);
  });

  describe('with an idempotency key', () => {
    const named = (key: string, fingerprint = 'one') => ({ idempotency: { key, fingerprint } });

    it('is sent once, however often it is repeated, also in parallel', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(named('key-12345'))));
      expect(answers).toEqual(Array.from({ length: 20 }, () => ({})));
      await send(named('key-12345'));
      expect(await messages()).toHaveLength(1);
      expect(await messaging.emails()).toHaveLength(2);
    });

    it('is sent again under another key, and without one', async () => {
      await send(named('key-12345'));
      await send(named('key-67890'));
      await send();
      expect(await messages()).toHaveLength(3);
    });

    it('is refused with other contents, without any effect', async () => {
      await send(named('key-12345'));
      await expect(send({ ...named('key-12345', 'two'), message: 'Something else altogether' })).rejects.toMatchObject({
        code: 'idempotency_conflict',
      });
      expect(await messages()).toHaveLength(1);
    });

    it('may be sent again after a failure', async () => {
      await messaging.dataSource.query(
        `ALTER TABLE email_recipients ADD CONSTRAINT no_thanks CHECK (template <> 'contact-acknowledgement')`,
      );
      await expect(send(named('key-12345'))).rejects.toMatchObject({ code: 'internal' });
      await messaging.dataSource.query('ALTER TABLE email_recipients DROP CONSTRAINT no_thanks');
      await send(named('key-12345'));
      expect(await messages()).toHaveLength(1);
    });

    it('is remembered for a day only', async () => {
      await send(named('key-of-yesterday'));
      await send(named('key-of-today'));
      const age = (key: string, interval: string) =>
        messaging.dataSource.query(`UPDATE idempotent_requests SET created_at = now() - $2::interval WHERE key = $1`, [
          key,
          interval,
        ]);
      await age('key-of-yesterday', '24 hours 1 second');
      await age('key-of-today', '23 hours 59 minutes');
      await messaging.startJob(pruneAfterADay);
      const keys = await until('the old one to be forgotten', async () => {
        const rows = await messaging.dataSource.query<{ key: string }[]>('SELECT key FROM idempotent_requests');
        return rows.length < 2 && rows.map(({ key }) => key);
      });
      expect(keys).toEqual(['key-of-today']);
    });
  });
});
