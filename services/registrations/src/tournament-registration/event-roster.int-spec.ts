import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { editEvent, getAdminEvent, readEventRoster } from '@lectern/contracts/registrations/admin-rpc';
import type { EntryPlace } from '@lectern/contracts/registration-list';
import {
  enterTournament,
  exportTournamentRegistrations,
  listTournamentRegistrations,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const [FALL, WINTER] = SEASON.filter(
  ({ type, registrationDeadline }) => type === 'tournament' && registrationDeadline > NOW,
) as [(typeof SEASON)[number], (typeof SEASON)[number]];
const BOOTCAMP = SEASON.find(({ type, registrationDeadline }) => type === 'bootcamp' && registrationDeadline > NOW)!;

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyTables(service.dataSource, 'events, tournament_registrations, outbox, registration_counts CASCADE');
  await service.seed();
});

const competition = (id: string, name: string, capacity: number | null = null) => ({
  ...{ id, name, description: '', division: null, deadline: null, isClosed: false, excludes: [] },
  capacity,
});
const setUp = async (typed: Partial<AdminEvent> = {}) => {
  const setup = {
    competitions: [competition('debate', 'Team Debate', 3), competition('poetry', 'Poetry')],
    mostCompetitions: 2,
    divisionCapacities: { development: 9, professional: null },
  };
  const event = await service.rpc.call(getAdminEvent, { id: FALL.id });
  const { closedAt: _closedAt, state: _state, counts: _counts, ...fields } = { ...event, setup, ...typed };
  return service.rpc.call(editEvent, { ...fields, by: BY });
};
const enter = (
  lastName: string,
  competitions: string[],
  division: 'development' | 'professional' = 'development',
  eventId = FALL.id,
) =>
  service.rpc.call(enterTournament, {
    eventId,
    email: `${lastName}@example.com`,
    member: null,
    firstName: 'Ann',
    phone: null,
    ...UNFILLED_ENTRY,
    lastName,
    competitions,
    division,
  });
const change = (lastName: string, columns: string) =>
  service.dataSource.query(`UPDATE tournament_registrations SET ${columns} WHERE last_name = $1`, [lastName]);
/** Debate has three places: Fay and Gus wait, and Hana was released before. */
const roster = async () => {
  await setUp();
  await enter('hana', ['debate']);
  await change('hana', `released_at = now()`);
  await enter('ada', ['debate', 'poetry']);
  await change('ada', `payment_status = 'paid', payment_amount = 4000`);
  await enter('ben', ['debate'], 'professional');
  await enter('cleo', ['debate']);
  await enter('dina', ['poetry'], 'professional');
  await change('dina', `payment_status = 'failed'`);
  await enter('eli', ['poetry']);
  await change('eli', `payment_status = 'refunded', payment_amount = 4000`);
  await enter('fay', ['debate', 'poetry']);
  await enter('gus', ['debate'], 'professional');
  await enter('zoe', ['prepared_speech'], 'development', WINTER.id);
};

describe('the roster of a tournament', () => {
  it('is counted by competition and division, and an entry once in the whole', async () => {
    await roster();
    expect(await service.rpc.call(readEventRoster, { id: FALL.id })).toEqual({
      rows: [
        {
          id: 'debate',
          name: 'Team Debate',
          development: { entered: 2, paid: 1, waiting: 1, withdrawn: 0 },
          professional: { entered: 1, paid: 0, waiting: 1, withdrawn: 0 },
          placesLeft: 0,
        },
        {
          id: 'poetry',
          name: 'Poetry',
          development: { entered: 1, paid: 1, waiting: 1, withdrawn: 0 },
          professional: { entered: 1, paid: 0, waiting: 0, withdrawn: 0 },
          placesLeft: null,
        },
        {
          id: null,
          name: FALL.title,
          development: { entered: 2, paid: 1, waiting: 1, withdrawn: 0 },
          professional: { entered: 2, paid: 0, waiting: 1, withdrawn: 0 },
          placesLeft: null,
        },
      ],
      divisionPlacesLeft: { development: 7, professional: null },
    });
    const { counts } = await service.rpc.call(getAdminEvent, { id: FALL.id });
    expect(counts).toMatchObject({ entries: 4, paid: 1, waiting: 2 });
  });

  it('is that of the shipped competitions before anybody entered, and of no other event', async () => {
    const { rows } = await service.rpc.call(readEventRoster, { id: WINTER.id });
    expect(rows.map(({ id }) => id)).toEqual([
      'prepared_speech',
      'prepared_acting',
      'spontaneous_speech',
      'spontaneous_debate',
      null,
    ]);
    for (const id of [BOOTCAMP.id, randomUUID()])
      await expect(service.rpc.call(readEventRoster, { id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the list of entries', () => {
  const list = async (query: Partial<RpcInput<typeof listTournamentRegistrations>>) =>
    service.rpc.call(listTournamentRegistrations, { limit: 100, ...query });
  const namesOf = async (query: Partial<RpcInput<typeof listTournamentRegistrations>>) => {
    const { items, total } = await list(query);
    expect(total).toBe(items.length);
    return items.map(({ lastName }) => lastName).toSorted();
  };

  it('finds entries by tournament, competition and place; every entry has one place', async () => {
    await roster();
    const places: Record<EntryPlace, string[]> = {
      paid: ['ada'],
      held: ['ben', 'cleo', 'dina'],
      waiting: ['fay', 'gus'],
      released: ['hana'],
      withdrawn: [],
      ended: ['eli'],
    };
    for (const [place, names] of Object.entries(places) as [EntryPlace, string[]][]) {
      expect(await namesOf({ event: FALL.id, place }), place).toEqual(names);
      const { rows } = await service.rpc.call(exportTournamentRegistrations, { event: FALL.id, place });
      expect(JSON.parse(rows), place).toHaveLength(names.length);
    }
    expect(await namesOf({ event: FALL.id })).toEqual(Object.values(places).flat().toSorted());
    expect(await namesOf({ place: 'held' })).toEqual(['ben', 'cleo', 'dina', 'zoe']);
    expect(await namesOf({ event: FALL.id, competition: 'poetry' })).toEqual(['ada', 'dina', 'eli', 'fay']);
    expect(await namesOf({ competition: 'poetry', place: 'paid', division: 'development', q: 'ada' })).toEqual(['ada']);
    expect(await namesOf({ competition: 'constructor' })).toEqual([]);
    await expect(list({ competition: `o'neill` })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('names the tournament and the competitions, also in the file of its table', async () => {
    await roster();
    const { items } = await list({ event: FALL.id, q: 'fay' });
    expect(items).toMatchObject([
      {
        event: { title: FALL.title, datetime: FALL.datetime.toISOString() },
        competitions: ['Team Debate', 'Poetry'],
        position: 1,
      },
    ]);
    await setUp({ division: 'development' });
    const { columns, rows } = await service.rpc.call(exportTournamentRegistrations, {
      columns: 'name,tournament,competitions,payment,place,rule',
      event: FALL.id,
    });
    expect(columns).toEqual(['Name', 'Tournament', 'Competitions', 'Payment', 'Place', 'Rule broken']);
    const cells = new Map((JSON.parse(rows) as string[][]).map(([name, , ...others]) => [name, others]));
    expect(Object.fromEntries(cells)).toEqual({
      'Ann ada': ['Team Debate, Poetry', 'Paid', 'Has a place', null],
      'Ann ben': ['Team Debate', 'Pending', 'Has a place', 'Yes'],
      'Ann cleo': ['Team Debate', 'Pending', 'Has a place', null],
      'Ann dina': ['Poetry', 'Failed', 'Has a place', 'Yes'],
      'Ann eli': ['Poetry', 'Refunded', 'Ended', null],
      'Ann fay': ['Team Debate, Poetry', 'Pending', 'Waitlist: 1', null],
      'Ann gus': ['Team Debate', 'Pending', 'Waitlist: 2', 'Yes'],
      'Ann hana': ['Team Debate', 'Pending', 'Released', null],
    });
    expect((JSON.parse(rows) as string[][])[0]![1]).toMatch(new RegExp(`^${FALL.title}, `));
  });
});
