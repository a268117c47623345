import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type {
  CampaignDetails,
  CampaignRecipient,
  LeftOutAddress,
  MailingList,
} from '@lectern/contracts/messaging/campaign-model';
import { accountsIn, newEmail } from './testing/accounts.ts';
import { emailTo } from './testing/mailbox.ts';
import { callApi, patiently, pricesOf } from './testing/person.ts';
import { stripeOf } from './testing/provider.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Readers, their mail programs and strangers use the email of a campaign, over HTTP and through the whole system: the picture, the links,
 * and the ways to unsubscribe. Everything starts from the contents of a delivered email.
 */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
/** The user agent with which Apple's Mail fetches the pictures of all emails as they arrive. */
const APPLE_MAIL = 'Mozilla/5.0';
const CHECKER = 'Mozilla/5.0 (compatible; Barracuda Sentinel)';

const LINKS = ['https://example.com/more?a=1&b=two%20words', 'https://example.org/schedule#friday'];
const EMAIL = `# News\n\nCome and **argue** with us: [read more](${LINKS[0]}), [the schedule](${LINKS[1]}), [read more again](${LINKS[0]}).`;

interface Email {
  readonly to: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Record<string, string>;
  /** The address of its picture. */
  readonly pixel: string;
  /** The addresses of its counted links, in its order, each once. */
  readonly links: string[];
  readonly token: string;
  /** The URL of `List-Unsubscribe`. */
  readonly leave: URL;
}

let system: RunningSystem;
let adminToken: string;

beforeAll(async () => {
  system = await startSystem();
  const { body } = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', {
    body: (await system.run()).admin,
  });
  adminToken = body.token;
});

afterAll(() => system.stop());

const admin = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await callApi<T>(system, method, `/api/admin/email-campaigns${path}`, {
    token: adminToken,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status >= 400)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

const subscriber = async (): Promise<string> => {
  const email = `reader-${randomUUID().slice(0, 8)}@example.com`;
  expect((await callApi(system, 'POST', '/api/newsletter', { body: { email } })).status).toBe(200);
  return email;
};

/** Begins to send a campaign with a subject of its own. */
const begin = async (targetAudience: MailingList): Promise<{ id: string; subject: string }> => {
  const subject = `News ${randomUUID().slice(0, 8)}`;
  const { id } = await admin<{ id: string }>('POST', '', { name: subject, subject, content: EMAIL, targetAudience });
  await admin('POST', `/${id}/send`);
  return { id, subject };
};

const over = (id: string): Promise<CampaignDetails> =>
  patiently('the end of the campaign', async () => {
    const campaign = await admin<CampaignDetails>('GET', `/${id}`);
    if (campaign.status !== 'sent') throw new Error(`It is ${campaign.status}`);
    return campaign;
  });

const emailsOf = async (subject: string, to: string): Promise<Email[]> => {
  const answer = await fetch(`${system.sandboxUrl}/mail/api/messages?to=${encodeURIComponent(to)}&limit=1000`);
  const mails = (await answer.json()) as {
    to: string;
    subject: string;
    html: string;
    text: string;
    headers: Record<string, string>;
  }[];
  return mails
    .filter((mail) => mail.subject === subject)
    .map(({ to: address, html, text, headers }) => {
      const [pixel = ''] = html.match(/[^"]+\/api\/mail\/open\/[^"]+/) ?? [];
      const links = [...new Set(html.match(/[^"]+\/api\/mail\/click\/[^"]+/g))];
      return {
        to: address,
        html,
        text,
        headers,
        pixel,
        links,
        token: pixel.split('/').at(-1)!,
        leave: new URL(/^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''),
      };
    });
};

/** Sends a campaign to the newsletter's readers and answers the emails of some of them, one each. */
const sentTo = async (...readers: string[]): Promise<{ id: string; messages: Email[] }> => {
  const { id, subject } = await begin('newsletter');
  await over(id);
  const messages = await Promise.all(readers.map((reader) => emailsOf(subject, reader)));
  expect(messages.map((own) => own.length)).toEqual(readers.map(() => 1));
  return { id, messages: messages.flat() };
};

const ask = (address: string | URL, agent = BROWSER, method = 'GET'): Promise<Response> =>
  fetch(address, { method, redirect: 'manual', headers: { 'user-agent': agent } });
const followed = async (address: string | URL, agent?: string, method?: string) => {
  const answer = await ask(address, agent, method);
  return [answer.status, answer.headers.get('location')];
};
const counted = async (id: string) => {
  const { openCount, machineOpenCount, clickCount, links } = await admin<CampaignDetails>('GET', `/${id}`);
  return { openCount, machineOpenCount, clickCount, links };
};
const links = (...counts: number[]) => LINKS.map((url, index) => ({ url, clickCount: counts[index]! }));
const NOTHING = { openCount: 0, machineOpenCount: 0, clickCount: 0, links: links(0, 0) };

const recipientOf = async (id: string, email: string): Promise<CampaignRecipient | undefined> =>
  (await admin<{ items: CampaignRecipient[] }>('GET', `/${id}/recipients?limit=200&q=${encodeURIComponent(email)}`))
    .items[0];
const leftOut = async (list: MailingList, email: string): Promise<string | undefined> =>
  (await admin<{ items: LeftOutAddress[] }>('GET', `/left-out?limit=200&targetAudience=${list}`)).items.find(
    (candidate) => candidate.email === email,
  )?.reason;

describe('the picture of an email', () => {
  it('is one uncached pixel, counted once for each reader, and separately where a machine fetches it', async () => {
    const { id, messages } = await sentTo(await subscriber(), await subscriber(), await subscriber());
    const [read, fetchedAhead, onlyAsked] = messages.map(({ pixel }) => pixel) as [string, string, string];
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask(read);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'image/gif',
        'private, no-store',
      ]);
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 6)
          .toString(),
      ).toBe('GIF89a');
      expect((await ask(fetchedAhead, APPLE_MAIL)).status).toBe(200);
      expect((await ask(onlyAsked, BROWSER, 'HEAD')).status).toBe(200);
    }
    expect(await counted(id)).toEqual({ ...NOTHING, openCount: 1, machineOpenCount: 1 });
    const opened = await Promise.all(messages.map(async ({ to }) => (await recipientOf(id, to))!.openedAt !== null));
    expect(opened).toEqual([true, false, false]);
  });
});

describe('the links of an email', () => {
  it('lead each to its own target, counted once for each reader, and not where a machine follows them or nothing is asked for', async () => {
    const { id, messages } = await sentTo(await subscriber(), await subscriber());
    const [one, other] = messages as [Email, Email];
    expect(one.links).toHaveLength(LINKS.length);
    // Each reader has their own URLs, and no email contains the plain target.
    expect(one.links.filter((link) => other.links.includes(link))).toEqual([]);
    expect(LINKS.filter((link) => one.html.includes(`href="${link}`))).toEqual([]);
    for (const [index, link] of one.links.entries()) {
      expect(await followed(link, BROWSER, 'HEAD')).toEqual([303, LINKS[index]]);
      expect(await followed(link, CHECKER)).toEqual([303, LINKS[index]]);
    }
    expect(await counted(id)).toEqual(NOTHING);
    for (const [index, link] of [...one.links, ...one.links].entries())
      expect(await followed(link)).toEqual([303, LINKS[index % LINKS.length]]);
    expect(await followed(other.links[1]!)).toEqual([303, LINKS[1]]);
    // A click also counts as an open.
    expect(await counted(id)).toEqual({ openCount: 2, machineOpenCount: 0, clickCount: 2, links: links(1, 2) });
  });

  it('neither redirect nor count with another signature, a part of one, or one of another kind', async () => {
    const { id, messages } = await sentTo(await subscriber(), await subscriber());
    const [one, other] = messages as [Email, Email];
    const [recipient, signature] = one.token.split('.') as [string, string];
    const forged = {
      nonsense: 'nonsense',
      'no signature': recipient,
      'an empty one': `${recipient}.`,
      'a part of it': one.token.slice(0, -1),
      'more than it': `${one.token}A`,
      'another first sign': `${recipient}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'that of another reader': `${recipient}.${other.token.split('.')[1]}`,
      'the key of the unsubscribe link': `${recipient}.${one.leave.searchParams.get('key')}`,
      'another recipient': `${'A'.repeat(22)}.${signature}`,
      'very much': 'A'.repeat(200),
      'an address': encodeURIComponent('//evil.example'),
    };
    for (const [what, token] of Object.entries(forged)) {
      const [status, location] = await followed(`${system.siteUrl}/api/mail/click/${token}/0`);
      expect([what, status, new URL(String(location)).origin, new URL(String(location)).pathname]).toEqual([
        what,
        303,
        system.siteUrl,
        '/',
      ]);
      const picture = await ask(`${system.siteUrl}/api/mail/open/${token}`);
      expect([what, picture.status, picture.headers.get('location')]).toEqual([
        what,
        token.length > 100 ? 400 : 200,
        null,
      ]);
    }
    expect(await counted(id)).toEqual(NOTHING);
  });

  it('do not redirect to a made-up address', async () => {
    const { id, messages } = await sentTo(await subscriber());
    const { token } = messages[0]!;
    const evil = encodeURIComponent('https://evil.example/');
    const asked = [
      ...[
        '2',
        '99999',
        '100000',
        '-1',
        '1e0',
        '0x0',
        'NaN',
        '%20',
        'url',
        evil,
        '%0d%0aLocation:%20https:%2f%2fevil.example',
      ].map((index) => `${token}/${index}`),
      ...['url', 'redirect', 'to', 'u', 'target', 'next'].map((name) => `${token}/0?${name}=${evil}`),
      `${token}/0/${evil}`,
      `${token}/0//evil.example`,
      `${token}/0%2f..%2f..%2f..%2f..%2f%2fevil.example`,
      `${token}/0%00`,
      `/evil.example/0`,
      `%5c%5cevil.example/0`,
    ];
    const allowed = new Set([system.siteUrl, new URL(LINKS[0]!).origin]);
    for (const path of asked) {
      const [status, location] = await followed(`${system.siteUrl}/api/mail/click/${path}`);
      if (status === 303) {
        const goal = new URL(String(location));
        expect([
          path,
          allowed.has(goal.origin),
          goal.origin === system.siteUrl || goal.href === LINKS[0],
          goal.href.includes('evil'),
        ]).toEqual([path, true, true, false]);
      } else {
        expect([path, [400, 404].includes(Number(status)), location]).toEqual([path, true, null]);
      }
    }
    // Query parameters that a mail program adds to an email's own link do not matter; nothing else counts.
    expect((await counted(id)).links).toEqual(links(1, 0));
  });
});

describe('unsubscribing from a campaign', () => {
  it('is one click for a mail program, changes nothing on a mere GET, and stops later campaigns', async () => {
    const [leaves, looks] = [await subscriber(), await subscriber()];
    const { messages } = await sentTo(leaves, looks);
    const [one, other] = messages as [Email, Email];
    expect([one, other].map(({ headers }) => headers['List-Unsubscribe-Post'])).toEqual(
      Array(2).fill('List-Unsubscribe=One-Click'),
    );
    for (const method of ['GET', 'HEAD'])
      expect(await followed(other.leave, CHECKER, method)).toEqual([
        303,
        `${system.siteUrl}/unsubscribe${other.leave.search}`,
      ]);
    for (let time = 0; time < 2; time += 1) {
      expect(
        (
          await fetch(one.leave, {
            method: 'POST',
            body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
            redirect: 'manual',
          })
        ).status,
      ).toBe(200);
    }
    const { id } = await sentTo(looks);
    expect([(await recipientOf(id, looks))?.email, await recipientOf(id, leaves)]).toEqual([looks, undefined]);
  });

  it('offers a choice of lists: a reader who leaves one stays on the others', async () => {
    const both = await subscriber();
    const entry = {
      firstName: 'Ada',
      lastName: 'Okafor',
      email: both,
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    };
    expect((await callApi(system, 'POST', '/api/tournament/register', { body: entry })).status).toBe(201);
    await patiently('the tournament’s list', async () =>
      expect(await admin('GET', '/audience?targetAudience=tournament')).toMatchObject({ recipients: 1 }),
    );
    const { messages } = await sentTo(both);
    const link = Object.fromEntries(messages[0]!.leave.searchParams) as { email: string; key: string };
    const query = new URLSearchParams(link).toString();
    const choices = async () => (await callApi(system, 'GET', `/api/mail-preferences?${query}`)).body;

    // The page that the email links, and its requests: reading changes nothing.
    expect(messages[0]!.text).toContain(`${system.siteUrl}/unsubscribe?${query}`);
    expect((await ask(`${system.siteUrl}/unsubscribe?${query}`)).status).toBe(200);
    const before = { lists: { debate_club: true, tournament: true, newsletter: true }, stopped: null };
    expect([await choices(), await choices()]).toEqual([before, before]);

    const choose = (body: object) => callApi(system, 'PUT', '/api/mail-preferences', { body });
    const lists = { ...before.lists, newsletter: false };
    expect(
      await choose({ ...link, key: `${link.key.slice(0, -1)}${link.key.endsWith('A') ? 'B' : 'A'}`, lists }),
    ).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    expect(await choose({ ...link, email: 'another@example.com', lists })).toMatchObject({
      status: 400,
      body: { code: 'link_invalid' },
    });
    expect(await choices()).toEqual(before);
    for (let time = 0; time < 2; time += 1)
      expect(await choose({ ...link, lists })).toMatchObject({ status: 200, body: { lists, stopped: null } });

    // An entry stays on its list, so that administrators see why no email comes.
    expect(await leftOut('tournament', both)).toBeUndefined();
    expect((await choose({ ...link, lists: { ...before.lists, tournament: false } })).status).toBe(200);
    expect(await leftOut('tournament', both)).toBe('unsubscribed');
    const nobody = await admin<{ id: string }>('POST', '', {
      name: 'To nobody',
      subject: 'To nobody',
      content: EMAIL,
      targetAudience: 'tournament',
    });
    expect(
      await callApi(system, 'POST', `/api/admin/email-campaigns/${nobody.id}/send`, { token: adminToken }),
    ).toMatchObject({ status: 409, body: { code: 'audience_empty' } });
  });
});

describe('an email that is published on the site', () => {
  const get = async (path: string) => {
    const answer = await ask(system.siteUrl + path);
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  };

  it('is a page of its own without JavaScript, in the list and in the site map, once it was sent', async () => {
    await subscriber();
    const subject = `For <all> & {{firstName|friend}} ${randomUUID().slice(0, 8)}`;
    const said = subject.replace('{{firstName|friend}}', 'friend');
    const { id } = await admin<{ id: string }>('POST', '', {
      name: subject,
      subject,
      content: EMAIL,
      targetAudience: 'newsletter',
      isPublic: true,
    });
    const path = `/newsletters/${id}`;
    expect((await get(path)).status).toBe(404);
    expect((await get('/newsletters')).text).not.toContain(path);
    await admin('POST', `/${id}/send`);
    await over(id);
    const page = await patiently('the page', async () => {
      const answer = await get(path);
      if (answer.status !== 200) throw new Error(`It answers ${answer.status}`);
      return answer;
    });
    const escaped = said.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;');
    expect(/<title>(.*?) · /.exec(page.text)?.[1]).toBe(escaped);
    expect(page.text).toContain(
      '<meta name="description" content="Come and argue with us: read more, the schedule, read more again."',
    );
    expect(page.text).toContain(`<link rel="canonical" href="${system.siteUrl}${path}"`);
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(page.text)?.[1]).toBe('News');
    // No person's name, and no tracking.
    expect(page.text).toContain(`href="${LINKS[1]}"`);
    expect(page.text).not.toMatch(/\/api\/mail\/|\/api\/unsubscribe| style="/);
    await patiently('the list', async () => expect((await get('/newsletters')).text).toContain(`href="${path}"`));
    expect((await get('/sitemap.xml')).text).toContain(`<loc>${system.siteUrl}${path}</loc><lastmod>`);
    expect(await get(`/newsletters?newsletter=${id}`)).toMatchObject({ status: 308, location: path });
    expect(await get(`${path}/`)).toMatchObject({ status: 308, location: path });
    for (const other of [`/newsletters/${randomUUID()}`, '/newsletters/none', `${path}/more`])
      expect([other, (await get(other)).status]).toEqual([other, 404]);
  });

  it('does not exist when it was sent to its readers alone', async () => {
    const { id } = await sentTo(await subscriber());
    expect((await get(`/newsletters/${id}`)).status).toBe(404);
    expect((await get('/sitemap.xml')).text).not.toContain(id);
  });
});

describe('a campaign that cannot be sent', () => {
  const GOOD = { name: 'News', subject: 'News', content: 'Come and argue with us.', targetAudience: 'debate_club' };
  const post = (path: string, body?: unknown) =>
    callApi<Record<string, unknown>>(system, 'POST', `/api/admin/email-campaigns${path}`, {
      token: adminToken,
      ...(body === undefined ? {} : { body }),
    });
  /** How many emails the provider took. */
  const accepted = async (): Promise<number> =>
    ((await (await fetch(`${system.sandboxUrl}/mail/api/stats`)).json()) as { accepted: number }).accepted;
  const campaigns = async (): Promise<number> =>
    (await callApi<{ total: number }>(system, 'GET', '/api/admin/email-campaigns?limit=1', { token: adminToken })).body
      .total;

  it.each([
    ['a body of 2 MB', { content: 'a'.repeat(2 * 1024 * 1024) }, 413, { code: 'body_too_large' }],
    [
      'a text that is a little too long',
      { content: 'a'.repeat(1024 * 1024 + 1) },
      400,
      { fields: { content: 'Text must be 1,048,576 characters or less' } },
    ],
  ])('is refused with %s: not kept, not sent as a test', async (_what, differences, status, body) => {
    const before = await campaigns();
    const emailsBefore = await accepted();
    for (const path of ['', '/test'])
      expect(await post(path, { ...GOOD, ...differences })).toMatchObject({ status, body });
    expect(await campaigns()).toBe(before);
    expect(await accepted()).toBe(emailsBefore);
  });
});

describe('the reader of a campaign', () => {
  const TYPED = { firstName: 'Collect your prize', lastName: 'by Friday' };

  it('is named as their verified account is, or as staff wrote, whatever a visitor typed', async () => {
    const at = { system, stripe: stripeOf(system), prices: await pricesOf(system), adminToken };
    const { email: verified } = await accountsIn(at).verified();
    const [guest, added] = [newEmail(), newEmail()];
    const member = { email: added, firstName: 'Sam', lastName: 'Ray', division: 'development', billingCycle: 'annual' };
    expect(
      (await callApi(system, 'POST', '/api/admin/debate-club-registrations', { token: adminToken, body: member }))
        .status,
    ).toBe(201);
    for (const email of [verified, guest, added]) {
      const entry = { ...TYPED, email, events: ['prepared_speech'], division: 'development', waiver: true };
      expect((await callApi(system, 'POST', '/api/tournament/register', { body: entry })).status).toBe(201);
    }
    const database = new pg.Client({ connectionString: (await system.run()).database.adminUrl });
    await database.connect();
    try {
      await patiently('the audience', async () => {
        const { rows } = await database.query<{ email_key: string }>(
          `SELECT email_key FROM messaging.contacts WHERE email_key = ANY($1)
           UNION ALL SELECT email_key FROM messaging.accounts WHERE email_key = ANY($1) AND email_verified_at IS NOT NULL`,
          [[verified, guest, added]],
        );
        expect(rows.map(({ email_key }) => email_key).toSorted()).toEqual(
          [verified, verified, guest, added, added].toSorted(),
        );
      });
    } finally {
      await database.end();
    }
    const mark = randomUUID().slice(0, 8);
    const { id } = await admin<{ id: string }>('POST', '', {
      name: mark,
      subject: `${mark} for {{firstName|friend}}`,
      content: 'Dear {{name|reader}}, come and argue.',
      targetAudience: 'all',
    });
    await admin('POST', `/${id}/send`);
    for (const [email, toName, firstName, name] of [
      [verified, 'Ada Okafor', 'Ada', 'Ada Okafor'],
      [added, 'Sam Ray', 'Sam', 'Sam Ray'],
      [guest, null, 'friend', 'reader'],
    ] as const) {
      const sent = await emailTo(system, email, mark);
      expect(sent).toMatchObject({ toName, subject: `${mark} for ${firstName}` });
      expect(sent.text).toContain(`Dear ${name}, come and argue.`);
      expect(JSON.stringify(sent)).not.toContain(TYPED.firstName);
    }
  });
});
