import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { emailsTo, emailTo, tokenTo } from '../testing/mailbox.ts';
import {
  adminTokenOf,
  callApi,
  logInPerson,
  newRegistration,
  patiently,
  pricesOf,
  registerPerson,
} from '../testing/person.ts';
import { sharedSystem } from '../testing/start-system.ts';

/*
 * Visitors' messages and unsubscribing from the association's emails, through the whole system: the route, the stored rows, the emails
 * in the mailbox, and the links in them.
 */
const system = await sharedSystem();
const database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });

afterAll(async () => {
  await database.end();
});

const someone = (): string => `Reader+${randomUUID().slice(0, 8)}@Example.com`;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  callApi(system, 'POST', path, { body, headers });
const count = async (table: string, email: string): Promise<number> =>
  (
    await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM messaging.${table} WHERE email = $1`, [
      email,
    ])
  ).rows[0]!.count;
const isActive = async (email: string): Promise<boolean | undefined> =>
  (
    await database.query<{ is_active: boolean }>(
      'SELECT is_active FROM messaging.newsletter_subscribers WHERE email_key = $1',
      [email.toLowerCase()],
    )
  ).rows[0]?.is_active;

describe('the contact page', () => {
  const form = (email: string) => ({ name: 'Ada Okafor', email, message: 'When does the next bootcamp begin?' });

  it('reaches the association, to which a reply goes to the sender, and thanks the sender', async () => {
    const email = someone();
    expect(await post('/api/contact', form(email))).toMatchObject({
      status: 201,
      body: { message: expect.stringContaining('Message sent') },
    });
    const { rows } = await database.query(
      'SELECT name, email, message FROM messaging.contact_messages WHERE email = $1',
      [email],
    );
    expect(rows).toEqual([form(email)]);
    await emailTo(system, email, 'We have your message');
    const arrived = await patiently('the mail to the association', async () => {
      const mail = (await emailsTo(system, 'support@lectern.example')).find(({ text }) => text.includes(email));
      if (mail === undefined) throw new Error('not yet');
      return mail;
    });
    expect(arrived).toMatchObject({
      subject: 'Contact: Ada Okafor',
      text: expect.stringContaining('When does the next bootcamp begin?'),
    });
    expect(JSON.stringify(arrived.headers)).toContain(email);
  });

  it.each([
    [
      'nothing',
      {},
      {
        name: 'Enter your name',
        email: 'Enter your email address',
        message: 'Enter your message',
      },
      'Please fill out all fields.',
    ],
    [
      'blanks',
      { name: ' ', email: ' ', message: ' ' },
      {
        name: 'Enter your name',
        email: 'Enter your email address',
        message: 'Enter your message',
      },
      'Please fill out all fields.',
    ],
    [
      'a short message',
      { ...form('a@example.com'), message: 'Too short' },
      { message: 'Please provide a more detailed message.' },
      'Please provide a more detailed message.',
    ],
    [
      'no address',
      { ...form('nobody') },
      { email: 'Please enter a valid email address.' },
      'Please enter a valid email address.',
    ],
  ])('says what is missing of %s', async (_what, body, fields, message) => {
    expect(await post('/api/contact', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields, message },
    });
  });
});

describe('an email to a mailbox', () => {
  const TYPED = { firstName: 'Collect your prize', lastName: 'by Friday' };
  const entry = (email: string, name = TYPED) => ({
    ...name,
    email,
    events: ['prepared_speech'],
    division: 'development',
    waiver: true,
  });
  const seat = (email: string) => ({ ...TYPED, email, experienceLevel: 'beginner' });
  const subjectsTo = async (email: string, subjects: readonly string[]): Promise<string> => {
    for (const subject of subjects) await emailTo(system, email, subject);
    return JSON.stringify(await emailsTo(system, email));
  };

  it('that is not verified gets nothing that a visitor typed', async () => {
    await pricesOf(system);
    const [registration, guest, changed] = [{ ...newRegistration(), ...TYPED, email: someone() }, someone(), someone()];
    await registerPerson(system, registration);
    const token = await logInPerson(system, registration);
    const { email, password } = registration;
    for (const [path, body] of [
      ['/api/auth/setup-account', { ...TYPED, email, password, confirmPassword: password, division: 'development' }],
      ['/api/auth/reset-password', { email }],
      ['/api/tournament/register', entry(guest)],
      [
        '/api/contact',
        {
          name: `${TYPED.firstName} ${TYPED.lastName}`,
          email: guest,
          message: 'Collect your prize by Friday at the usual place.',
        },
      ],
    ] as const) {
      expect((await post(path, body)).status).toBeLessThan(300);
    }
    expect((await post('/api/auth/verify-email', {}, { authorization: `Bearer ${token}` })).status).toBeLessThan(300);
    const profile = { ...TYPED, email: changed, currentPassword: password };
    expect((await callApi(system, 'PUT', '/api/auth/update-profile', { body: profile, token })).status).toBe(200);
    const { rows } = await database.query<{ id: string }>(
      `UPDATE registrations.events SET capacity = 1 WHERE type = 'bootcamp' AND capacity > 1 RETURNING id`,
    );
    await post('/api/bootcamp-checkout', seat(someone()));
    expect((await post('/api/bootcamp-checkout', seat(guest))).body).toMatchObject({ waitlisted: true });
    await database.query('UPDATE registrations.events SET capacity = 1000 WHERE id = ANY($1)', [
      rows.map(({ id }) => id),
    ]);
    const sent = [
      await subjectsTo(email, ['You have an account already', 'Choose a new password', 'Confirm your email address']),
      await subjectsTo(guest, ['one step left', 'We have your message', 'you are on the waitlist']),
      await subjectsTo(changed, ['Confirm your new email']),
    ].join();
    expect(sent).toContain('Hello,');
    for (const typed of [...Object.values(TYPED), 'usual place']) expect(sent).not.toContain(typed);
  });

  it('that an account has verified uses the name of the account, whatever a visitor typed', async () => {
    const registration = { ...newRegistration(), email: someone() };
    await registerPerson(system, registration);
    const token = await logInPerson(system, registration);
    const { email } = registration;
    await post('/api/auth/verify-email', {}, { authorization: `Bearer ${token}` });
    expect(
      (
        await callApi(system, 'POST', '/api/auth/confirm-email', {
          body: { token: await tokenTo(system, email, '/confirm-email') },
          token,
        })
      ).status,
    ).toBe(200);
    await patiently('the verified mailbox', async () => {
      expect(
        (
          await database.query(
            'SELECT 1 FROM messaging.accounts WHERE email_key = $1 AND email_verified_at IS NOT NULL',
            [email.toLowerCase()],
          )
        ).rows,
      ).toHaveLength(1);
    });
    expect((await post('/api/tournament/register', entry(email))).status).toBe(201);
    const { text } = await emailTo(system, email, 'one step left');
    expect(text).toContain('Hello Ada,');
    expect(text).not.toContain(TYPED.firstName);
  });

  it('acknowledges what visitors send once an hour, or twice for entries, and loses none of it', async () => {
    const email = someone();
    const messages = [1, 2, 3, 4].map((number) => ({
      name: 'Ada Okafor',
      email,
      message: `Message number ${number} of four`,
    }));
    expect(
      (await Promise.all(messages.map((message) => post('/api/contact', message)))).map(({ status }) => status),
    ).toEqual([201, 201, 201, 201]);
    expect(await count('contact_messages', email)).toBe(4);
    const { rows } = await database.query<{ id: string }>(
      `SELECT id FROM registrations.events WHERE type = 'tournament' AND registration_deadline > now() AND is_active AND closed_at IS NULL AND price = 4000 AND division IS NULL AND (capacity IS NULL OR capacity > 10) ORDER BY datetime LIMIT 3`,
    );
    for (const { id: eventId } of rows) {
      for (const firstName of ['Ada', 'Ben'])
        expect(
          (await post('/api/tournament/register', { ...entry(email, { ...TYPED, firstName }), eventId })).status,
        ).toBe(201);
    }
    await patiently('the last message to the association', async () => {
      const toTeam = (await emailsTo(system, 'support@lectern.example')).filter(({ text }) => text.includes(email));
      expect(toTeam).toHaveLength(4);
    });
    await patiently('the entries', async () => {
      const { rows: open } = await database.query(
        `SELECT 1 FROM registrations.outbox WHERE published_at IS NULL UNION ALL SELECT 1 FROM messaging.email_recipients WHERE status IN ('pending', 'sending')`,
      );
      expect(open).toEqual([]);
    });
    await emailTo(system, email, 'one step left');
    const subjects = (await emailsTo(system, email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'We have your message')).toHaveLength(1);
    expect(subjects.filter((subject) => subject.includes('one step left'))).toHaveLength(2);
  });

  it.each([
    ['a line break', 'Ada\r\nYour account is locked'],
    ['another line break', 'Ada\u2028Your account is locked'],
    ['a control character', 'Ada\u0007'],
    ['full-width characters', 'ｅｖｉｌ．ｃｏｍ'],
    ['a one-dot leader', 'evil․com'],
    ['an ideographic full stop', 'evil｡com'],
    ['an invisible character', 'evil\u200b.com'],
    ['another alphabet', 'яндекс.рф'],
    ['full-width digits', '５５５ ０１９９'],
  ])('is to no name with %s', async (_what, firstName) => {
    const email = someone();
    expect(await post('/api/tournament/register', entry(email, { ...TYPED, firstName }))).toMatchObject({
      status: 400,
      body: { fields: { firstName: expect.stringContaining('name') } },
    });
    expect((await post('/api/contact', { name: firstName, email, message: 'Ten emails at least' })).status).toBe(400);
  });
});

describe('a write with an idempotency key', () => {
  const named = () => ({ 'idempotency-key': randomUUID() });
  const contact = (email: string) => ({ name: 'Ada', email, message: 'Ten emails at least' });

  it('takes effect once when it is sent twice at the same moment, and both get the same answer', async () => {
    const [email, headers] = [someone(), named()];
    const answers = await Promise.all([
      post('/api/contact', contact(email), headers),
      post('/api/contact', contact(email), headers),
    ]);
    answers.push(await post('/api/contact', contact(email), headers));
    for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0].body]);
    expect(await count('contact_messages', email)).toBe(1);
  });

  it('is also a tournament entry, with a promo code too', async () => {
    const admin = (await post('/api/admin/login', (await system.run()).admin)).body['token'] as string;
    const code = randomUUID().slice(0, 8).toUpperCase();
    const promo = { code, name: 'Five dollars off', discountType: 'fixed_amount', discountValue: 500 };
    expect((await callApi(system, 'POST', '/api/admin/promo-codes', { body: promo, token: admin })).status).toBe(201);
    for (const promoCode of [undefined, code]) {
      const [email, headers] = [someone(), named()];
      const entry = {
        firstName: 'Ada',
        lastName: 'Okafor',
        email,
        events: ['prepared_speech'],
        division: 'development',
        waiver: true,
        promoCode,
      };
      const answers = await Promise.all([
        post('/api/tournament/register', entry, headers),
        post('/api/tournament/register', entry, headers),
      ]);
      answers.push(await post('/api/tournament/register', entry, headers));
      for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0].body]);
      expect(await post('/api/tournament/register', { ...entry, lastName: 'Lee' }, headers)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_conflict' },
      });
      expect(await post('/api/tournament/register', entry)).toMatchObject({
        status: 409,
        body: { code: 'registration_exists' },
      });
    }
  });
});

describe('a newsletter subscriber whose address staff correct', () => {
  it('gets the newsletter at the address that they confirm, and staff find them there', async () => {
    const admin = <T>(method: string, path: string, body?: object) =>
      patiently(path, async () => callApi<T>(system, method, `/api/admin${path}`, { token, ...(body && { body }) }));
    const token = await adminTokenOf(system);
    const [wrong, right] = [someone(), someone()];
    await post('/api/newsletter', { email: wrong });
    const correct = () =>
      admin('POST', '/newsletter-subscribers/correct-email', { email: wrong.toLowerCase(), newEmail: right });
    expect(await correct()).toMatchObject({ status: 200, body: { message: expect.stringContaining(right) } });
    const { text } = await emailTo(system, right, 'newsletter');
    const link = new URL(/\S+\/confirm-email\?\S+/.exec(text)![0]);
    expect(link.origin).toBe(system.siteUrl);
    const confirm = () => post('/api/newsletter/confirm-address', Object.fromEntries(link.searchParams));
    expect([await isActive(wrong), await isActive(right)]).toEqual([true, undefined]);
    expect(await confirm()).toMatchObject({ status: 200 });
    expect(await confirm()).toMatchObject({ status: 200 });
    expect([await isActive(wrong), await isActive(right)]).toEqual([undefined, true]);
    expect(await correct()).toMatchObject({ status: 404 });

    const known = (email: string) =>
      admin<{ items: { what: string }[] }>('GET', `/people/timeline?email=${encodeURIComponent(email)}`);
    await patiently('the action on both pages', async () => {
      for (const email of [wrong, right])
        expect(JSON.stringify((await known(email)).body.items)).toContain('correct_subscriber');
    });
    expect((await known(right)).body.items.map(({ what }) => what)).toContain('subscribed');
  });
});

describe('unsubscribing', () => {
  /** A subscriber, and the unsubscribe link of their email. */
  const subscriber = async (): Promise<{ email: string; link: URL }> => {
    const email = someone();
    await post('/api/starter-kit', { email });
    const { headers, text, html } = await emailTo(system, email, 'Your starter kit');
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const link = new URL(/^<(.+)>$/.exec(headers['List-Unsubscribe']!)![1]!);
    expect(text).toContain(link.href);
    expect(html).toContain(link.href.replaceAll('&', '&amp;'));
    return { email, link };
  };
  const follow = async (link: URL) => {
    const answer = await fetch(link, { redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location') };
  };

  it('by the link leads to the page that asks, and changes nothing', async () => {
    const { email, link } = await subscriber();
    expect(await follow(link)).toEqual({ status: 303, location: `${system.siteUrl}/unsubscribe${link.search}` });
    await fetch(link, { method: 'HEAD', redirect: 'manual' });
    expect(await isActive(email)).toBe(true);
    expect(await follow(new URL('/api/unsubscribe', link))).toEqual({
      status: 303,
      location: `${system.siteUrl}/unsubscribe?link=unknown`,
    });
  });

  const oneClick = new FormData();
  oneClick.append('List-Unsubscribe', 'One-Click');
  it.each([
    ['a mail program’s form', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
    ['a mail program’s form of parts', { body: oneClick }],
    ['a request without contents', {}],
  ])('by %s takes effect immediately, and has no further effect when repeated', async (_how, init) => {
    const { email, link } = await subscriber();
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(link, { method: 'POST', ...init });
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { message: expect.stringContaining('You are unsubscribed') },
      ]);
      expect(await isActive(email)).toBe(false);
    }
    // By an own act they are back.
    await post('/api/newsletter', { email });
    expect(await isActive(email)).toBe(true);
  });

  it('by the page’s JSON takes effect too', async () => {
    const { email, link } = await subscriber();
    expect(await post('/api/unsubscribe', Object.fromEntries(link.searchParams))).toMatchObject({ status: 200 });
    expect(await isActive(email)).toBe(false);
  });

  it('is refused with another key, and changes nothing', async () => {
    const { email, link } = await subscriber();
    const other = await subscriber();
    other.link.searchParams.set('email', link.searchParams.get('email')!);
    expect(await post(other.link.pathname + other.link.search, {})).toMatchObject({
      status: 400,
      body: { code: 'link_invalid', message: expect.stringContaining('unsubscribe link') },
    });
    expect(await isActive(email)).toBe(true);
  });

  it('is the only route that takes a form of parts', async () => {
    const answer = await fetch(`${system.siteUrl}/api/newsletter`, { method: 'POST', body: oneClick });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'body_type_refused' }]);
  });
});
