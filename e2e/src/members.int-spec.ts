import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ASSOCIATION } from '@lectern/contracts/association';
import type { MyEvent, OfficeHoursRequest } from '@lectern/contracts/registrations/model';
import { readCalendar } from '@lectern/contracts/testing/read-calendar';
import { emailsTo, emailTo } from './testing/mailbox.ts';
import {
  callApi,
  checkoutOf,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Members' features beside the public pages, through the whole system: their prices, the office hours and their
 * calendar.
 */
interface Person {
  readonly email: string;
  readonly token: string;
}

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem({ APP_CLOCK: '2025-01-20T12:00:00Z' });
  // A fresh system is ready before the provider knows its prices; until then a checkout answers 503.
  await patiently('selling', async () => {
    const { body } = await callApi<{ type: string; stripePriceIdOnce: string | null }[]>(
      system,
      'GET',
      '/api/programs',
    );
    if (!body.some(({ type, stripePriceIdOnce }) => type === 'tournaments' && stripePriceIdOnce !== null))
      throw new Error('no prices yet');
  });
});

afterAll(() => system.stop());

/** A person with an account, signed in; a member once they have paid. */
const visitor = async (): Promise<Person & { checkoutUrl: string }> => {
  const registration = newRegistration();
  const checkoutUrl = await registerPerson(system, registration);
  return { email: registration.email, token: await logInPerson(system, registration), checkoutUrl };
};
const member = async (): Promise<Person> => {
  const person = await visitor();
  await payAt(person.checkoutUrl);
  await patiently('becoming a member', async () => {
    if ((await membershipOf(system, person.token)) !== 'active') throw new Error('Not active yet');
  });
  return person;
};

const get = <T = Record<string, unknown>>(path: string, { token }: Person) =>
  callApi<T>(system, 'GET', path, { token });
const post = <T = Record<string, unknown>>(path: string, { token }: Person, body?: object) =>
  callApi<T>(system, 'POST', path, { token, ...(body === undefined ? {} : { body }) });
const remove = (path: string, { token }: Person) => callApi(system, 'DELETE', path, { token });

describe('the price of an event', () => {
  const nextTournament = async (): Promise<string> => {
    const { body } = await callApi<{ id: string; type: string; isNext: boolean }[]>(system, 'GET', '/api/events');
    return body.find(({ type, isNext }) => type === 'tournament' && isNext)!.id;
  };
  const quoteOf = async (person: Person): Promise<MyEvent> => {
    const { status, body } = await get<MyEvent[]>('/api/events/mine', person);
    expect(status).toBe(200);
    const id = await nextTournament();
    return body.find(({ eventId }) => eventId === id)!;
  };
  const enter = (person: Person) =>
    post('/api/tournament/register', person, {
      email: person.email,
      firstName: 'Ada',
      lastName: 'Okafor',
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    });

  it.each([
    ['a member', member, { price: 3_000, reason: 'member' }, '$30.00'],
    ['who has only an account', visitor, { price: 4_000, reason: 'standard' }, '$40.00'],
  ])('is for %s what their entry then costs, up to the last click', async (_who, become, quote, charged) => {
    const person = await become();
    // The word of the membership reaches registrations a moment after the account.
    await patiently('the quote', async () => expect(await quoteOf(person)).toMatchObject({ ...quote, entry: null }));
    expect(await enter(person)).toMatchObject({ status: 201 });
    const pending = await quoteOf(person);
    expect(pending).toMatchObject({ ...quote, entry: { status: 'pending', position: null } });
    const message = await emailTo(system, person.email, ({ text }) => text.includes('/pay?token='));
    expect(message.text).toContain(pending.entry!.payUrl);
    await payAt(await checkoutOf(system, pending.entry!.payUrl!, person.token));
    await patiently('the payment', async () =>
      expect((await quoteOf(person)).entry).toEqual({ status: 'paid', position: null, payUrl: null }),
    );
    await emailTo(
      system,
      person.email,
      ({ subject, text }) => subject.startsWith('You are in') && text.includes(charged),
    );
  });

  it('is refused without a token', async () => {
    expect(await callApi(system, 'GET', '/api/events/mine')).toMatchObject({
      status: 401,
      body: { code: 'token_missing' },
    });
  });

  it('does not show an entry that another person made for the same address', async () => {
    const person = await visitor();
    const other = await visitor();
    expect(await enter({ ...other, email: person.email })).toMatchObject({ status: 201 });
    for (const reader of [person, other]) expect((await quoteOf(reader)).entry).toBeNull();
  });
});

describe('the office hours', () => {
  const TEAM = ASSOCIATION.SUPPORT_EMAIL;
  interface Hours {
    slots: { startsAt: string; endsAt: string; isTaken: boolean }[];
    mine: OfficeHoursRequest | null;
  }
  const hoursOf = async (person: Person): Promise<Hours> => (await get<Hours>('/api/office-hours', person)).body;
  const request = (person: Person, startsAt: string, topic = 'My first rebuttal') =>
    post<{ message: string; request: OfficeHoursRequest; code: string }>('/api/office-hours', person, {
      startsAt,
      topic,
    });

  it('are requested by a member, confirmed by emails to the member and the team, and cancelled likewise', async () => {
    const [ann, bob] = [await member(), await member()];
    const { slots, mine } = await hoursOf(ann);
    expect(mine).toBeNull();
    expect(slots[0]).toEqual({
      startsAt: '2025-01-24T20:00:00.000Z',
      endsAt: '2025-01-24T20:30:00.000Z',
      isTaken: false,
    });
    const { startsAt } = slots[0]!;

    const first = await request(ann, startsAt);
    expect(first).toMatchObject({
      status: 201,
      body: {
        message: 'Your session is on Friday, January 24 at 3:00 PM EST. Check your email for the details.',
        request: { startsAt, topic: 'My first rebuttal' },
      },
    });
    expect(await request(ann, startsAt)).toMatchObject({ status: 201, body: first.body });
    expect(await hoursOf(ann)).toMatchObject({ mine: first.body.request });

    const confirmation = await emailTo(
      system,
      ann.email,
      ({ subject }) => subject === 'Your office hours on Friday, January 24, 2025',
    );
    // An email to a mailbox that is not verified leaves out the typed text.
    expect(confirmation.text).not.toContain('My first rebuttal');
    for (const part of ['12:00 PM PST', '3:00 PM EST', 'https://zoom.us/', `${system.siteUrl}/member/resources`])
      expect(confirmation.text).toContain(part);
    const word = await emailTo(system, TEAM, ({ replyTo }) => replyTo === ann.email);
    expect(word.text).toContain('My first rebuttal');

    expect(await request(bob, startsAt)).toMatchObject({
      status: 409,
      body: { code: 'slot_taken', message: 'Someone else has just taken this time. Please choose another.' },
    });
    expect(await request(ann, slots[1]!.startsAt)).toMatchObject({ status: 409, body: { code: 'office_hours_held' } });
    expect(await hoursOf(bob)).toMatchObject({
      mine: null,
      slots: expect.arrayContaining([{ ...slots[0], isTaken: true }]),
    });

    const { id } = first.body.request;
    expect(await remove(`/api/office-hours/${id}`, bob)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    for (const _again of [1, 2]) expect(await remove(`/api/office-hours/${id}`, ann)).toMatchObject({ status: 200 });
    await emailTo(system, ann.email, ({ subject }) => subject === 'Your office hours are cancelled');
    await emailTo(
      system,
      TEAM,
      ({ subject, replyTo }) => subject.startsWith('Office hours cancelled') && replyTo === ann.email,
    );
    expect((await hoursOf(ann)).mine).toBeNull();
    expect(await request(bob, startsAt)).toMatchObject({ status: 201 });
    // One email of each kind, whatever was repeated.
    expect(
      (await emailsTo(system, ann.email)).filter(({ subject }) => subject.startsWith('Your office hours')),
    ).toHaveLength(2);
    expect((await emailsTo(system, TEAM)).filter(({ replyTo }) => replyTo === ann.email)).toHaveLength(2);
  });

  it('are shown to every account, and booked by active members', async () => {
    const person = await visitor();
    const { slots, mine } = await hoursOf(person);
    expect([slots.length > 0, mine]).toEqual([true, null]);
    expect(await request(person, slots.at(-1)!.startsAt)).toMatchObject({
      status: 403,
      body: { code: 'membership_required' },
    });
  });

  it('refuse an invalid request, and name its fields', async () => {
    const person = await visitor();
    const topic = 'Please say what you want to work on';
    expect(await request(person, 'tomorrow', '  ')).toMatchObject({
      status: 400,
      body: { fields: { startsAt: 'Please choose a time', topic } },
    });
    expect(await request(person, '2025-01-24T20:00:00Z', 'x'.repeat(1_001))).toMatchObject({
      status: 400,
      body: { fields: { topic: 'Your answer to “What do you want to work on?” must be 1,000 characters or less' } },
    });
    expect(
      await post('/api/office-hours', person, { startsAt: '2025-01-24T20:00:00Z', topic: 'Mine', userId: 'x' }),
    ).toMatchObject({
      status: 400,
      body: { fields: { userId: 'Unknown field' } },
    });
  });
});

describe('the calendar of a member', () => {
  interface Feed {
    url: string | null;
    createdAt: string | null;
  }
  const make = async (person: Person): Promise<string> => {
    const { status, body } = await post<Feed>('/api/calendar-feed', person);
    expect([status, body]).toEqual([200, { url: expect.any(String), createdAt: expect.any(String) }]);
    return body.url!;
  };
  /** As a calendar program asks. */
  const open = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });
  const refusal = async (url: string) => {
    const answer = await open(url);
    const { code, message } = (await answer.json()) as { code: string; message: string };
    return { status: answer.status, code, message };
  };
  const titlesAt = async (url: string): Promise<string[]> =>
    readCalendar(await (await open(url)).text()).entries.map(({ title }) => title);

  it('is read at its URL without a token, and only when it has changed', async () => {
    const person = await member();
    expect((await get<Feed>('/api/calendar-feed', person)).body).toEqual({ url: null, createdAt: null });
    const url = await make(person);
    expect(url).toMatch(/\.ics$/);
    expect((await get<Feed>('/api/calendar-feed', person)).body.url).toBe(url);

    await patiently('the membership', async () => expect(await titlesAt(url)).toContain('Debate Club'));
    const answer = await open(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="calendar.ics"',
      'cache-control': 'private, max-age=900',
      'x-robots-tag': 'noindex',
    });
    const { entries, properties } = readCalendar(await answer.text());
    expect(properties).toMatchObject({
      NAME: ASSOCIATION.ASSOCIATION_NAME,
      'REFRESH-INTERVAL;VALUE=DURATION': 'PT60M',
    });
    expect(entries.filter(({ title }) => title === 'Debate Club')).toHaveLength(26);

    const etag = answer.headers.get('etag')!;
    const held = await open(url.replace(/\.ics$/, ''), { 'if-none-match': etag });
    expect([held.status, await held.text()]).toEqual([304, '']);
    expect(
      (await post('/api/office-hours', person, { startsAt: '2025-01-31T20:30:00Z', topic: 'Something new' })).status,
    ).toBe(201);
    const changed = await open(url, { 'if-none-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
    expect(readCalendar(await changed.text()).entries).toContainEqual(
      expect.objectContaining({ title: 'Expert Office Hours', description: 'Something new' }),
    );
  });

  it('ends at its URL when it is replaced or turned off, and answers as for an unknown URL', async () => {
    const person = await visitor();
    const first = await make(person);
    expect((await titlesAt(first)).length).toBeGreaterThan(0);
    const second = await make(person);
    const ended = await refusal(first);
    expect(ended).toEqual({
      status: 404,
      code: 'calendar_unknown',
      message: 'This calendar link is not valid, or no longer valid.',
    });
    expect((await open(second)).status).toBe(200);
    for (const _again of [1, 2])
      expect(await remove('/api/calendar-feed', person)).toMatchObject({
        status: 200,
        body: { url: null, createdAt: null },
      });
    const never = [
      'x',
      'x.ics',
      '.ics',
      `${'0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001'}.${'x'.repeat(43)}.ics`,
      'a%00b.c',
      '%F0%9F%8E%A4.x',
      '..%2f..%2fevents',
    ];
    for (const url of [second, ...never.map((key) => `${system.siteUrl}/api/calendar/${key}`)])
      expect(await refusal(url)).toEqual(ended);
  });

  it('may be fetched by programs that respect robots.txt, unlike the rest of the API', async () => {
    const rules = (await (await open(`${system.siteUrl}/robots.txt`)).text()).split('\n');
    expect(rules).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /api/', 'Allow: /api/calendar/']));
  });

  it('never contains data of another member', async () => {
    const [ann, bob] = [await member(), await member()];
    const [anns, bobs] = [await make(ann), await make(bob)];
    expect(anns).not.toBe(bobs);
    expect((await get<Feed>('/api/calendar-feed', bob)).body.url).toBe(bobs);
    await post('/api/office-hours', ann, { startsAt: '2025-02-07T20:00:00Z', topic: 'Between Ann and her coach' });
    await post('/api/tournament/register', ann, {
      email: ann.email,
      firstName: 'Ann',
      lastName: 'Lee',
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    });
    await patiently('both memberships', async () => {
      for (const url of [anns, bobs]) expect(await titlesAt(url)).toContain('Debate Club');
    });
    expect(await titlesAt(anns)).toEqual(
      expect.arrayContaining(['Expert Office Hours', expect.stringMatching(/\(payment due\)$/)]),
    );
    const text = await (await open(bobs)).text();
    for (const word of ['Ann', 'Expert Office Hours', 'payment due']) expect(text).not.toContain(word);
  });

  it('leaves its address in no log', async () => {
    const person = await visitor();
    const url = await make(person);
    expect((await open(url)).status).toBe(200);
    expect((await remove('/api/calendar-feed', person)).status).toBe(200);
    expect((await open(url)).status).toBe(404);
    expect((await open(`${url}/more`)).status).toBe(404);
    const { processes } = await system.run();
    const logs = await Promise.all(processes.map(({ logFile }) => readFile(logFile, 'utf8')));
    const gateway = logs[processes.findIndex(({ name }) => name === 'gateway')]!;
    // The log says that a calendar was read, not which.
    expect(gateway).toContain('"route":"/api/calendar/:key"');
    const [feedId, signature] = url.slice(url.lastIndexOf('/') + 1).split('.') as [string, string];
    for (const log of logs) for (const part of [feedId, signature]) expect(log).not.toContain(part);
  });
});
