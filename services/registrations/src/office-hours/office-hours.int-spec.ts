import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountChanged } from '@lectern/contracts/identity/events';
import { officeHoursScheduleChanged } from '@lectern/contracts/content/events';
import { officeHoursSlots, SHIPPED_OFFICE_HOURS } from '@lectern/contracts/office-hours';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import {
  cancelOfficeHours,
  listAllOfficeHours,
  listOfficeHours,
  requestOfficeHours,
} from '@lectern/contracts/registrations/office-hours-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { accountEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';

const NOW = new Date('2025-01-20T12:00:00Z');
const [NEXT, HALF_AN_HOUR_LATER] = officeHoursSlots(NOW).map(({ startsAt }) => startsAt.toISOString()) as [
  string,
  string,
];

type Member = RpcInput<typeof requestOfficeHours>['member'];
const someone = (firstName = 'Ann'): Member => ({
  id: randomUUID(),
  email: `${firstName}@example.com`,
  firstName,
  lastName: 'Lee',
  isActive: true,
});

describe('the office hours', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
    await service.startReplica();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await emptyTables(service.dataSource, 'office_hours_requests, published_texts, outbox');
  });

  const list = (userId: string = randomUUID()) => service.rpc.call(listOfficeHours, { userId });
  const request = (member: Member, startsAt = NEXT, topic = 'My first rebuttal') =>
    service.rpc.call(requestOfficeHours, { member, startsAt, topic });
  const cancel = (userId: string, id: string) => service.rpc.call(cancelOfficeHours, { userId, id });
  const changeHours = (version: number, difference: object) =>
    service.deliverEvent(officeHoursScheduleChanged, {
      version,
      schedule: { ...SHIPPED_OFFICE_HOURS, skipped: [], ...difference },
    });
  const changedEvents = () => service.publishedEvents(officeHoursChanged);
  /** Moves a request into the past or the future, as if time had passed. */
  const move = (id: string, startsAt: Date, endsAt: Date) =>
    service.dataSource.query('UPDATE office_hours_requests SET starts_at = $2, ends_at = $3 WHERE id = $1', [
      id,
      startsAt,
      endsAt,
    ]);

  it('are free for everybody at first, the next one on Friday, January 24, at 3:00 PM in New York', async () => {
    const { slots, mine } = await list();
    expect(slots[0]).toEqual({
      startsAt: '2025-01-24T20:00:00.000Z',
      endsAt: '2025-01-24T20:30:00.000Z',
      timeZone: 'America/New_York',
      isTaken: false,
    });
    expect(slots.filter(({ isTaken }) => isTaken)).toEqual([]);
    expect(mine).toBeNull();
  });

  it('belong to the member who requests one, and are shown to others as taken, without a name', async () => {
    const ann = someone();
    const answer = await request(ann);
    expect(answer).toEqual({
      id: expect.any(String),
      startsAt: NEXT,
      endsAt: '2025-01-24T20:30:00.000Z',
      timeZone: 'America/New_York',
      topic: 'My first rebuttal',
      requestedAt: expect.stringMatching(/^2025-01-20T12:/),
    });
    expect((await list(ann.id)).mine).toEqual(answer);
    const others = await list();
    expect(others.mine).toBeNull();
    expect(others.slots.filter(({ isTaken }) => isTaken)).toEqual([
      { startsAt: NEXT, endsAt: answer.endsAt, timeZone: 'America/New_York', isTaken: true },
    ]);
    expect(await changedEvents()).toEqual([
      {
        requestId: answer.id,
        change: 'requested',
        userId: ann.id,
        email: ann.email,
        firstName: 'Ann',
        lastName: 'Lee',
        startsAt: NEXT,
        endsAt: answer.endsAt,
        timeZone: 'America/New_York',
        topic: 'My first rebuttal',
      },
    ]);
  });

  it('give a slot to one of forty members who request it at the same moment', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => request(someone(`Member${index}`))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'slot_taken' });
    expect(await changedEvents()).toHaveLength(1);
  });

  it('give a member one slot, however many they request at the same moment', async () => {
    const ann = someone();
    const starts = officeHoursSlots(NOW).map(({ startsAt }) => startsAt.toISOString());
    const outcomes = await Promise.allSettled(starts.map((startsAt) => request(ann, startsAt)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'office_hours_held' });
    expect(await changedEvents()).toHaveLength(1);
  });

  it('answer a repeated request the same, also at the same moment, and publish it once', async () => {
    const ann = someone();
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(ann)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await changedEvents()).toHaveLength(1);
    await expect(request(ann, NEXT, 'Something else')).rejects.toMatchObject({ code: 'office_hours_held' });
  });

  it.each([
    ['a time between two slots', '2025-01-24T20:15:00.000Z'],
    ['another day', '2025-01-23T20:00:00.000Z'],
    ['a slot that is over', '2025-01-17T20:00:00.000Z'],
    ['one that is too far ahead', '2025-02-21T20:00:00.000Z'],
  ])('do not know %s', async (_what, startsAt) => {
    await expect(request(someone(), startsAt)).rejects.toMatchObject({ code: 'slot_unknown' });
    expect(await changedEvents()).toEqual([]);
  });

  it('are for active members; a member keeps their slot when the membership ends, and gets no other', async () => {
    const ann = someone();
    await expect(request({ ...ann, isActive: false })).rejects.toMatchObject({ code: 'membership_required' });
    const answer = await request(ann);
    expect(await request({ ...ann, isActive: false })).toEqual(answer);
    await cancel(ann.id, answer.id);
    await expect(request({ ...ann, isActive: false })).rejects.toMatchObject({ code: 'membership_required' });
  });

  it('are free again once they are cancelled, which is published once', async () => {
    const [ann, bob] = [someone(), someone('Bob')];
    const { id } = await request(ann);
    await Promise.all(Array.from({ length: 5 }, () => cancel(ann.id, id)));
    expect((await changedEvents()).map(({ change, requestId }) => [change, requestId])).toEqual([
      ['requested', id],
      ['cancelled', id],
    ]);
    expect(await list(ann.id)).toMatchObject({
      mine: null,
      slots: expect.not.arrayContaining([expect.objectContaining({ isTaken: true })]),
    });
    expect((await request(bob)).startsAt).toBe(NEXT);
    expect((await request(ann, HALF_AN_HOUR_LATER)).startsAt).toBe(HALF_AN_HOUR_LATER);
  });

  it('follow their account to its new name and email until they are over', async () => {
    const [ann, bob] = [someone(), someone('Bob')];
    const [ended, held] = [await request(ann), await request(bob, HALF_AN_HOUR_LATER)];
    await move(ended.id, new Date('2025-01-17T20:00:00Z'), new Date('2025-01-17T20:30:00Z'));
    const next = await request(ann);
    const moved = { userId: ann.id, version: 2, email: 'Anne@example.org', firstName: 'Anne', lastName: 'Lee' };
    await service.deliverEvent(accountChanged, accountEvent({ ...moved, version: 1, email: ann.email }));
    for (let published = 0; published < 2; published += 1)
      await service.deliverEvent(accountChanged, accountEvent(moved));
    await cancel(ann.id, next.id);
    expect((await changedEvents()).at(-1)).toMatchObject({
      change: 'cancelled',
      requestId: next.id,
      email: 'Anne@example.org',
      firstName: 'Anne',
    });
    const rows = await service.dataSource.query<object[]>(
      'SELECT id, email, first_name FROM office_hours_requests WHERE id <> $1 ORDER BY starts_at',
      [next.id],
    );
    expect(rows).toEqual([
      { id: ended.id, email: ann.email, first_name: 'Ann' },
      { id: held.id, email: bob.email, first_name: 'Bob' },
    ]);
  });

  it('follow the schedule of the highest version, on every replica; a session that it no longer offers stays', async () => {
    const [ann, bob] = [someone(), someone('Bob')];
    const held = await request(ann);
    const offered = async () => (await list()).slots.map(({ startsAt, isTaken }) => [startsAt, isTaken]);
    const change = (version: number, difference: object) => changeHours(version, { weeksAhead: 1, ...difference });
    const all = () => service.rpc.call(listAllOfficeHours, {});
    expect(await all()).toMatchObject([{ id: held.id, userId: ann.id, email: ann.email, isInSchedule: true }]);

    await change(3, { begins: '15:15' });
    await change(2, { weekday: 'Monday' });
    // Two replicas answer in turn. Ann's session, from 3:00 to 3:30 PM, is in the first slot's time.
    for (let read = 0; read < 4; read += 1) {
      expect(await offered()).toEqual([
        ['2025-01-24T20:15:00.000Z', true],
        ['2025-01-24T20:45:00.000Z', false],
      ]);
      expect(await all()).toMatchObject([{ id: held.id, isInSchedule: false }]);
    }
    await expect(request(bob, NEXT)).rejects.toMatchObject({ code: 'slot_unknown' });
    await expect(request(bob, '2025-01-24T20:15:00.000Z')).rejects.toMatchObject({ code: 'slot_taken' });
    expect((await request(bob, '2025-01-24T20:45:00.000Z')).endsAt).toBe('2025-01-24T21:15:00.000Z');
    expect(await request(ann)).toEqual(held);
    await cancel(ann.id, held.id);
    expect((await offered())[0]).toEqual(['2025-01-24T20:15:00.000Z', false]);

    await change(4, { skipped: [{ date: '2025-01-24' }] });
    expect(await offered()).toEqual([]);
    expect(await all()).toMatchObject([{ firstName: 'Bob', isInSchedule: false }]);
  });

  it('are on the clock of the association’s zone, across a change of the clocks; sessions keep their time', async () => {
    const ann = someone();
    const held = await request(ann);
    // From January 20 until after March 30, when the clocks of Berlin change.
    await changeHours(2, { timeZone: 'Europe/Berlin', slotsPerWeek: 1, weeksAhead: 11 });
    const { slots, mine } = await list(ann.id);
    expect(slots[0]).toMatchObject({ startsAt: '2025-01-24T14:00:00.000Z', timeZone: 'Europe/Berlin' });
    expect(slots.slice(-2).map(({ startsAt }) => startsAt)).toEqual([
      '2025-03-28T14:00:00.000Z',
      '2025-04-04T13:00:00.000Z',
    ]);
    expect(mine).toEqual({ ...held, timeZone: 'Europe/Berlin' });
    expect(await service.rpc.call(listAllOfficeHours, {})).toMatchObject([
      { startsAt: held.startsAt, timeZone: 'Europe/Berlin', isInSchedule: false },
    ]);
    await cancel(ann.id, held.id);
    const answer = await request(ann, '2025-04-04T13:00:00.000Z');
    expect(answer).toMatchObject({ endsAt: '2025-04-04T13:30:00.000Z', timeZone: 'Europe/Berlin' });
    expect((await changedEvents()).map(({ change, timeZone }) => [change, timeZone])).toEqual([
      ['requested', 'America/New_York'],
      ['cancelled', 'Europe/Berlin'],
      ['requested', 'Europe/Berlin'],
    ]);
  });

  it('of a copy without a time zone, which an earlier release stored, are on New York’s clock', async () => {
    const { timeZone: _zone, ...earlier } = SHIPPED_OFFICE_HOURS;
    await service.dataSource.query(`INSERT INTO published_texts (key, version, value) VALUES ('officeHours', 2, $1)`, [
      JSON.stringify({ ...earlier, begins: '16:00' }),
    ]);
    expect((await list()).slots[0]).toMatchObject({
      startsAt: '2025-01-24T21:00:00.000Z',
      timeZone: 'America/New_York',
    });
  });

  it('are none where the association offers none, and a session that a member has stays', async () => {
    const [ann, bob] = [someone(), someone('Bob')];
    const held = await request(ann);
    await changeHours(2, { slotsPerWeek: 0 });
    expect(await list(ann.id)).toEqual({ slots: [], mine: held });
    await expect(request(bob, HALF_AN_HOUR_LATER)).rejects.toMatchObject({
      code: 'slot_unknown',
      message: 'No office hours are offered at the moment.',
    });
    expect(await request(ann)).toEqual(held);
  });

  it('cannot be cancelled by another account, which gets not_found as for an unknown one', async () => {
    const ann = someone();
    const { id } = await request(ann);
    const [others, unknown] = await Promise.allSettled([cancel(randomUUID(), id), cancel(ann.id, randomUUID())]);
    expect(others).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
    expect((others as PromiseRejectedResult).reason).toEqual((unknown as PromiseRejectedResult).reason);
    expect((await list(ann.id)).mine).toMatchObject({ id });
  });

  it('cannot be cancelled once they began, and can be requested again once they are over', async () => {
    const ann = someone();
    const { id } = await request(ann);
    const minutesFromNow = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
    await move(id, minutesFromNow(-10), minutesFromNow(20));
    await expect(cancel(ann.id, id)).rejects.toMatchObject({ code: 'slot_begun' });
    expect((await list(ann.id)).mine).toMatchObject({ id });
    await move(id, minutesFromNow(-40), minutesFromNow(-10));
    expect((await list(ann.id)).mine).toBeNull();
    expect((await request(ann)).id).not.toBe(id);
  });
});
