import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { someone, entriesSystem } from '../testing/entries.ts';
import { callApi, patiently } from '../testing/person.ts';

/*
 * Whatever people, and those who try things, type into the public forms: it is kept as typed, or refused with a message that
 * names the field, and it never breaks a request or an email.
 */
const { system, database, stop } = await entriesSystem();

afterAll(stop);

interface Form {
  readonly path: string;
  readonly table: string;
  readonly fields: (email: string) => Record<string, unknown>;
  /** Fields that take text, with the column where it is kept. */
  readonly texts: Readonly<Record<string, string>>;
  /** A part of the subject of the email that shows the typed text, and the mailbox that gets it. */
  readonly message?: { readonly subject: string; readonly to: string };
}

const FORMS: Readonly<Record<string, Form>> = {
  'a newsletter subscription': {
    path: '/api/newsletter',
    table: 'messaging.newsletter_subscribers',
    fields: (email) => ({ email }),
    texts: {},
  },
  'a contact message': {
    path: '/api/contact',
    table: 'messaging.contact_messages',
    fields: (email) => ({ name: 'Ada Okafor', email, message: 'When does it begin?' }),
    texts: { name: 'name', message: 'message' },
    message: { subject: 'Contact:', to: 'support@lectern.example' },
  },
  'a tournament entry': {
    path: '/api/tournament/register',
    table: 'registrations.tournament_registrations',
    fields: (email) => ({
      firstName: 'Ada',
      lastName: 'Okafor',
      email,
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    }),
    texts: { firstName: 'first_name', lastName: 'last_name', phone: 'phone', accommodations: 'special_requests' },
  },
  'a bootcamp registration': {
    path: '/api/bootcamp-checkout',
    table: 'registrations.bootcamp_registrations',
    fields: (email) => ({ firstName: 'Ada', lastName: 'Okafor', email, experienceLevel: 'beginner' }),
    texts: {
      firstName: 'first_name',
      lastName: 'last_name',
      goals: 'goals',
      referralSource: 'referral_source',
      specialRequests: 'special_requests',
    },
  },
};

const KEPT: readonly (readonly [what: string, text: string])[] = [
  ['markup', '<b>Ada</b> &amp; <i>co</i>'],
  ['a script', '"><script>alert(1)</script>'],
  ['emoji', '🎤👩‍⚖️ Ada 🇳🇬'],
  ['right-to-left text', 'שלום עולם مرحبا'],
  ['quotes of SQL', `Robert'); DROP TABLE events;--`],
  ['a template', '{{7*7}} ${7*7} %s %n'],
];
/** In texts; names are one line. */
const LINES: readonly (readonly [what: string, text: string, stored: string])[] = [
  ['line breaks', 'Ada\r\nBcc: everybody', 'Ada\r\nBcc: everybody'],
  ['text without the characters that turn it', 'שלום \u202eעולם', 'שלום עולם'],
];
const HIDDEN = ['text without its hidden characters', 'A\u200bda Okafor\u200d\ufeff', 'Ada Okafor'] as const;
const isName = (field: string): boolean => /name$/i.test(field);
const REFUSED: readonly (readonly [what: string, value: unknown, message: string | RegExp])[] = [
  ['10,000 characters', 'a'.repeat(10_000), /must be [\d,]+ characters or less$/],
  ['a character zero', 'Ada\0 Okafor, or so', /contains a character that we cannot store|in one line/],
  ['half a character', 'Ada \ud83c Okafor', /contains a character that we cannot store/],
  ['a number', 12, /./],
  ['a list', ['Ada'], /./],
  ['an object', { $ne: '' }, /./],
];

const send = (form: Form, fields: Record<string, unknown>) => callApi(system, 'POST', form.path, { body: fields });
const kept = async (form: Form, email: string): Promise<Record<string, unknown>[]> =>
  (await database.query<Record<string, unknown>>(`SELECT * FROM ${form.table} WHERE email = $1`, [email])).rows;

const cases = <T>(of: (form: Form) => readonly T[]): (readonly [string, T])[] =>
  Object.entries(FORMS).flatMap(([name, form]) => of(form).map((one) => [name, one] as const));

describe.each(Object.entries(FORMS))('%s', (_name, form) => {
  const fieldsAndTexts = Object.entries(form.texts).flatMap(([field, column]) =>
    [...KEPT.map(([what, text]) => [what, text, text] as const), HIDDEN, ...(isName(field) ? [] : LINES)].map(
      ([what, text, stored]) => [what, field, column, text, stored] as const,
    ),
  );
  if (fieldsAndTexts.length > 0) {
    it.each(fieldsAndTexts)('keeps %s in %s', async (_what, field, column, text, stored) => {
      const email = someone();
      expect((await send(form, { ...form.fields(email), [field]: ` ${text} ` })).status).toBeLessThan(300);
      expect(await kept(form, email)).toMatchObject([{ email, [column]: stored }]);
    });
  }

  const linesInNames = LINES.map(
    ([what, text]) => [what, text, 'Please enter a name in one line, without hidden characters'] as const,
  );
  const wrong = Object.keys(form.texts).flatMap((field) =>
    [...REFUSED, ...(isName(field) ? linesInNames : [])].map(
      ([what, value, message]) => [what, field, value, message] as const,
    ),
  );
  if (wrong.length > 0) {
    it.each(wrong)('refuses %s in %s, names it, and keeps nothing', async (_what, field, value, message) => {
      const email = someone();
      const answer = await send(form, { ...form.fields(email), [field]: value });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_request',
          message: expect.stringMatching(message),
          fields: { [field]: expect.stringMatching(message) },
        },
      });
      expect(await kept(form, email)).toEqual([]);
    });
  }

  it.each([
    ['a plus', `ada+${randomUUID()}@example.com`],
    ['capitals', `ADA.${randomUUID().toUpperCase()}@EXAMPLE.COM`],
    ['both, and an apostrophe', `Ada.O'Kafor+${randomUUID().slice(0, 8)}@Example.com`],
  ])('keeps an address with %s as typed, and knows it in any letter case', async (_what, email) => {
    const first = await send(form, form.fields(` ${email} `));
    expect(first.status).toBeLessThan(300);
    const [row, ...more] = await kept(form, email);
    expect([row?.['email'], more]).toEqual([email, []]);
    expect((await send(form, form.fields(email.toLowerCase()))).status).toBeLessThan(500);
  });

  it.each([
    ['markup', '<b>@example.com'],
    ['a script', '"><script>alert(1)</script>@example.com'],
    ['emoji', '🎤@example.com'],
    ['a line break', 'ada@example.com\r\nBcc: all@example.com'],
    ['several addresses', 'ada@example.com,bob@example.com'],
    ['a name', 'Ada <ada@example.com>'],
    ['10,000 characters', `${'a'.repeat(10_000)}@example.com`],
    ['a character zero', 'ada\0@example.com'],
    ['no text', 12],
    ['a list', ['ada@example.com']],
  ])('refuses an address with %s', async (_what, email) => {
    const answer = await send(form, form.fields(email as string));
    expect(answer).toMatchObject({ status: 400, body: { fields: { email: expect.stringMatching(/./) } } });
  });
});

describe('emails', () => {
  const shown = cases((form) => (form.message === undefined ? [] : [form.message]));
  const nasty = `Ada <script>alert(1)</script> "&' 🎤 שלום`;
  const escaped = 'Ada &lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&#x27; 🎤 שלום';

  it.each(shown)('show what was typed into %s escaped', async (name, message) => {
    const form = FORMS[name]!;
    const email = someone();
    const [field] = Object.keys(form.texts) as [string];
    expect((await send(form, { ...form.fields(email), [field]: nasty })).status).toBe(201);
    const { html, subject } = await patiently('the email', async () => {
      const answer = await fetch(`${system.sandboxUrl}/mail/api/messages?to=${encodeURIComponent(message.to)}`);
      const mails = (await answer.json()) as { subject: string; html: string; text: string }[];
      const mail = mails.find(
        (candidate) => candidate.subject.includes(message.subject) && candidate.text.includes(nasty),
      );
      if (mail === undefined) throw new Error('not yet');
      return mail;
    });
    expect(html).toContain(escaped);
    expect(html).not.toContain('<script');
    expect(subject).not.toMatch(/[\r\n]/);
  });
});

describe('a malformed body', () => {
  it.each(
    Object.entries(FORMS).flatMap(([name, { path }]) =>
      ['null', '[]', '"text"', '12', '{"__proto__":{"email":"a@b.example"}}', '{"constructor":1}', ''].map(
        (body) => [name, body, path] as const,
      ),
    ),
  )('is refused for %s: %p', async (_name, body, path) => {
    const answer = await callApi(system, 'POST', path, { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/^(invalid_request|malformed_body)$/), message: expect.stringMatching(/./) },
    });
  });
});
