import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANGED_MEANWHILE } from '@lectern/contracts/edited';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import {
  cloneEvents,
  correctRegistration,
  createEvent,
  editEvent,
  getAdminEvent,
} from '@lectern/contracts/registrations/admin-rpc';
import { SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';
import type { Competition, EventSetup } from '@lectern/contracts/registrations/event-setup';
import { tournamentEntered } from '@lectern/contracts/registrations/events';
import {
  enterTournament,
  exportTournamentRegistrations,
  listEvents,
  readTimeline,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';
import { Event } from '../event/event.entity.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const FALL = SEASON.find(({ type, registrationDeadline }) => type === 'tournament' && registrationDeadline > NOW)!;

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
  await service.startReplica();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyTables(service.dataSource, 'events, tournament_registrations, outbox, registration_counts CASCADE');
  await service.seed();
});

const competition = (id: string, typed: Partial<Competition> = {}): Competition => ({
  id,
  name: id,
  description: '',
  division: null,
  deadline: null,
  isClosed: false,
  excludes: [],
  ...typed,
});
const DEBATE = competition('debate', { name: 'Lincoln–Douglas Debate' });
const POETRY = competition('poetry', { name: 'Poetry' });
const setup = (competitions: Competition[], mostCompetitions = 4): EventSetup => ({ competitions, mostCompetitions });

const get = (id = FALL.id): Promise<AdminEvent> => service.rpc.call(getAdminEvent, { id });
const formOf = ({ id, version, ...event }: AdminEvent, typed: Partial<AdminEvent> = {}): RpcInput<typeof editEvent> => {
  const { closedAt: _closedAt, state: _state, counts: _counts, ...fields } = { ...event, ...typed };
  return { ...fields, id, version, by: BY };
};
const edit = async (typed: Partial<AdminEvent>) => service.rpc.call(editEvent, formOf(await get(), typed));
const setUp = (competitions: Competition[], most?: number) => edit({ setup: setup(competitions, most) });
const enter = (competitions: string[], typed: Partial<RpcInput<typeof enterTournament>> = {}) =>
  service.rpc.call(enterTournament, {
    eventId: FALL.id,
    email: `${randomUUID()}@example.com`,
    member: null,
    firstName: 'Ann',
    lastName: 'Lee',
    phone: null,
    ...UNFILLED_ENTRY,
    competitions,
    ...typed,
  });
const refused = (message: string) => ({ code: 'invalid_request', message, fields: { events: message } });
const entries = () => service.dataSource.query<unknown[]>('SELECT id FROM tournament_registrations');

describe('the set-up of a tournament', () => {
  it('is the shipped one until staff change it, and none of a bootcamp', async () => {
    expect((await get()).setup).toEqual(SHIPPED_SETUP);
    const shown = await service.rpc.call(listEvents, {});
    expect(shown.find(({ id }) => id === FALL.id)!.setup).toEqual(SHIPPED_SETUP);
    expect(shown.find(({ type }) => type === 'bootcamp')!.setup).toBeNull();
    // A form that shows the shipped one and sends it back changes nothing.
    expect((await edit({})).changed).toEqual([]);
    expect((await edit({ title: 'Fall Open' })).changed).toEqual(['title']);
    const [row] = await service.dataSource.getRepository(Event).findBy({ id: FALL.id });
    expect(row!.setup).toBeNull();
  });

  it('is shown to visitors as staff saved it, and an edit without one leaves it', async () => {
    expect((await setUp([DEBATE, POETRY], 1)).changed).toEqual(['setup']);
    const [shown] = (await service.rpc.call(listEvents, {})).filter(({ id }) => id === FALL.id);
    expect(shown!.setup).toEqual(setup([DEBATE, POETRY], 1));
    await edit({ setup: undefined, title: 'Fall Open' });
    expect((await get()).setup).toEqual(setup([DEBATE, POETRY], 1));
    // The same request again.
    expect((await setUp([DEBATE, POETRY], 1)).changed).toEqual([]);
  });

  it('is one field for two editors: the later one learns that it changed', async () => {
    const opened = await get();
    await setUp([DEBATE]);
    await expect(service.rpc.call(editEvent, formOf(opened, { setup: setup([POETRY]) }))).rejects.toMatchObject({
      code: 'version_conflict',
      fields: { setup: CHANGED_MEANWHILE },
    });
    expect((await get()).setup).toEqual(setup([DEBATE]));
  });

  it('may come with a new tournament', async () => {
    const { closedAt: _closedAt, state: _state, counts: _counts, id: _id, version: _version, ...fields } = await get();
    const made = await service.rpc.call(createEvent, { ...fields, title: 'Scrimmage', setup: setup([DEBATE]), by: BY });
    expect(made.setup).toEqual(setup([DEBATE]));
  });

  it('is copied into the next quarter, with its deadlines thirteen weeks later', async () => {
    // The season has the next tournament of the other title already.
    await edit({ title: 'Scrimmage', setup: setup([{ ...DEBATE, deadline: '2026-11-01T04:00:00.000Z' }, POETRY], 1) });
    const { events } = await service.rpc.call(cloneEvents, { what: { eventId: FALL.id }, dryRun: false, by: BY });
    // Midnight in New York, in summer and in winter.
    const deadline = '2027-01-31T05:00:00.000Z';
    const [copy] = await service.dataSource.getRepository(Event).findBy({ clonedFrom: events[0]!.sourceId });
    expect(copy!.setup).toEqual(setup([{ ...DEBATE, deadline }, POETRY], 1));
  });

  it('loses no competition that somebody entered: it can be closed and renamed', async () => {
    await setUp([DEBATE, POETRY]);
    await enter(['debate']);
    await expect(setUp([POETRY])).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { setup: '1 person entered Lincoln–Douglas Debate, so it cannot be removed. Close it instead.' },
    });
    expect((await setUp([{ ...DEBATE, name: 'Debate', isClosed: true }])).changed).toEqual(['setup']);
    await expect(enter(['debate'])).rejects.toMatchObject(refused('Registration for Debate has closed.'));
    expect(await entries()).toHaveLength(1);
  });

  it('keeps one of an entry that is made while staff remove it, or refuses the entry', async () => {
    await setUp([DEBATE, POETRY]);
    const [removal, entry] = await Promise.allSettled([setUp([POETRY]), enter(['debate'])]);
    expect([removal.status, entry.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('an entry', () => {
  it('is refused for a competition that the tournament does not have', async () => {
    await setUp([DEBATE]);
    await expect(enter(['prepared_speech'])).rejects.toMatchObject(
      refused('This tournament has no event “Prepared Speech”. Reload the page to see its events.'),
    );
    expect(await entries()).toEqual([]);
  });

  it('is refused for a competition after its deadline', async () => {
    await setUp([
      { ...DEBATE, deadline: NOW.toISOString() },
      { ...POETRY, deadline: '2026-09-01T12:01:00.000Z' },
    ]);
    await expect(enter(['debate'])).rejects.toMatchObject(
      refused('Registration for Lincoln–Douglas Debate has closed.'),
    );
    await enter(['poetry']);
  });

  it('is refused for a competition of another division', async () => {
    await setUp([{ ...DEBATE, division: 'professional' }, POETRY]);
    const message = 'Lincoln–Douglas Debate is for the Professional division only.';
    await expect(enter(['debate'], { division: 'development' })).rejects.toMatchObject(refused(message));
    const { registrationId } = await enter(['debate'], { division: 'professional' });
    const person = { firstName: 'Ann', lastName: 'Lee', phone: null };
    await expect(
      service.rpc.call(correctRegistration, {
        list: 'tournament',
        id: registrationId,
        ...{ ...person, division: 'development', seen: { ...person, division: 'professional' } },
        by: BY,
      }),
    ).rejects.toMatchObject({ code: 'invalid_request', fields: { division: message } });
  });

  it('is refused for competitions that exclude each other, whichever of both lists the other', async () => {
    await setUp([DEBATE, { ...POETRY, excludes: ['debate'] }]);
    const message = 'Lincoln–Douglas Debate and Poetry cannot be combined. Please select one of them.';
    await expect(enter(['debate', 'poetry'])).rejects.toMatchObject(refused(message));
    await enter(['debate']);
  });

  it('is refused for more competitions than a person may enter', async () => {
    await setUp([DEBATE, POETRY, competition('extempore')], 2);
    await expect(enter(['debate', 'poetry', 'extempore'])).rejects.toMatchObject(
      refused('Please select at most 2 events.'),
    );
    await enter(['debate', 'poetry']);
  });

  it('has the names of its competitions in its email, on the timeline of its person and in the file', async () => {
    await setUp([DEBATE, POETRY]);
    const email = 'ann@example.com';
    await enter(['poetry', 'debate'], { email });
    const [entered] = await service.publishedEvents(tournamentEntered);
    expect(entered).toMatchObject({
      competitions: ['poetry', 'debate'],
      competitionNames: ['Poetry', 'Lincoln–Douglas Debate'],
    });
    const request = { userId: null, emailKey: email, kind: null, after: null, limit: 10 };
    const [item] = (await service.rpc.call(readTimeline, request)).items;
    expect(item).toMatchObject({ what: 'tournament', details: { competitions: 'Poetry, Lincoln–Douglas Debate' } });
    const { columns, rows } = await service.rpc.call(exportTournamentRegistrations, {});
    const [row] = JSON.parse(rows) as string[][];
    expect(row![columns.indexOf('Competitions')]).toBe('Poetry, Lincoln–Douglas Debate');
  });

  it('of a tournament that nobody set up has the shipped names on the timeline', async () => {
    await enter(['prepared_speech', 'spontaneous_debate'], { email: 'ann@example.com' });
    const request = { userId: null, emailKey: 'ann@example.com', kind: null, after: null, limit: 10 };
    const [item] = (await service.rpc.call(readTimeline, request)).items;
    expect(item).toMatchObject({ details: { competitions: 'Prepared Speech, Spontaneous Debate' } });
  });
});
