import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { editEvent, getAdminEvent, listAdminEvents } from '@lectern/contracts/registrations/admin-rpc';
import type { Competition } from '@lectern/contracts/registrations/event-setup';
import { paymentRefused, waitingRuleBroken } from '@lectern/contracts/registrations/events';
import {
  deleteTournamentRegistration,
  enterTournament,
  exportTournamentRegistrations,
  listEvents,
  listTournamentRegistrations,
  previewPaymentLink,
  takePaymentLink,
} from '@lectern/contracts/registrations/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';
import { endHolds } from './end-holds.job.ts';
import { TournamentRegistration } from './tournament-registration.entity.ts';

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

const IDS = ['debate', 'poetry', 'speech'] as const;
type Rules = Partial<Record<(typeof IDS)[number], Partial<Competition>>>;
const named = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
const setup = (rules: Rules, mostCompetitions: number) => ({
  competitions: IDS.map((id) => ({
    ...{ id, name: named(id), description: '', division: null, deadline: null, isClosed: false, excludes: [] },
    capacity: null,
    ...rules[id],
  })),
  mostCompetitions,
});
const get = (): Promise<AdminEvent> => service.rpc.call(getAdminEvent, { id: FALL.id });
const edit = async (typed: Partial<AdminEvent>) => {
  const { closedAt: _closedAt, state: _state, counts: _counts, ...fields } = { ...(await get()), ...typed };
  return service.rpc.call(editEvent, { ...fields, by: BY });
};
const setUp = (rules: Rules = {}, { most = 3, ...typed }: Partial<AdminEvent> & { most?: number } = {}) =>
  edit({ setup: setup(rules, most), ...typed });
const enter = (lastName: string, competitions: string[], division: 'development' | 'professional' = 'development') =>
  service.rpc.call(enterTournament, {
    eventId: FALL.id,
    email: `${lastName}@example.com`,
    member: null,
    firstName: 'Ann',
    phone: null,
    ...UNFILLED_ENTRY,
    lastName,
    competitions,
    division,
  });
const remove = (id: string) => service.rpc.call(deleteTournamentRegistration, { id, by: BY });
const people = async () => {
  const all = await service.dataSource.getRepository(TournamentRegistration).find({ order: { lastName: 'ASC' } });
  const namesOf = (which: (row: TournamentRegistration) => boolean): string[] =>
    all.filter(which).map(({ lastName }) => lastName);
  return {
    placed: namesOf((row) => row.waitlistedAt === null && row.releasedAt === null && row.paymentStatus !== 'refunded'),
    waiting: namesOf((row) => row.waitlistedAt !== null),
  };
};
const list = async (rules?: 'broken') => {
  const { items } = await service.rpc.call(listTournamentRegistrations, { limit: 100, event: FALL.id, rules });
  return Object.fromEntries(items.map(({ lastName, ruleBroken }) => [lastName, ruleBroken]));
};
/** Ends the time to pay of everybody with a place. */
const release = async () => {
  await service.dataSource.query(`UPDATE tournament_registrations SET held_until = $1 WHERE waitlisted_at IS NULL`, [
    NOW,
  ]);
  await service.runJob(endHolds);
};

describe('a waitlist after a change of the rules', () => {
  it('skips people who break one; they keep their positions, staff see why, and others pass them', async () => {
    await setUp({}, { capacity: 1 });
    await enter('ada', ['debate']);
    await enter('both', ['debate', 'poetry']);
    await enter('dev', ['debate']);
    await enter('many', ['debate', 'speech', 'poetry'], 'professional');
    await enter('pro', ['debate', 'speech'], 'professional');
    const edited = await setUp(
      { poetry: { excludes: ['debate'] }, debate: { division: 'professional' } },
      { most: 2, capacity: 3 },
    );
    // Ada has a place and keeps it.
    // As many as the filter finds.
    expect(edited).toMatchObject({ movedUp: 1, breaking: 4 });
    expect(await people()).toEqual({ placed: ['ada', 'pro'], waiting: ['both', 'dev', 'many'] });
    const why = {
      ada: 'Debate is for the Professional division only.',
      both: 'Debate is for the Professional division only.',
      dev: 'Debate is for the Professional division only.',
      many: 'Debate and Poetry cannot be combined.',
    };
    expect(await list()).toEqual({ ...why, pro: null });
    expect(await list('broken')).toEqual(why);
    const { rows } = await service.rpc.call(exportTournamentRegistrations, { event: FALL.id, rules: 'broken' });
    expect(JSON.parse(rows)).toHaveLength(4);
    // Those who wait are emailed, with the way to their page; an edit that adds no rule emails nobody.
    const emailed = async () =>
      (await service.publishedEvents(waitingRuleBroken))
        .map(({ email, rule }) => [email.split('@')[0], rule])
        .toSorted();
    const { ada: _placed, ...waiting } = why;
    expect(await emailed()).toEqual(Object.entries(waiting));
    await setUp({ poetry: { excludes: ['debate'] }, debate: { division: 'professional' } }, { most: 1, capacity: 3 });
    expect(await emailed()).toHaveLength(3);
    // The free place is for a newcomer who keeps the rules, and visitors see that there is one.
    const shown = async () => (await service.rpc.call(listEvents, {})).find(({ id }) => id === FALL.id)!;
    expect(await shown()).toMatchObject({ state: 'open', placesLeft: 1 });
    const { items } = await service.rpc.call(listAdminEvents, { limit: 50, status: 'open' });
    expect(items.map(({ id }) => id)).toContain(FALL.id);
    expect(await enter('zoe', ['speech'])).toMatchObject({ position: null });
    expect(await shown()).toMatchObject({ state: 'full' });
    // The rules again as they were: those who waited are next, in their order.
    expect(await setUp({}, { capacity: 5 })).toMatchObject({ movedUp: 2, breaking: 0 });
    expect(await people()).toEqual({ placed: ['ada', 'both', 'dev', 'pro', 'zoe'], waiting: ['many'] });
  });

  it('keeps out people whose competition staff closed, and those of a division that the tournament left', async () => {
    await setUp({}, { capacity: 1 });
    await enter('ada', ['debate']);
    await enter('ben', ['poetry']);
    await enter('cleo', ['speech'], 'professional');
    expect(await setUp({ poetry: { isClosed: true } }, { capacity: 3, division: 'development' })).toMatchObject({
      movedUp: 0,
      breaking: 2,
    });
    expect(await list('broken')).toEqual({
      ben: 'Registration for Poetry has closed.',
      cleo: `The ${FALL.title} is for the Development division only.`,
    });
    expect(await setUp({}, { division: null })).toMatchObject({ movedUp: 2 });
  });

  it('is still for those who waited when the deadline of their competition has passed', async () => {
    await setUp({}, { capacity: 1 });
    const { registrationId } = await enter('ada', ['debate']);
    await enter('ben', ['debate']);
    await setUp({ debate: { deadline: NOW.toISOString() } });
    await remove(registrationId);
    expect(await people()).toEqual({ placed: ['ben'], waiting: [] });
    expect(await list('broken')).toEqual({});
  });

  it('admits nobody by a rule that is replaced meanwhile', async () => {
    await setUp({}, { capacity: 3 });
    const placed = await Promise.all(['a', 'b', 'c'].map((name) => enter(name, ['speech'])));
    for (const name of ['x1', 'x2', 'x3']) await enter(name, ['debate', 'poetry']);
    await enter('z', ['poetry']);
    const edited = setUp({ debate: { excludes: ['poetry'] } });
    await Promise.all([edited, ...placed.map(({ registrationId }) => remove(registrationId))]);
    const { placed: after, waiting } = await people();
    // With a place or waiting, as the filter finds them.
    expect((await edited).breaking).toBe(3);
    expect(await list('broken')).toEqual(
      Object.fromEntries(['x1', 'x2', 'x3'].map((name) => [name, 'Debate and Poetry cannot be combined.'])),
    );
    expect(after.length + waiting.length).toBe(4);
    if (after.length < 3) expect(after).toContain('z');
  });
});

describe('a released entry', () => {
  it.each([
    [
      'after the deadline of its competition',
      { debate: { deadline: NOW.toISOString() } },
      {},
      'Registration for Debate has closed.',
    ],
    ['of a closed competition', { debate: { isClosed: true } }, {}, 'Registration for Debate has closed.'],
    [
      'of competitions that exclude each other',
      { debate: { excludes: ['poetry'] } },
      {},
      'Debate and Poetry cannot be combined.',
    ],
    ['with too many competitions', {}, { most: 1 }, 'A person may enter at most 1 event.'],
    [
      'of another division',
      { poetry: { division: 'professional' } },
      {},
      'Poetry is for the Professional division only.',
    ],
    [
      'of a division that the tournament left',
      {},
      { division: 'professional' },
      `The ${FALL.title} is for the Professional division only.`,
    ],
  ] as const)('%s is refused before it pays, and its page says so', async (_which, rules, typed, reason) => {
    await setUp({}, { capacity: 5 });
    const { payToken: token } = await enter('ada', ['debate', 'poetry']);
    await release();
    expect(await service.rpc.call(previewPaymentLink, { token: token! })).toMatchObject({ state: 'payable' });
    await setUp(rules as Rules, typed);
    const message = `This entry was not paid in time, so it needs a new place in the ${FALL.title}. ${reason} Register again with other events.`;
    expect(await service.rpc.call(previewPaymentLink, { token: token! })).toMatchObject({ state: 'closed', message });
    await expect(service.rpc.call(takePaymentLink, { token: token! })).rejects.toMatchObject({
      code: 'payment_link_closed',
      message,
    });
    // It holds nothing, so staff need not do anything about it.
    expect(await list('broken')).toEqual({});
    expect((await people()).placed).toEqual([]);
    await setUp({}, { most: 3, division: null });
    await service.rpc.call(takePaymentLink, { token: token! });
    expect((await people()).placed).toEqual(['ada']);
  });

  it('gets no place by a price of nothing either', async () => {
    await setUp({}, { capacity: 5 });
    await enter('ada', ['debate', 'poetry']);
    await release();
    await setUp({ debate: { excludes: ['poetry'] } }, { price: 0 });
    expect(await people()).toEqual({ placed: [], waiting: [] });
  });

  it('goes after the waitlist when places become free and cost nothing', async () => {
    await setUp({}, { capacity: 1 });
    await enter('ada', ['debate']);
    await enter('ben', ['debate']);
    await enter('cleo', ['debate']);
    await release();
    expect(await people()).toEqual({ placed: ['ben'], waiting: ['cleo'] });
    await edit({ price: 0, capacity: 2 });
    expect(await people()).toEqual({ placed: ['ben', 'cleo'], waiting: [] });
  });

  it('keeps its place while its page is open, whatever rule is added meanwhile', async () => {
    await setUp({}, { capacity: 5 });
    const { payToken: token } = await enter('ada', ['debate', 'poetry']);
    expect(await setUp({ debate: { excludes: ['poetry'], isClosed: true } })).toMatchObject({ breaking: 1 });
    expect(await service.rpc.call(previewPaymentLink, { token: token! })).toMatchObject({ state: 'payable' });
    await service.rpc.call(takePaymentLink, { token: token! });
  });

  it('is paid or refused as a whole when its page is opened while a rule is added', async () => {
    await setUp({}, { capacity: 5 });
    const tokens = await Promise.all(['a', 'b', 'c', 'd'].map((name) => enter(name, ['debate', 'poetry'])));
    await release();
    const [edited, ...taken] = await Promise.allSettled([
      setUp({ debate: { excludes: ['poetry'] } }),
      ...tokens.map(({ payToken }) => service.rpc.call(takePaymentLink, { token: payToken! })),
    ]);
    const paying = taken.filter(({ status }) => status === 'fulfilled').length;
    expect((await people()).placed).toHaveLength(paying);
    expect(edited).toMatchObject({ status: 'fulfilled', value: { breaking: paying } });
  });

  it('whose payment arrives although a rule refuses it by now is refunded', async () => {
    await setUp({}, { capacity: 5 });
    const { registrationId } = await enter('ada', ['debate', 'poetry']);
    await release();
    await setUp({ debate: { excludes: ['poetry'] } });
    const paid = { purchaseId: randomUUID(), product: 'tournaments', reference: registrationId, version: 2 } as const;
    await service.deliverEvent(purchaseChanged, purchaseEvent({ ...paid, status: 'paid', amountPaid: 4_000 }));
    expect(await service.publishedEvents(paymentRefused)).toMatchObject([
      { purchaseId: paid.purchaseId, reason: 'rules' },
    ]);
    expect((await people()).placed).toEqual([]);
  });
});

describe('the filter by broken rules', () => {
  it('finds the entries that the rules of their tournament refuse, and hold a place or wait', async () => {
    await setUp({}, { capacity: 40 });
    const choices = [
      ['debate'],
      ['poetry'],
      ['debate', 'poetry'],
      ['debate', 'speech'],
      ['debate', 'poetry', 'speech'],
    ];
    for (const [index, competitions] of choices.entries())
      for (const division of ['development', 'professional'] as const)
        for (const state of ['placed', 'waiting', 'released', 'refunded'])
          await enter(`${state}${index}${division}`, competitions, division);
    for (const [state, change] of [
      ['waiting', 'waitlisted_at = $1'],
      ['released', 'released_at = $1'],
      ['refunded', `released_at = $1, payment_status = 'refunded'`],
    ])
      await service.dataSource.query(`UPDATE tournament_registrations SET ${change} WHERE last_name LIKE '${state}%'`, [
        NOW,
      ]);
    const found = new Map<string, number>();
    const compare = async (which: string, rules: Rules, most = 3, division: AdminEvent['division'] = null) => {
      await service.dataSource.query(`UPDATE events SET setup = $2, division = $3 WHERE id = $1`, [
        FALL.id,
        JSON.stringify(setup(rules, most)),
        division,
      ]);
      const broken = Object.entries(await list()).filter(([, reason]) => reason !== null);
      expect(await list('broken'), which).toEqual(Object.fromEntries(broken));
      found.set(which, broken.length);
    };
    await compare('none', {});
    await compare('division', { debate: { division: 'professional' } });
    await compare('event', {}, 3, 'development');
    await compare('most', {}, 2);
    await compare('excludes', { poetry: { excludes: ['debate'] } });
    await compare('closed', { speech: { isClosed: true } });
    await compare('late', { speech: { deadline: NOW.toISOString() } });
    await compare('later', { speech: { deadline: '2026-09-01T12:01:00.000Z' } });
    expect(Object.fromEntries(found)).toEqual({
      none: 0,
      division: 8,
      event: 10,
      most: 4,
      excludes: 8,
      closed: 4,
      late: 0,
      later: 0,
    });
  });
});
