import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExportSlice, rowsOf } from '@lectern/contracts/list-export';
import {
  exportDebateClubRegistrations,
  exportTournamentRegistrations,
  listDebateClubRegistrations,
} from '@lectern/contracts/registrations/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';

describe('exports of registrations', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations();
    await service.seed();
  });
  afterAll(() => service.stop());
  beforeEach(() =>
    emptyTables(service.dataSource, 'debate_club_registrations, tournament_registrations, registration_counts'),
  );

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
