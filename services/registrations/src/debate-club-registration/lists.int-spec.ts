import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DebateClubRegistration } from '@lectern/contracts/registrations/model';
import type { ListQuery } from '@lectern/contracts/page';
import {
  countRegistrations,
  listDebateClubEmails,
  listDebateClubRegistrations,
  listEvents,
  listTournamentRegistrations,
} from '@lectern/contracts/registrations/rpc';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { encodeCursor } from '@lectern/service-kit/paging/page-cursor';
import { compactCounts } from '../registration-count/compact-counts.job.ts';
import { SEASON } from '../season/season.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';

describe("administrators' lists", () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations();
    await service.seed();
  });
  afterAll(() => service.stop());
  beforeEach(() =>
    emptyTables(service.dataSource, 'debate_club_registrations, tournament_registrations, registration_counts'),
  );

  const list = (query: ListQuery) => service.rpc.call(listDebateClubRegistrations, query);

  /** `count` people; every three of the same instant. */
  const add = (count: number): Promise<unknown> =>
    service.dataSource.query(
      `INSERT INTO debate_club_registrations (email, email_key, first_name, last_name, billing_cycle, status, registered_at)
       SELECT 'person' || n || '@example.com', 'person' || n || '@example.com', 'First' || n, 'Last', 'monthly',
         (ARRAY['active', 'active', 'paused', 'cancelled', 'pending'])[1 + n % 5],
         '2026-01-01T00:00:00.123Z'::timestamptz + (n / 3) * interval '1 minute'
       FROM generate_series(1, $1) AS n`,
      [count],
    );
  const addPerson = (firstName: string, lastName: string, email: string): Promise<unknown> =>
    service.dataSource.query(
      `INSERT INTO debate_club_registrations (first_name, last_name, email, email_key, billing_cycle) VALUES ($1, $2, $3, lower($3), 'monthly')`,
      [firstName, lastName, email],
    );

  const walk = async (query: ListQuery): Promise<DebateClubRegistration[]> => {
    const seen: DebateClubRegistration[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.items.length).toBeLessThanOrEqual(query.limit!);
      seen.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return seen;
  };

  it.each([1, 7, 10, 50])('show everybody once in pages of %i, newest first, as the plain list does', async (limit) => {
    await add(50);
    const plain = await list({});
    expect(plain).toMatchObject({ total: 50, nextCursor: null });
    expect(await walk({ limit })).toEqual(plain.items);
    expect(new Set(plain.items.map((item) => item.id)).size).toBe(50);
    const instants = plain.items.map((item) => item.registeredAt);
    expect(instants).toEqual(instants.toSorted().reverse());
    expect((await walk({ limit, sort: 'registeredAt' })).map((item) => item.id)).toEqual(
      plain.items.map((item) => item.id).reverse(),
    );
  });

  it('miss nobody when rows are added between two pages', async () => {
    await add(20);
    const before = (await list({})).items;
    const first = await list({ limit: 10 });
    await addPerson('New', 'Comer', 'new@example.com');
    const second = await list({ limit: 10, cursor: first.nextCursor! });
    expect([...first.items, ...second.items]).toEqual(before);
  });

  it('stop at a thousand without pages, and say how many there are', async () => {
    await add(1_005);
    const plain = await list({});
    expect(plain.items).toHaveLength(1_000);
    expect(plain.total).toBe(1_005);
  });

  it('filter by status', async () => {
    await add(50);
    const paused = await list({ status: 'paused', limit: 4 });
    expect(paused.total).toBe(10);
    expect(new Set((await walk({ status: 'paused', limit: 4 })).map((item) => item.status))).toEqual(
      new Set(['paused']),
    );
    expect(await walk({ status: 'paused', limit: 4 })).toHaveLength(10);
    expect(await service.rpc.call(countRegistrations, {})).toEqual({
      activeDebateClubMembers: 20,
      totalTournamentRegistrations: 0,
    });
  });

  it('give all addresses of a filter, newest first, in slices', async () => {
    await add(25_000);
    const slices: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { emails, nextCursor }: { emails: string[]; nextCursor: string | null } = await service.rpc.call(
        listDebateClubEmails,
        { q: 'first', status: 'paused', cursor },
      );
      slices.push(emails);
      cursor = nextCursor;
    }
    expect(slices.map(({ length }) => length)).toEqual([5_000]);
    const everybody = await service.rpc.call(listDebateClubEmails, {});
    expect(everybody.emails.slice(0, 200)).toEqual((await list({ limit: 200 })).items.map(({ email }) => email));
    const next = await service.rpc.call(listDebateClubEmails, { cursor: everybody.nextCursor! });
    const last = await service.rpc.call(listDebateClubEmails, { cursor: next.nextCursor! });
    expect(last.nextCursor).toBeNull();
    expect(new Set([...everybody.emails, ...next.emails, ...last.emails]).size).toBe(25_000);
    await service.dataSource.query('UPDATE debate_club_registrations SET hidden_at = now()');
    expect(await service.rpc.call(listDebateClubEmails, {})).toEqual({ emails: [], nextCursor: null });
    await expect(service.rpc.call(listDebateClubEmails, { cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'cursor_invalid',
    });
  });

  describe('search', () => {
    beforeEach(async () => {
      await addPerson('Ann', 'Lee', 'ann@example.com');
      await addPerson('Joanna', 'Smith', 'jo.smith@example.org');
      await addPerson('Émile', "O'Neill", 'emile_100%@example.com');
      await addPerson('李', '雷', 'lei@example.cn');
    });
    it.each([
      ['ANN', ['Ann', 'Joanna']],
      ['ann lee', ['Ann']],
      [' smith ', ['Joanna']],
      ['example.org', ['Joanna']],
      ['jo', ['Joanna']],
      ['nn', []],
      ['émile', ['Émile']],
      ["o'neill", ['Émile']],
      ['%', []],
      ['100%', ['Émile']],
      ['e_1', ['Émile']],
      ['a_n', []],
      ['李', ['李']],
      ['nobody at all', []],
    ])('for %p finds %p', async (q, names) => {
      const page = await list({ q });
      expect(page.items.map((item) => item.firstName).sort()).toEqual([...names].sort());
      expect(page.total).toBe(names.length);
    });

    it('finds people by their current names', async () => {
      const change = (to: string): Promise<unknown> =>
        service.dataSource.query(`UPDATE debate_club_registrations SET last_name = $1 WHERE first_name = 'Joanna'`, [
          to,
        ]);
      const [{ last_name: before }] = await service.dataSource.query<[{ last_name: string }]>(
        `SELECT last_name FROM debate_club_registrations WHERE first_name = 'Joanna'`,
      );
      await change('Quartermaine');
      expect((await list({ q: 'joanna quarter' })).total).toBe(1);
      expect((await list({ q: `joanna ${before}` })).total).toBe(0);
      await change(before);
      expect((await list({ q: `joanna ${before}` })).total).toBe(1);
    });

    it('has an index', async () => {
      const [{ plan }] = await service.dataSource.transaction(async (manager) => {
        await manager.query('SET LOCAL enable_seqscan = off');
        const rows = await manager.query<{ 'QUERY PLAN': string }[]>(
          `EXPLAIN SELECT id FROM debate_club_registrations WHERE searched LIKE '%smith%'`,
        );
        return [{ plan: rows.map((row) => row['QUERY PLAN']).join('\n') }] as const;
      });
      expect(plan).toContain('debate_club_registrations_search');
    });
  });

  it.each([
    ['a cursor that is none', { cursor: 'nonsense' }, 'cursor_invalid'],
    [
      'a cursor of the other order',
      { sort: 'registeredAt', cursor: encodeCursor('-registeredAt', { at: new Date(0), id: SEASON[0]!.id }) },
      'cursor_invalid',
    ],
    [
      'a cursor with something behind it',
      { cursor: `${encodeCursor('-registeredAt', { at: new Date(0), id: SEASON[0]!.id }).slice(0, -3)}` },
      'cursor_invalid',
    ],
    ['a status that does not exist', { status: 'gone' }, 'invalid_request'],
    ['an order that does not exist', { sort: 'email' }, 'invalid_request'],
    ['a page that is too large', { limit: 1_000 }, 'invalid_request'],
  ])('refuse %s', async (_what, query, code) => {
    await expect(list(query)).rejects.toMatchObject({ code });
    await expect(service.rpc.call(listTournamentRegistrations, query)).rejects.toMatchObject({ code });
  });

  it('show tournament entries, by payment, with their count', async () => {
    await service.dataSource.query(
      `INSERT INTO tournament_registrations (event_id, first_name, last_name, email, email_key, division, payment_status, payment_amount, registered_at)
       SELECT $1, 'First' || n, 'Last', n || '@example.com', n || '@example.com', 'professional',
         (ARRAY['paid', 'pending'])[1 + n % 2], 4000, '2026-01-01'::timestamptz + n * interval '1 second' FROM generate_series(1, 9) AS n`,
      [SEASON[0]!.id],
    );
    expect(await service.rpc.call(listTournamentRegistrations, { limit: 2, status: 'paid', q: 'first' })).toMatchObject(
      {
        total: 4,
        items: [
          {
            firstName: 'First8',
            eventId: SEASON[0]!.id,
            division: 'professional',
            paymentStatus: 'paid',
            paymentAmount: 4_000,
            registeredAt: '2026-01-01T00:00:08.000Z',
          },
          { firstName: 'First6' },
        ],
      },
    );
    expect(await service.rpc.call(countRegistrations, {})).toEqual({
      activeDebateClubMembers: 0,
      totalTournamentRegistrations: 9,
    });
  });

  it('count right through changes, removals, hiding and the summing-up', async () => {
    const jobs = new JobQueue({
      redisUrl: service.environment['REDIS_URL']!,
      processName: 'test',
      logger: createLogger('test', 'silent'),
    });
    await jobs.connect();
    const real = async (): Promise<number> => {
      const [row] = await service.dataSource.query<{ count: string }[]>(
        `SELECT count(*) AS count FROM debate_club_registrations WHERE status = 'active' AND hidden_at IS NULL`,
      );
      return Number(row!.count);
    };
    const counted = async (): Promise<number> =>
      (await service.rpc.call(countRegistrations, {})).activeDebateClubMembers;
    await add(100);
    for (const change of [
      `UPDATE debate_club_registrations SET status = 'cancelled' WHERE first_name LIKE '%1'`,
      `UPDATE debate_club_registrations SET phone = '555'`,
      `UPDATE debate_club_registrations SET hidden_at = now() WHERE first_name LIKE '%5'`,
      `UPDATE debate_club_registrations SET hidden_at = NULL, status = 'active' WHERE first_name LIKE '%5'`,
      `DELETE FROM debate_club_registrations WHERE first_name LIKE '%7'`,
    ]) {
      await service.dataSource.query(change);
      expect(await counted()).toBe(await real());
    }
    // Writers beside two summings-up at a time.
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => addPerson('Late', 'Comer', `late${index}@example.com`)),
      jobs.enqueue(compactCounts, {}),
      jobs.enqueue(compactCounts, {}),
    ]);
    await jobs.enqueue(compactCounts, {});
    await until('the counts to be summed up', async () => {
      const [row] = await service.dataSource.query<{ rows: string }[]>(
        'SELECT count(*) AS rows FROM registration_counts',
      );
      return Number(row!.rows) <= 4;
    });
    expect(await counted()).toBe(await real());
    expect((await list({ limit: 1 })).total).toBe((await list({})).items.length);
    await jobs.close();
  });
});

describe('the public list of events', () => {
  it('shows active ones that are not over, soonest first, without their Zoom links', async () => {
    const service = await startRegistrations({ APP_CLOCK: '2025-11-22T20:00:00Z' });
    try {
      await service.seed();
      await service.dataSource.query(`UPDATE events SET is_active = false WHERE title = 'Online Spring Classic'`);
      await service.dataSource.query(`UPDATE events SET zoom_link = 'https://zoom.us/j/secret'`);
      const events = await service.rpc.call(listEvents, {});
      expect(events.slice(0, 3).map((event) => event.title)).toEqual([
        'Online Fall Classic',
        'Winter Tournament Prep Bootcamp',
        'Online Winter Classic',
      ]);
      expect(events[0]).toMatchObject({
        price: 4_000,
        registrationDeadline: '2025-11-16T04:59:59.000Z',
        location: 'Zoom',
      });
      expect(events.map((event) => event.title)).not.toContain('Online Spring Classic');
      expect(events.map((event) => event.datetime)).toEqual(events.map((event) => event.datetime).toSorted());
      expect(JSON.stringify(events)).not.toContain('secret');
    } finally {
      await service.stop();
    }
  });

  it('drops an event once it is over', async () => {
    const service = await startRegistrations({ APP_CLOCK: '2025-11-23T00:00:01Z' });
    try {
      await service.seed();
      expect((await service.rpc.call(listEvents, {}))[0]).toMatchObject({ title: 'Winter Tournament Prep Bootcamp' });
    } finally {
      await service.stop();
    }
  });
});
