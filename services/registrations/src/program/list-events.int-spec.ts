import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { enterTournament, listEvents, reserveBootcampSeat } from '@lectern/contracts/registrations/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY, UNFILLED_SEAT } from '../testing/unfilled-fields.ts';

// Between the deadline of the Fall Classic of 2025 and the day itself.
const NOW = '2025-11-16T12:00:00Z';
const [FALL, WINTER, SPRING] = SEASON.filter((event) => event.type === 'tournament') as [
  (typeof SEASON)[0],
  (typeof SEASON)[0],
  (typeof SEASON)[0],
];
const RUN = SEASON.find((event) => event.type === 'bootcamp')!;

describe('the public list of events', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: NOW, TOURNAMENT_MEMBER_PRICE: '3000' });
    await service.seed();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await emptyTables(service.dataSource, 'bootcamp_registrations, tournament_registrations, purchases, outbox');
    await service.dataSource.query(`UPDATE events SET capacity = NULL WHERE type = 'tournament'`);
    await service.dataSource.query('UPDATE events SET is_active = true');
    await service.dataSource.query(
      'UPDATE events SET datetime = $2, ends_at = $3, registration_deadline = $4 WHERE id = $1',
      [FALL.id, FALL.datetime, FALL.endsAt, FALL.registrationDeadline],
    );
  });

  const list = (): Promise<PublicEvent[]> => service.rpc.call(listEvents, {});
  const published = async (id: string): Promise<PublicEvent> => (await list()).find((event) => event.id === id)!;
  const capacity = (id: string, places: number) =>
    service.dataSource.query('UPDATE events SET capacity = $2 WHERE id = $1', [id, places]);
  const enter = (email: string) =>
    service.rpc.call(enterTournament, {
      eventId: WINTER.id,
      email,
      member: null,
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

  it('shows active ones that are not over, soonest first, without their Zoom links', async () => {
    await service.dataSource.query('UPDATE events SET is_active = false WHERE id = $1', [SPRING.id]);
    await service.dataSource.query(`UPDATE events SET zoom_link = 'https://zoom.us/j/secret'`);
    const events = await list();
    expect(events.slice(0, 3).map((event) => event.title)).toEqual([
      'Online Fall Classic',
      'Winter Tournament Prep Bootcamp',
      'Online Winter Classic',
    ]);
    expect(events[0]).toMatchObject({ price: 4_000, location: 'Zoom' });
    expect(events.map((event) => event.id)).not.toContain(SPRING.id);
    expect(events.map((event) => event.datetime)).toEqual(events.map((event) => event.datetime).toSorted());
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('shows an event that has begun, and drops it once it is over', async () => {
    const end = (at: string) =>
      service.dataSource.query(
        `UPDATE events SET datetime = $2::timestamptz - interval '1 hour', ends_at = $2, registration_deadline = $2::timestamptz - interval '1 hour' WHERE id = $1`,
        [FALL.id, at],
      );
    const first = async () => (await list())[0]!.title;
    await end('2025-11-16T12:59:00Z');
    expect(await first()).toBe('Online Fall Classic');
    await end('2025-11-16T11:59:59Z');
    expect(await first()).toBe('Winter Tournament Prep Bootcamp');
  });

  it('shows whether registration is open by the product’s clock, its deadline, price and zone', async () => {
    expect(await published(FALL.id)).toMatchObject({
      state: 'closed',
      isNext: false,
      placesLeft: null,
      registrationDeadline: '2025-11-16T04:59:59.000Z',
    });
    const winter = await published(WINTER.id);
    expect(winter).toMatchObject({
      state: 'open',
      isNext: true,
      price: 4_000,
      memberPrice: 3_000,
      timezone: 'America/New_York',
    });
    expect(winter.endsAt).toBe(WINTER.endsAt.toISOString());
    expect(await published(SPRING.id)).toMatchObject({ state: 'open', isNext: false });
    expect(await published(RUN.id)).toMatchObject({
      state: 'open',
      isNext: true,
      placesLeft: 12,
      capacity: 12,
      price: 15_500,
      memberPrice: null,
    });
  });

  it('shows the instant of the product’s clock, the same for all events', async () => {
    const events = await list();
    const [now, ...others] = new Set(events.map((event) => event.now));
    expect(others).toEqual([]);
    expect(new Date(now!).getTime() - new Date(NOW).getTime()).toBeLessThan(60_000);
    expect(new Date(now!) >= new Date(NOW)).toBe(true);
    expect(events.filter((event) => event.isNext)).toHaveLength(2);
  });

  it('shows the places left, and that the next person waits', async () => {
    await capacity(WINTER.id, 2);
    expect(await published(WINTER.id)).toMatchObject({ state: 'open', placesLeft: 2 });
    await enter('ann@example.com');
    expect(await published(WINTER.id)).toMatchObject({ state: 'open', placesLeft: 1 });
    await enter('bob@example.com');
    await enter('cleo@example.com');
    expect(await published(WINTER.id)).toMatchObject({ state: 'full', placesLeft: 0, isNext: true });
    await capacity(RUN.id, 1);
    await reserve('ann@example.com');
    expect(await published(RUN.id)).toMatchObject({ state: 'full', placesLeft: 0 });
  });

  it('agrees with the event of an entry without a named event', async () => {
    const next = (await list()).find((event) => event.type === 'tournament' && event.isNext)!;
    const { title } = await service.rpc.call(enterTournament, {
      eventId: null,
      email: 'ann@example.com',
      member: null,
      firstName: 'Ann',
      lastName: 'Lee',
      phone: null,
      competitions: ['prepared_speech'],
      ...UNFILLED_ENTRY,
    });
    expect(title).toBe(next.title);
  });

  it('does not count refunded entries', async () => {
    await capacity(WINTER.id, 1);
    await enter('ann@example.com');
    await service.dataSource.query(`UPDATE tournament_registrations SET payment_status = 'refunded'`);
    expect(await published(WINTER.id)).toMatchObject({ state: 'open', placesLeft: 1 });
  });
});
