import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ASSOCIATION } from '@lectern/contracts/association';
import type { MyEvent } from '@lectern/contracts/registrations/model';
import { readCalendar } from '@lectern/contracts/testing/read-calendar';
import { emailTo } from '../testing/mailbox.ts';
import {
  callApi,
  checkoutOf,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  pricesOf,
  registerPerson,
} from '../testing/person.ts';
import { sharedSystem } from '../testing/start-system.ts';

/*
 * Members' features beside the public pages, through the whole system: their prices, the office hours and their
 * calendar.
 */
interface Person {
  readonly email: string;
  readonly token: string;
}

const system = await sharedSystem();
await pricesOf(system);

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
const bookFreeSlot = async (person: Person, topic: string) => {
  const { slots } = (await get<{ slots: { startsAt: string; isTaken: boolean }[] }>('/api/office-hours', person)).body;
  const { startsAt } = slots.find(({ isTaken }) => !isTaken)!;
  expect((await post('/api/office-hours', person, { startsAt, topic })).status).toBe(201);
};
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
      expect((await quoteOf(person)).entry).toEqual({
        ...{ status: 'paid', position: null, payUrl: null, zoomLink: null },
        entryUrl: expect.stringContaining('/entry?token=') as string,
      }),
    );
    await emailTo(
      system,
      person.email,
      ({ subject, text }) => subject.startsWith('You are in') && text.includes(charged),
    );
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
    await bookFreeSlot(person, 'Something new');
    const changed = await open(url, { 'if-none-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
    expect(readCalendar(await changed.text()).entries).toContainEqual(
      expect.objectContaining({ title: 'Expert Office Hours', description: 'Something new' }),
    );
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
    await bookFreeSlot(ann, 'Between Ann and her coach');
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
