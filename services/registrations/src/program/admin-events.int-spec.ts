import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import { CHANGED_MEANWHILE } from '@lectern/contracts/edited';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import {
  cloneEvents,
  closeEvent,
  createEvent,
  editEvent,
  getAdminEvent,
  listAdminEvents,
  reopenEvent,
} from '@lectern/contracts/registrations/admin-rpc';
import { adminActed, bootcampSeatChanged, tournamentEntered } from '@lectern/contracts/registrations/events';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import {
  enterTournament,
  listEvents,
  listMyEvents,
  previewPaymentLink,
  reserveBootcampSeat,
  takePaymentLink,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { BootcampRegistration } from '../bootcamp-registration/bootcamp-registration.entity.ts';
import { SEASON } from '../season/season.ts';
import { ANN, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { endHolds } from '../tournament-registration/end-holds.job.ts';
import { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';
import { Event } from '../event/event.entity.ts';
import { UNFILLED_ENTRY, UNFILLED_SEAT } from '../testing/unfilled-fields.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const ahead = (type: 'tournament' | 'bootcamp') =>
  SEASON.find((event) => event.type === type && event.registrationDeadline > NOW)!;
const [FALL, RUN] = [ahead('tournament'), ahead('bootcamp')];

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
  await service.startReplica();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyTables(
    service.dataSource,
    'events, bootcamp_registrations, tournament_registrations, purchases, memberships, outbox, registration_counts CASCADE',
  );
  await service.seed();
});

const get = (id: string): Promise<AdminEvent> => service.rpc.call(getAdminEvent, { id });
/** The form with an event's values and the administrator's changes. */
const formOf = ({ id, version, ...event }: AdminEvent, typed: Partial<AdminEvent> = {}): RpcInput<typeof editEvent> => {
  const { closedAt: _closedAt, state: _state, counts: _counts, ...fields } = { ...event, ...typed };
  return { ...fields, id, version, by: BY };
};
const edit = async (id: string, typed: Partial<AdminEvent>) =>
  service.rpc.call(editEvent, formOf(await get(id), typed));
const fresh = (typed: Partial<RpcInput<typeof createEvent>> = {}): RpcInput<typeof createEvent> => ({
  title: 'Scrimmage Night',
  description: 'Two rounds after work.',
  type: 'tournament',
  division: null,
  datetime: '2026-10-10T01:00:00.000Z',
  endsAt: '2026-10-10T03:00:00.000Z',
  timezone: 'America/Los_Angeles',
  location: 'Zoom',
  zoomLink: null,
  capacity: 2,
  registrationDeadline: '2026-10-09T01:00:00.000Z',
  price: 1_500,
  isActive: true,
  by: BY,
  ...typed,
});
const make = (typed: Partial<RpcInput<typeof createEvent>> = {}): Promise<AdminEvent> =>
  service.rpc.call(createEvent, fresh(typed));
const enter = (eventId: string | null, email: string, member: { id: string; email: string } | null = null) =>
  service.rpc.call(enterTournament, {
    eventId,
    email,
    member,
    firstName: 'Ann',
    lastName: 'Lee',
    phone: null,
    competitions: ['prepared_speech'],
    ...UNFILLED_ENTRY,
  });
const reserve = (email: string) =>
  service.rpc.call(reserveBootcampSeat, {
    userId: null,
    email,
    firstName: 'Ann',
    lastName: 'Lee',
    phone: null,
    experienceLevel: 'beginner',
    ...UNFILLED_SEAT,
  });
const acted = async (): Promise<string[]> => (await service.publishedEvents(adminActed)).map(({ action }) => action);
const publicly = async (id: string) => (await service.rpc.call(listEvents, {})).find((event) => event.id === id);
const count = async (): Promise<number> => service.dataSource.getRepository(Event).count();

describe('the administrators’ list of events', () => {
  it('is newest date first, page by page, each with its number of people', async () => {
    const first = await service.rpc.call(listAdminEvents, { limit: 3 });
    expect(first.total).toBe(SEASON.length);
    const rest = await service.rpc.call(listAdminEvents, { limit: 200, cursor: first.nextCursor! });
    const all = [...first.items, ...rest.items];
    expect(all.map(({ id }) => id)).toEqual(
      SEASON.toSorted((one, other) => other.datetime.getTime() - one.datetime.getTime()).map(({ id }) => id),
    );
    await service.dataSource.query('UPDATE events SET capacity = 1 WHERE id = $1', [FALL.id]);
    const { registrationId } = await enter(FALL.id, 'ann@example.com');
    await enter(FALL.id, 'bob@example.com');
    await service.deliverEvent(
      purchaseChanged,
      purchaseEvent({
        purchaseId: randomUUID(),
        product: 'tournaments',
        reference: registrationId,
        status: 'paid',
        amountPaid: 4_000,
      }),
    );
    expect((await get(FALL.id)).counts).toEqual({ entries: 1, waiting: 1, paid: 1, placesLeft: 0 });
    await reserve('ann@example.com');
    expect((await get(RUN.id)).counts).toEqual({ entries: 1, waiting: 0, paid: 0, placesLeft: 11 });
  });

  it('finds an event by its title with and without accents', async () => {
    await make({ title: 'Café Débat' });
    for (const q of ['cafe deb', 'CAFÉ'])
      expect((await service.rpc.call(listAdminEvents, { q })).items.map(({ title }) => title)).toEqual(['Café Débat']);
  });

  it('finds an event by its title or status', async () => {
    expect((await service.rpc.call(listAdminEvents, { q: 'fall class' })).items.map(({ title }) => title)).toEqual(
      Array(5).fill('Online Fall Classic'),
    );
    const [closed, soldOut] = [await make({ title: 'Closed' }), await make({ title: 'Full', capacity: 1 })];
    await make({ title: 'Hidden', isActive: false });
    await service.rpc.call(closeEvent, { id: closed.id, by: BY });
    await enter(soldOut.id, 'ann@example.com');
    await service.dataSource.query(`UPDATE events SET capacity = 1 WHERE id = $1`, [RUN.id]);
    await reserve('ann@example.com');
    const { items } = await service.rpc.call(listAdminEvents, {});
    for (const state of ['open', 'closed', 'sold_out', 'over', 'hidden'] as const) {
      const found = await service.rpc.call(listAdminEvents, { status: state });
      expect(found.items.length).toBeGreaterThan(0);
      expect(found.items).toEqual(items.filter((event) => event.state === state));
      expect(found.total).toBe(found.items.length);
    }
    const coming = await service.rpc.call(listAdminEvents, { status: 'coming', sort: 'datetime' });
    expect(coming.items).toEqual(items.filter(({ state }) => state !== 'over').toReversed());
    expect(items.filter(({ state }) => state === 'sold_out').map(({ title }) => title)).toEqual([RUN.title, 'Full']);
    await expect(service.rpc.call(listAdminEvents, { status: 'gone' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { status: expect.any(String) },
    });
  });

  it('refuses an unknown event', async () => {
    const form = formOf(await get(FALL.id));
    const id = randomUUID();
    for (const call of [
      () => get(id),
      () => service.rpc.call(closeEvent, { id, by: BY }),
      () => service.rpc.call(reopenEvent, { id, by: BY }),
      () => service.rpc.call(editEvent, { ...form, id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('a new event', () => {
  it('is on the site immediately, and recorded', async () => {
    const event = await make();
    expect(await publicly(event.id)).toMatchObject({
      title: 'Scrimmage Night',
      state: 'open',
      isNext: true,
      placesLeft: 2,
      sequence: 0,
    });
    expect(await service.publishedEvents(adminActed)).toMatchObject([
      { by: actingAdmin.parse(BY), action: 'create_event', details: { eventId: event.id, title: 'Scrimmage Night' } },
    ]);
    // The next tournament is this one now.
    expect((await enter(null, 'ann@example.com')).title).toBe('Scrimmage Night');
  });

  it('is created once, however often the button is pressed', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => make()));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await expect(make({ location: 'Elsewhere' })).rejects.toMatchObject({
      code: 'event_exists',
      fields: { title: expect.any(String) },
    });
    expect([await count(), await acted()]).toEqual([SEASON.length + 1, ['create_event']]);
  });

  it('is in the future', async () => {
    await expect(
      make({ datetime: '2026-09-01T11:00:00.000Z', registrationDeadline: '2026-09-01T10:00:00.000Z' }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      fields: {
        datetime: 'It must begin in the future',
        registrationDeadline: expect.stringContaining('over already'),
      },
    });
    expect(await acted()).toEqual([]);
  });
});

describe('an edit', () => {
  it('changes the public list, members’ events and calendars, and survives a restart', async () => {
    const datetime = '2026-11-21T18:00:00.000Z';
    const { event, changed, isInCalendars } = await edit(FALL.id, {
      title: 'Grand Fall Classic',
      datetime,
      price: 4_500,
    });
    expect({ changed, isInCalendars }).toEqual({ changed: ['title', 'datetime', 'price'], isInCalendars: true });
    expect(event).toMatchObject({ title: 'Grand Fall Classic', datetime, price: 4_500, version: 2 });
    await service.seed();
    expect(await publicly(FALL.id)).toMatchObject({ title: 'Grand Fall Classic', datetime, price: 4_500, sequence: 1 });
    const mine = await service.rpc.call(listMyEvents, { member: { id: ANN, email: 'ann@example.com' } });
    expect(mine.find(({ eventId }) => eventId === FALL.id)).toMatchObject({ price: 4_500, reason: 'standard' });
    expect(await count()).toBe(SEASON.length);
    expect(await service.publishedEvents(adminActed)).toMatchObject([
      { action: 'edit_event', details: { eventId: FALL.id, changed: 'title, beginning, price' } },
    ]);
  });

  it('of fields that calendars do not show leaves them alone', async () => {
    expect(await edit(FALL.id, { price: 5_000, capacity: 100 })).toMatchObject({ isInCalendars: false });
    expect(await publicly(FALL.id)).toMatchObject({ price: 5_000, sequence: 0 });
    await edit(FALL.id, { location: 'Pasadena' });
    await edit(FALL.id, { registrationDeadline: '2026-11-10T00:00:00.000Z' });
    expect(await publicly(FALL.id)).toMatchObject({ sequence: 2 });
  });

  it('that began before another administrator’s writes nothing and names the changed fields', async () => {
    const opened = await get(FALL.id);
    await edit(FALL.id, { price: 5_000 });
    await edit(FALL.id, { title: 'Grand Fall Classic' });
    const mine = service.rpc.call(editEvent, formOf(opened, { description: 'Mine.' }));
    await expect(mine).rejects.toMatchObject({
      code: 'version_conflict',
      message:
        'Another administrator changed the title and price meanwhile, so nothing was saved. Reload the page Events to see the current version.',
      fields: { title: CHANGED_MEANWHILE, price: CHANGED_MEANWHILE },
    });
    expect(await get(FALL.id)).toMatchObject({ description: FALL.description, price: 5_000, version: 3 });
    // Deliberately, from the current version.
    const saved = await service.rpc.call(editEvent, { ...formOf(opened, { description: 'Mine.' }), version: 3 });
    expect(saved.event).toMatchObject({ description: 'Mine.', price: FALL.price, version: 4 });
  });

  it('of several administrators at one moment succeeds once, and is refused for the others', async () => {
    const opened = await get(FALL.id);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => service.rpc.call(editEvent, formOf(opened, { price: 5_000 + index }))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'version_conflict' });
    expect([(await get(FALL.id)).version, await acted()]).toEqual([2, ['edit_event']]);
  });

  it('sent twice takes effect once', async () => {
    const form = formOf(await get(FALL.id), { price: 5_000 });
    const [first, second] = [await service.rpc.call(editEvent, form), await service.rpc.call(editEvent, form)];
    expect([first.changed, second.changed, second.event]).toEqual([['price'], [], first.event]);
    expect(await acted()).toEqual(['edit_event']);
  });

  it('never leaves fewer places than are taken, but an overfull event keeps its number', async () => {
    const { id } = await make({ capacity: 3 });
    for (const email of ['ann@example.com', 'bob@example.com']) await enter(id, email);
    await expect(edit(id, { capacity: 1 })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { capacity: '2 places are taken already' },
    });
    await edit(id, { capacity: 2 });
    await service.dataSource.query('UPDATE events SET capacity = 1 WHERE id = $1', [id]);
    await edit(id, { description: 'Still two people.' });
  });

  it('cannot change an event’s type, nor take one with registrations off the site', async () => {
    const { id } = await make();
    await expect(edit(id, { type: 'bootcamp' })).rejects.toMatchObject({ fields: { type: expect.any(String) } });
    await edit(id, { isActive: false });
    expect(await publicly(id)).toBeUndefined();
    await edit(id, { isActive: true });
    await enter(id, 'ann@example.com');
    await expect(edit(id, { isActive: false })).rejects.toMatchObject({
      fields: { isActive: expect.stringContaining('1 person is registered') },
    });
  });

  it('of an event that is over may change its texts, and not its times', async () => {
    const over = SEASON.find(({ datetime }) => datetime < NOW)!;
    await edit(over.id, { description: 'A fine day.' });
    await expect(
      edit(over.id, { datetime: '2025-11-23T17:00:00.000Z', endsAt: '2025-11-24T17:00:00.000Z' }),
    ).rejects.toMatchObject({ fields: { datetime: 'It must begin in the future' } });
  });

  it('into another event is refused', async () => {
    const { id } = await make();
    await make({ title: 'Another' });
    await expect(edit(id, { title: 'Another' })).rejects.toMatchObject({ code: 'event_exists' });
    expect((await get(id)).version).toBe(1);
  });
});

describe('more places', () => {
  it('of a tournament go to the waitlist, in its order, with an email', async () => {
    const { id } = await make({ capacity: 1 });
    for (const email of ['ann@example.com', 'bob@example.com', 'cyd@example.com', 'dan@example.com'])
      await enter(id, email);
    const { event, movedUp } = await edit(id, { capacity: 3 });
    expect([movedUp, event.counts]).toEqual([2, { entries: 3, waiting: 1, paid: 0, placesLeft: 0 }]);
    expect(
      (await service.publishedEvents(tournamentEntered))
        .filter(({ occasion }) => occasion === 'moved_up')
        .map(({ email }) => email),
    ).toEqual(['bob@example.com', 'cyd@example.com']);
    expect(await edit(id, { capacity: null })).toMatchObject({
      movedUp: 1,
      event: { counts: { entries: 4, waiting: 0, placesLeft: null } },
    });
  });

  it('of a bootcamp are offered to the waitlist', async () => {
    await edit(RUN.id, { capacity: 1 });
    for (const email of ['ann@example.com', 'bob@example.com', 'cyd@example.com']) await reserve(email);
    const { movedUp } = await edit(RUN.id, { capacity: 2 });
    expect(movedUp).toBe(1);
    const offers = (await service.publishedEvents(bootcampSeatChanged)).filter(({ change }) => change === 'offered');
    expect(offers.map(({ email, offeredUntil }) => [email, offeredUntil?.slice(0, 13)])).toEqual([
      ['bob@example.com', '2026-09-02T00'],
    ]);
  });

  it('with an earlier begin of the run end its offers at that begin', async () => {
    await edit(RUN.id, { capacity: 1 });
    for (const email of ['ann@example.com', 'bob@example.com']) await reserve(email);
    await edit(RUN.id, { capacity: 2 });
    const begins = '2026-09-01T18:00:00.000Z';
    await edit(RUN.id, { datetime: begins, registrationDeadline: '2026-09-01T16:00:00.000Z' });
    const offered = await service.dataSource.getRepository(BootcampRegistration).findOneByOrFail({ seat: 'offered' });
    expect(offered.offeredUntil!.toISOString()).toBe(begins);
  });

  it('bound the entries of the same moment: nobody gets a place beyond them', async () => {
    const { id } = await make({ capacity: 1 });
    for (let index = 0; index < 4; index += 1) await enter(id, `waits.${index}@example.com`);
    await Promise.allSettled([
      edit(id, { capacity: 3 }),
      ...Array.from({ length: 6 }, (_, index) => enter(id, `late.${index}@example.com`)),
    ]);
    const entries = await service.dataSource
      .getRepository(TournamentRegistration)
      .find({ where: { eventId: id }, order: { registeredAt: 'ASC' } });
    expect(entries.filter(({ waitlistedAt }) => waitlistedAt === null).map(({ email }) => email)).toEqual(
      [0, 1, 2].map((index) => `waits.${index}@example.com`),
    );
  });
});

describe('a limit for a tournament that had none', () => {
  const rowOf = (email: string) => service.dataSource.getRepository(TournamentRegistration).findOneByOrFail({ email });

  it('leaves unpaid entries their place until the deadline, as their emails said', async () => {
    const { id } = await make({ capacity: null });
    const { payToken } = await enter(id, 'ann@example.com');
    expect((await service.publishedEvents(tournamentEntered)).at(-1)).toMatchObject({ heldUntil: null });
    // Days later.
    await service.dataSource.query(`UPDATE tournament_registrations SET held_until = '2026-09-01T11:00:00Z'`);
    const { event } = await edit(id, { capacity: 1 });
    await service.runJob(endHolds);
    expect(await rowOf('ann@example.com')).toMatchObject({
      releasedAt: null,
      heldUntil: new Date(event.registrationDeadline),
    });
    expect(await enter(id, 'bob@example.com')).toMatchObject({ position: 1 });
    expect(await service.rpc.call(takePaymentLink, { token: payToken! })).toMatchObject({
      payBy: event.registrationDeadline,
    });
    // Another limit changes neither that, nor the holds that began under one.
    await edit(id, { capacity: 2 });
    const { heldUntil } = await rowOf('bob@example.com');
    await edit(id, { capacity: 3 });
    expect(await rowOf('bob@example.com')).toMatchObject({ heldUntil });
    expect(heldUntil! < new Date(event.registrationDeadline)).toBe(true);
  });
});

describe('a changed date', () => {
  it('makes unpaid entries free that a membership then covers, and raises no price', async () => {
    const { id } = await make({ capacity: null });
    await service.deliverEvent(
      membershipChanged,
      membershipEvent({
        email: 'ann@example.com',
        plan: 'annual',
        cancelAtPeriodEnd: true,
        currentPeriodEnd: '2026-10-05T08:00:00.000Z',
      }),
    );
    expect(await enter(id, 'ann@example.com', { id: ANN, email: 'ann@example.com' })).toMatchObject({ amount: 1_500 });
    const on = (day: string) => ({
      datetime: `2026-10-${day}T01:00:00.000Z`,
      endsAt: `2026-10-${day}T03:00:00.000Z`,
      registrationDeadline: '2026-10-02T01:00:00.000Z',
    });
    await edit(id, on('04'));
    const entry = service.dataSource.getRepository(TournamentRegistration);
    expect(await entry.findOneByOrFail({ eventId: id })).toMatchObject({ paymentStatus: 'paid', paymentAmount: 0 });
    expect((await service.publishedEvents(tournamentEntered)).map(({ amount }) => amount)).toEqual([1_500, 0]);
    await edit(id, on('11'));
    expect(await entry.findOneByOrFail({ eventId: id })).toMatchObject({ paymentStatus: 'paid', paymentAmount: 0 });
  });
});

describe('closing an event', () => {
  it('ends registration for new people, and leads them to the next one', async () => {
    const { id } = await make();
    const closed = await service.rpc.call(closeEvent, { id, by: BY });
    expect(closed).toMatchObject({ state: 'closed', closedAt: expect.stringMatching(/^2026-09-01T12:/), version: 1 });
    expect(await publicly(id)).toMatchObject({ state: 'closed', isNext: false });
    await expect(enter(id, 'ann@example.com')).rejects.toMatchObject({ code: 'registration_closed' });
    expect((await enter(null, 'ann@example.com')).title).toBe(FALL.title);
    await service.rpc.call(closeEvent, { id: RUN.id, by: BY });
    const next = SEASON.filter(
      ({ type, registrationDeadline }) => type === 'bootcamp' && registrationDeadline > NOW,
    )[1]!;
    expect(await reserve('ann@example.com')).toMatchObject({ held: true, eventId: next.id });
  });

  it('leaves registered people their payment link, and a place that becomes free', async () => {
    const { id } = await make({ capacity: 1 });
    const { registrationId } = await enter(id, 'ann@example.com', { id: ANN, email: 'ann@example.com' });
    await enter(id, 'bob@example.com');
    await service.rpc.call(closeEvent, { id, by: BY });
    const entry = await service.dataSource
      .getRepository(TournamentRegistration)
      .findOneByOrFail({ id: registrationId });
    expect(
      await service.rpc.call(previewPaymentLink, { token: registrationToken({ registrationId, key: entry.payKey }) }),
    ).toMatchObject({ state: 'payable' });
    const mine = await service.rpc.call(listMyEvents, { member: { id: ANN, email: 'ann@example.com' } });
    expect(mine.find(({ eventId }) => eventId === id)?.entry).toMatchObject({
      status: 'pending',
      payment: { registrationId },
    });
    expect((await edit(id, { capacity: 2 })).movedUp).toBe(1);
  });

  it('and opening it again each take effect once and are recorded', async () => {
    const { id } = await make();
    await Promise.all(Array.from({ length: 4 }, () => service.rpc.call(closeEvent, { id, by: BY })));
    expect(await service.rpc.call(closeEvent, { id, by: BY })).toMatchObject({ state: 'closed' });
    expect(await service.rpc.call(reopenEvent, { id, by: BY })).toMatchObject({ state: 'open', closedAt: null });
    expect(await service.rpc.call(reopenEvent, { id, by: BY })).toMatchObject({ state: 'open' });
    expect(await acted()).toEqual(['create_event', 'close_event', 'reopen_event']);
  });

  it('is refused when the deadline has passed already', async () => {
    const over = SEASON.find(({ registrationDeadline }) => registrationDeadline < NOW)!;
    await expect(service.rpc.call(closeEvent, { id: over.id, by: BY })).rejects.toMatchObject({
      code: 'registration_closed',
      message: expect.stringContaining('closed already'),
    });
    await expect(service.rpc.call(reopenEvent, { id: over.id, by: BY })).rejects.toMatchObject({
      code: 'registration_closed',
      message: expect.stringContaining('later deadline'),
    });
  });

  it('does not conflict with an edit that another administrator has open, and survives it', async () => {
    const event = await make();
    await service.rpc.call(closeEvent, { id: event.id, by: BY });
    const saved = await service.rpc.call(editEvent, formOf(event, { price: 2_000 }));
    expect(saved.event).toMatchObject({ price: 2_000, state: 'closed' });
  });

  it('gives no place to a request that was waiting for the lock meanwhile', async () => {
    const closing = service.dataSource.createQueryRunner();
    await closing.startTransaction();
    await closing.query('SELECT 1 FROM events WHERE id = $1 FOR NO KEY UPDATE', [RUN.id]);
    const late = expect(reserve('ann@example.com')).rejects.toMatchObject({ code: 'registration_closed' });
    await until('the one who is late to wait', async () => {
      const [row] = await service.dataSource.query<{ waiting: number }[]>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row!.waiting > 0;
    });
    await closing.query('UPDATE events SET closed_at = now() WHERE id = $1', [RUN.id]);
    await closing.commitTransaction();
    await closing.release();
    await late;
  });
});

describe('copying a quarter', () => {
  const clone = (what: RpcInput<typeof cloneEvents>['what'], dryRun = false) =>
    service.rpc.call(cloneEvents, { what, dryRun, by: BY });
  /** No events follow the last season. */
  const LAST = '2029-Q4';

  it('previews its copies, and creates nothing', async () => {
    const { events, made } = await clone({ quarter: LAST }, true);
    expect(made).toBe(0);
    expect(
      events.map(({ outcome, title, datetime, endsAt, registrationDeadline, eventId }) => ({
        outcome,
        title,
        datetime,
        endsAt,
        registrationDeadline,
        eventId,
      })),
    ).toEqual([
      {
        outcome: 'new',
        title: 'Winter Tournament Prep Bootcamp',
        eventId: null,
        // Sundays at 10:30 in Los Angeles, before and after summer time begins.
        datetime: '2030-01-13T18:30:00.000Z',
        endsAt: '2030-02-03T20:30:00.000Z',
        registrationDeadline: '2030-01-13T07:59:59.000Z',
      },
      {
        outcome: 'new',
        title: 'Online Winter Classic',
        eventId: null,
        // A Saturday at noon in New York, the deadline at the end of a Saturday.
        datetime: '2030-02-16T17:00:00.000Z',
        endsAt: '2030-02-17T00:00:00.000Z',
        registrationDeadline: '2030-02-10T04:59:59.000Z',
      },
    ]);
    expect(events[0]).toMatchObject({
      descriptionNamesDates: true,
      description: expect.stringContaining('take a first-time competitor to the Online Winter Classic'),
    });
    expect([await count(), await acted()]).toEqual([SEASON.length, []]);
  });

  it('creates the previewed events, open and empty, once for several requests of several administrators', async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => clone({ quarter: LAST })));
    expect(outcomes.map(({ made }) => made).toSorted()).toEqual([0, 0, 0, 2]);
    expect(await count()).toBe(SEASON.length + 2);
    const { events } = await clone({ quarter: LAST });
    expect(events.map(({ outcome }) => outcome)).toEqual(['exists', 'exists']);
    expect(await get(events[1]!.eventId!)).toMatchObject({
      state: 'open',
      closedAt: null,
      version: 1,
      price: 4_000,
      capacity: null,
      counts: { entries: 0, waiting: 0 },
    });
    expect(await acted()).toEqual(['clone_events']);
  });

  it('copies each event once, also when its copy was moved and renamed since', async () => {
    const { events } = await clone({ quarter: LAST });
    await edit(events[1]!.eventId!, {
      title: 'Desert Classic',
      datetime: '2030-02-23T17:00:00.000Z',
      endsAt: '2030-02-24T00:00:00.000Z',
    });
    const again = await clone({ quarter: LAST });
    expect(again.made).toBe(0);
    expect(again.events[1]).toMatchObject({ outcome: 'exists', title: 'Desert Classic', eventId: events[1]!.eventId });
  });

  it('copies copies', async () => {
    await clone({ quarter: LAST });
    const { events, made } = await clone({ quarter: '2030-Q1' });
    expect([made, events.map(({ title, datetime }) => [title, datetime])]).toEqual([
      2,
      [
        ['Spring Tournament Prep Bootcamp', '2030-04-14T17:30:00.000Z'],
        ['Online Spring Classic', '2030-05-18T16:00:00.000Z'],
      ],
    ]);
  });

  it('leaves events of the next quarter alone', async () => {
    const { events, made } = await clone({ quarter: '2026-Q4' });
    const winter = SEASON.find(({ title, datetime }) => title === 'Online Winter Classic' && datetime > NOW)!;
    expect(made).toBe(0);
    expect(events.find(({ type }) => type === 'tournament')).toMatchObject({
      outcome: 'exists',
      eventId: winter.id,
      datetime: winter.datetime.toISOString(),
    });
  });

  it('of the past creates nothing', async () => {
    await service.dataSource.query(`UPDATE events SET title = 'Old' WHERE id = $1`, [SEASON[0]!.id]);
    const { events, made } = await clone({ eventId: SEASON[0]!.id });
    expect([made, events[0]!.outcome]).toEqual([0, 'past']);
  });

  it('copies a hidden event, such as a cancelled workshop, as a hidden one', async () => {
    const { id } = await make({ title: 'Fall Workshop', type: 'workshop', price: 0 });
    await edit(id, { isActive: false });
    const { events } = await clone({ eventId: id });
    expect(await get(events[0]!.eventId!)).toMatchObject({ isActive: false, state: 'hidden', closedAt: null });
  });

  it('copies one event, and refuses an unknown one', async () => {
    const { id } = await make({ title: 'Fall Open' });
    const { made, events } = await clone({ eventId: id });
    expect([made, events]).toMatchObject([
      1,
      [{ title: 'Winter Open', datetime: '2027-01-09T02:00:00.000Z', outcome: 'new' }],
    ]);
    expect(await get(events[0]!.eventId!)).toMatchObject({ title: 'Winter Open' });
    await expect(clone({ eventId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    expect((await clone({ quarter: '2040-Q1' })).events).toEqual([]);
  });
});
