import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ExportSlice, rowsOf } from '@lectern/contracts/list-export';
import type { ListQuery } from '@lectern/contracts/page';
import type { ClubListQuery } from '@lectern/contracts/registration-list';
import { exportBootcampRegistrations, listBootcampRegistrations } from '@lectern/contracts/registrations/admin-rpc';
import type { DebateClubRegistration } from '@lectern/contracts/registrations/model';
import {
  countRegistrations,
  listDebateClubEmails,
  listDebateClubRegistrations,
  listTournamentRegistrations,
  exportDebateClubRegistrations,
  exportTournamentRegistrations,
} from '@lectern/contracts/registrations/rpc';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { encodeCursor } from '@lectern/service-kit/paging/page-cursor';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { until } from '@lectern/test-kit/until';
import { compactCounts } from '../registration-count/compact-counts.job.ts';
import { SEASON } from '../season/season.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations();
  await service.seed();
});
afterAll(() => service.stop());
beforeEach(() =>
  emptyTables(service.dataSource, 'debate_club_registrations, tournament_registrations, registration_counts'),
);

describe("administrators' lists", () => {
  const list = (query: ClubListQuery) => service.rpc.call(listDebateClubRegistrations, query);

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

  it('shows one division or billing cycle, with and without a status or a search, and counts its rows', async () => {
    await add(6);
    await service.dataSource.query(
      `UPDATE debate_club_registrations SET division = 'professional' WHERE email LIKE 'person_@example.com' AND substr(email, 7, 1)::int % 2 = 0`,
    );
    const emails = async (query: ClubListQuery) => {
      const { items, total } = await list({ limit: 10, ...query });
      expect(total).toBe(items.length);
      return items.map(({ email }) => email.slice(0, 7)).toSorted();
    };
    expect(await emails({ division: 'professional' })).toEqual(['person2', 'person4', 'person6']);
    expect(await emails({ division: 'development' })).toEqual(['person1', 'person3', 'person5']);
    expect(await emails({ division: 'professional', status: 'paused' })).toEqual(['person2']);
    expect(await emails({ division: 'professional', q: 'first4' })).toEqual(['person4']);
    expect(await emails({ division: 'development', q: 'first4' })).toEqual([]);
    expect((await service.rpc.call(listDebateClubEmails, { division: 'professional' })).emails).toHaveLength(3);
    const file = await service.rpc.call(exportDebateClubRegistrations, { division: 'professional' });
    expect(rowsOf(file)).toHaveLength(3);

    await service.dataSource.query(
      `UPDATE debate_club_registrations SET billing_cycle = CASE WHEN email ~ '^person[34]' THEN 'annual' ELSE 'monthly' END`,
    );
    expect(await emails({ billingCycle: 'annual' })).toEqual(['person3', 'person4']);
    const annual = { division: 'professional', billingCycle: 'annual' } as const;
    expect(await emails(annual)).toEqual(['person4']);
    expect((await service.rpc.call(listDebateClubEmails, annual)).emails).toHaveLength(1);
    expect(rowsOf(await service.rpc.call(exportDebateClubRegistrations, annual))).toHaveLength(1);
  });

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

  it('show registrations of some days of the association, in every list, with their count, in files and by an index', async () => {
    await add(3);
    // The last minute of September 1, and midnight, in Los Angeles.
    await service.dataSource.query(
      `UPDATE debate_club_registrations SET registered_at = CASE email WHEN 'person1@example.com' THEN timestamptz '2026-09-02T06:59:00Z'
       WHEN 'person2@example.com' THEN timestamptz '2026-09-02T07:00:00Z' ELSE timestamptz '2026-08-01T12:00:00Z' END`,
    );
    const shown = async (days: Pick<ClubListQuery, 'registeredFrom' | 'registeredUntil'>, q?: string) => {
      const { items, total } = await list({ limit: 10, q, ...days });
      expect(total).toBe(items.length);
      return items.map(({ email }) => email.slice(0, 7)).toSorted();
    };
    const september = { registeredFrom: '2026-09-01', registeredUntil: '2026-09-01' };
    expect(await shown(september)).toEqual(['person1']);
    expect(await shown(september, 'last')).toEqual(['person1']);
    expect(await shown({ registeredFrom: '2026-09-02' })).toEqual(['person2']);
    expect(await shown({ registeredUntil: '2026-09-01' })).toEqual(['person1', 'person3']);
    expect((await service.rpc.call(listDebateClubEmails, september)).emails).toHaveLength(1);
    expect(rowsOf(await service.rpc.call(exportDebateClubRegistrations, september))).toHaveLength(1);
    await expect(list({ registeredFrom: '2026-09-02', registeredUntil: '2026-09-01' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    for (const [ask, download] of [
      [listTournamentRegistrations, exportTournamentRegistrations],
      [listBootcampRegistrations, exportBootcampRegistrations],
    ] as const) {
      expect(await service.rpc.call(ask, { limit: 10, ...september })).toMatchObject({ total: 0 });
      expect(rowsOf(await service.rpc.call(download, september))).toEqual([]);
    }
    for (const [table, shownRows] of [
      ['debate_club_registrations', 'hidden_at IS NULL AND'],
      ['tournament_registrations', ''],
      ['bootcamp_registrations', 'hidden_at IS NULL AND'],
    ] as const) {
      const plan = await service.dataSource.transaction(async (manager) => {
        await manager.query('SET LOCAL enable_seqscan = off');
        return manager.query<{ 'QUERY PLAN': string }[]>(
          `EXPLAIN SELECT id FROM ${table} WHERE ${shownRows} registered_at >= now() - interval '1 day' ORDER BY registered_at DESC, id DESC LIMIT 51`,
        );
      });
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(`${table}_newest`);
    }
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
    await add(12_500);
    const slices: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { emails, nextCursor }: { emails: string[]; nextCursor: string | null } = await service.rpc.call(
        listDebateClubEmails,
        { q: 'first', status: 'paused', cursor },
      );
      slices.push(emails);
      cursor = nextCursor;
    }
    expect(slices.map(({ length }) => length)).toEqual([2_500]);
    const everybody = await service.rpc.call(listDebateClubEmails, {});
    expect(everybody.emails.slice(0, 200)).toEqual((await list({ limit: 200 })).items.map(({ email }) => email));
    const last = await service.rpc.call(listDebateClubEmails, { cursor: everybody.nextCursor! });
    expect(last.nextCursor).toBeNull();
    expect(new Set([...everybody.emails, ...last.emails]).size).toBe(12_500);
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
      ['emile', ['Émile']],
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
    const ofDivision = async (division: 'professional' | 'development') => {
      const query = { limit: 20, division, status: 'paid' };
      const { total, items } = await service.rpc.call(listTournamentRegistrations, query);
      const file = await service.rpc.call(exportTournamentRegistrations, { division, status: 'paid' });
      return [total, items.length, rowsOf(file).length];
    };
    expect(await ofDivision('professional')).toEqual([4, 4, 4]);
    expect(await ofDivision('development')).toEqual([0, 0, 0]);
    const other = SEASON.find(({ type, id }) => type === 'tournament' && id !== SEASON[0]!.id)!;
    await service.dataSource.query(
      `UPDATE tournament_registrations SET event_id = $1 WHERE first_name IN ('First7', 'First8')`,
      [other.id],
    );
    const ofEvent = async (event: string, rest: { status?: string; q?: string } = {}) => {
      const { total, items } = await service.rpc.call(listTournamentRegistrations, { limit: 20, event, ...rest });
      const file = await service.rpc.call(exportTournamentRegistrations, { event, ...rest });
      return [total, items.length, rowsOf(file).length];
    };
    expect(await ofEvent(SEASON[0]!.id)).toEqual([7, 7, 7]);
    expect(await ofEvent(other.id)).toEqual([2, 2, 2]);
    expect(await ofEvent(other.id, { status: 'paid' })).toEqual([1, 1, 1]);
    expect(await ofEvent(other.id, { q: 'first7' })).toEqual([1, 1, 1]);
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

describe('exports of registrations', () => {
  const cell = ({ columns }: ExportSlice, row: readonly (string | null)[], heading: string): string | null => {
    expect(columns).toContain(heading);
    return row[columns.indexOf(heading)] ?? null;
  };

  it('have every row once in slices, the first of them small, newest first, as the list does', async () => {
    await service.dataSource.query(
      `INSERT INTO debate_club_registrations (email, email_key, first_name, last_name, billing_cycle, registered_at, hidden_at)
       SELECT n || '@example.com', n || '@example.com', 'First', 'Last', 'monthly', '2026-01-01T00:00:00.123Z'::timestamptz + (n / 3) * interval '1 minute',
         CASE WHEN n > 4500 THEN now() END FROM generate_series(1, 4600) AS n`,
    );
    const emails: (string | null)[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const slice: ExportSlice = await service.rpc.call(exportDebateClubRegistrations, { cursor });
      emails.push(...rowsOf(slice).map((row) => cell(slice, row, 'Email')));
      sizes.push(rowsOf(slice).length);
      cursor = slice.nextCursor;
    }
    expect(sizes).toEqual([200, 4_000, 300]);
    expect(new Set(emails).size).toBe(4_500);
    expect(emails.slice(0, 200)).toEqual(
      (await service.rpc.call(listDebateClubRegistrations, { limit: 200 })).items.map(({ email }) => email),
    );
  });

  it.each([
    [4_000, '40.00'],
    [5, '0.05'],
    [0, '0.00'],
    [12_345_678, '123456.78'],
    [null, null],
  ])('show %p cents as %p dollars', async (cents, dollars) => {
    await service.dataSource.query(
      `INSERT INTO tournament_registrations (event_id, first_name, last_name, email, email_key, division, payment_amount) VALUES ($1, 'Ann', 'Lee', 'a', 'a', 'development', $2)`,
      [SEASON[0]!.id, cents],
    );
    const slice = await service.rpc.call(exportTournamentRegistrations, {});
    expect(cell(slice, rowsOf(slice)[0]!, 'Amount (USD)')).toBe(dollars);
    expect(cell(slice, rowsOf(slice)[0]!, 'Tournament')).toBe(SEASON[0]!.title);
  });

  it.each([
    ['a cursor that is none', { cursor: 'nonsense' }, 'cursor_invalid'],
    ['a status that does not exist', { status: 'gone' }, 'invalid_request'],
  ])('refuse %s', async (_what, request, code) => {
    await expect(service.rpc.call(exportDebateClubRegistrations, request)).rejects.toMatchObject({ code });
    await expect(service.rpc.call(exportTournamentRegistrations, request)).rejects.toMatchObject({ code });
  });
});
