import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { accountChanged, accountDeleted } from '@lectern/contracts/identity/events';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import {
  closeEvent,
  correctRegistration,
  createEvent,
  editEvent,
  getAdminEvent,
} from '@lectern/contracts/registrations/admin-rpc';
import { checkEventNotice } from '@lectern/contracts/registrations/event-notice-rpc';
import { eventNoticeDue } from '@lectern/contracts/registrations/events';
import {
  deleteTournamentRegistration,
  enterTournament,
  listMyEvents,
  makeCalendarFeed,
  readCalendar,
} from '@lectern/contracts/registrations/rpc';
import { signUpForWorkshop } from '@lectern/contracts/registrations/workshop-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { accountEvent, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';
import { sendEventNotices } from './event-notice-signal.ts';

const NOW = new Date('2026-10-20T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const ZOOM = 'https://zoom.us/j/8005551234';

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
  await service.startReplica();
});
afterAll(() => service.stop());
beforeEach(() =>
  emptyTables(
    service.dataSource,
    'events, event_notices, tournament_registrations, bootcamp_registrations, workshop_registrations, purchases, accounts, memberships, outbox, idempotent_requests, erased_accounts CASCADE',
  ),
);

const after = (ms: number): string => new Date(NOW.getTime() + ms).toISOString();
const make = (typed: Partial<RpcInput<typeof createEvent>> = {}): Promise<AdminEvent> =>
  service.rpc.call(createEvent, {
    title: 'Autumn Classic',
    description: 'Four competitions in one day.',
    type: 'tournament',
    division: null,
    datetime: after(30 * DAY),
    endsAt: after(30 * DAY + 6 * HOUR),
    timezone: 'America/Los_Angeles',
    location: 'Zoom',
    zoomLink: ZOOM,
    capacity: null,
    registrationDeadline: after(29 * DAY),
    price: 4_000,
    isActive: true,
    by: BY,
    ...typed,
  });
const edit = async (id: string, typed: Partial<AdminEvent>) => {
  const {
    closedAt: _closedAt,
    state: _state,
    counts: _counts,
    ...fields
  } = await service.rpc.call(getAdminEvent, { id });
  return service.rpc.call(editEvent, { ...fields, ...typed, by: BY });
};
/** Lets time pass until so many milliseconds are left: everything that was dated moves, and the people registered earlier. */
const untilBegins = async (id: string, ms: number): Promise<void> => {
  const { datetime } = await service.rpc.call(getAdminEvent, { id });
  const by = Date.parse(datetime) - NOW.getTime() - ms;
  const earlier = (column: string): string => `${column} = ${column} - $1 * interval '1 millisecond'`;
  const move = (table: string, ...columns: string[]) =>
    service.dataSource.query(`UPDATE ${table} SET ${columns.map(earlier).join(', ')}`, [by]);
  await move('events', 'datetime', 'ends_at', 'registration_deadline', 'moved_at', 'link_changed_at');
  await move('event_notices', 'begins_at', 'due_at');
  await move('tournament_registrations', 'registered_at', 'held_until');
  await move('workshop_registrations', 'registered_at');
};
const enter = async (eventId: string, firstName: string, member: { id: string; email: string } | null = null) =>
  service.rpc.call(enterTournament, {
    ...UNFILLED_ENTRY,
    eventId,
    phone: null,
    email: member?.email ?? `${firstName.toLowerCase()}@example.com`,
    member,
    firstName,
    lastName: 'Lee',
    competitions: ['prepared_speech'],
    division: 'development',
  });
const purchases = new Map<string, string>();
const settle = (reference: string, version: number, status: 'paid' | 'refunded') => {
  const purchaseId = purchases.get(reference) ?? randomUUID();
  purchases.set(reference, purchaseId);
  const amounts = status === 'paid' ? { amountPaid: 4_000 } : { amountPaid: 4_000, amountRefunded: 4_000 };
  return service.deliverEvent(
    purchaseChanged,
    purchaseEvent({ purchaseId, product: 'tournaments', reference, version, status, ...amounts }),
  );
};
const pay = (reference: string) => settle(reference, 2, 'paid');
const enterPaid = async (eventId: string, firstName: string): Promise<string> => {
  const { registrationId } = await enter(eventId, firstName);
  await pay(registrationId);
  return registrationId;
};
type Notice = EventPayload<typeof eventNoticeDue>;
/** Runs the job, and answers the notices since the last call. */
let seen = 0;
beforeEach(() => {
  seen = 0;
});
const published = async (): Promise<Notice[]> => {
  await service.runJob(sendEventNotices);
  const all = await service.publishedEvents(eventNoticeDue);
  return all.slice(seen, (seen = all.length));
};
const sent = async (): Promise<string[][]> =>
  (await published()).map(({ firstName, notice }) => [firstName, notice]).sort();
const isCurrent = async ({ noticeId }: Notice): Promise<boolean> =>
  (await service.rpc.call(checkEventNotice, { noticeId })).isCurrent;

describe('reminders', () => {
  it('reach everybody with a paid place a week, a day and an hour before, once each', async () => {
    const { id } = await make();
    await enterPaid(id, 'Ann');
    await enterPaid(id, 'Bob');
    await enter(id, 'Unpaid');
    expect(await sent()).toEqual([]);
    await untilBegins(id, 7 * DAY - HOUR);
    const [first, ...others] = await published();
    expect(others).toHaveLength(1);
    expect(first).toMatchObject({ notice: 'seven_days', isLinkDue: false, zoomLink: null, accessToken: null });
    expect(await sent()).toEqual([]);
    await untilBegins(id, DAY - 60_000);
    const [day] = await published();
    expect(day).toMatchObject({ notice: 'one_day', isLinkDue: true, zoomLink: ZOOM, payment: null });
    expect(day!.accessToken).toMatch(/^[\w-]{86}$/);
    await untilBegins(id, HOUR - 60_000);
    expect(await sent()).toEqual([
      ['Ann', 'one_hour'],
      ['Bob', 'one_hour'],
    ]);
    await untilBegins(id, -60_000);
    expect(await sent()).toEqual([]);
  });

  it('are only the latest that is due, for a person who enters late or pays late', async () => {
    const { id } = await make();
    const { registrationId } = await enter(id, 'Ann');
    await untilBegins(id, 23 * HOUR);
    expect(await sent()).toEqual([]);
    await pay(registrationId);
    expect(await sent()).toEqual([['Ann', 'one_day']]);
  });

  it('of a week before are not for a person who enters later', async () => {
    const { id } = await make({ datetime: after(6.5 * DAY), registrationDeadline: after(6 * DAY) });
    await enterPaid(id, 'Ann');
    expect(await sent()).toEqual([]);
  });

  it.each([
    ['a week before, more than a day late', 5.9 * DAY],
    ['an hour before, after the beginning', -1],
  ])('are skipped %s', async (_which, left) => {
    const { id } = await make();
    await enterPaid(id, 'Ann');
    await untilBegins(id, left);
    expect(await sent()).toEqual([]);
  });

  it('come for a closed event, and not for a hidden one', async () => {
    const [closed, hidden] = [await make(), await make({ title: 'Hidden' })];
    await enterPaid(closed.id, 'Ann');
    await enterPaid(hidden.id, 'Bob');
    await service.rpc.call(closeEvent, { id: closed.id, by: BY });
    await service.dataSource.query('UPDATE events SET is_active = false WHERE id = $1', [hidden.id]);
    await untilBegins(closed.id, DAY - 1);
    expect(await sent()).toEqual([['Ann', 'one_day']]);
  });

  it('reach a member with a seat in a workshop, with its link', async () => {
    const ann = { id: randomUUID(), email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
    await service.deliverEvent(membershipChanged, membershipEvent({ userId: ann.id, plan: 'annual' }));
    const { id } = await make({ type: 'workshop', price: 0, capacity: 1 });
    await service.rpc.call(signUpForWorkshop, { eventId: id, member: ann });
    await untilBegins(id, 7 * DAY);
    expect(await published()).toMatchObject([
      { kind: 'workshop', notice: 'seven_days', zoomLink: ZOOM, accessToken: null, userId: ann.id },
    ]);
  });

  it('are published once by two replicas at the same time, and a batch whose transaction fails is published later', async () => {
    const { id } = await make();
    for (const name of ['Ann', 'Bob', 'Cid']) await enterPaid(id, name);
    await untilBegins(id, DAY - 1);
    // The process ends between its ledger and its commit.
    await service.dataSource.query(
      `ALTER TABLE outbox ADD CONSTRAINT killed CHECK (name <> '${eventNoticeDue.name}') NOT VALID`,
    );
    await expect(service.runJob(sendEventNotices)).rejects.toThrow();
    expect(await service.dataSource.query('SELECT 1 FROM event_notices')).toEqual([]);
    await service.dataSource.query('ALTER TABLE outbox DROP CONSTRAINT killed');
    await Promise.all([1, 2, 3, 4].map(() => service.runJob(sendEventNotices)));
    expect(await service.publishedEvents(eventNoticeDue)).toHaveLength(3);
  });
});

describe('an event that staff move', () => {
  it('is announced once with its new date, and reminded for that date; the reminder that was queued for the former one is dropped', async () => {
    const { id } = await make();
    await enterPaid(id, 'Ann');
    await enter(id, 'Unpaid');
    await untilBegins(id, DAY - 1);
    const [former] = await published();
    expect(former).toMatchObject({ firstName: 'Ann', notice: 'one_day' });
    expect(await isCurrent(former!)).toBe(true);
    await edit(id, { datetime: after(10 * DAY), endsAt: after(10 * DAY + HOUR), registrationDeadline: after(9 * DAY) });
    expect(await isCurrent(former!)).toBe(false);
    const moved = await published();
    expect(moved.map(({ firstName, notice, zoomLink }) => [firstName, notice, zoomLink])).toEqual([
      ['Ann', 'changed', null],
      ['Unpaid', 'changed', null],
    ]);
    expect(moved[1]!.payment).toMatchObject({ amount: 4_000, payBy: after(9 * DAY) });
    await untilBegins(id, 7 * DAY - 1);
    expect(await sent()).toContainEqual(['Ann', 'seven_days']);
    await untilBegins(id, DAY - 1);
    expect(await sent()).toEqual([['Ann', 'one_day']]);
  });

  it('to an earlier date within a day sends the new date with the link, and no reminder beside it', async () => {
    const { id } = await make();
    await enterPaid(id, 'Ann');
    await edit(id, { datetime: after(5 * HOUR), registrationDeadline: after(4 * HOUR) });
    expect(await published()).toMatchObject([{ notice: 'changed', zoomLink: ZOOM }]);
    await untilBegins(id, HOUR);
    expect(await sent()).toEqual([['Ann', 'one_hour']]);
  });

  it('is announced for another time zone or place, not for another description, and to nobody who enters afterwards', async () => {
    const { id } = await make();
    await enterPaid(id, 'Ann');
    await edit(id, { description: 'Another text.' });
    expect(await sent()).toEqual([]);
    await edit(id, { timezone: 'America/New_York' });
    expect(await sent()).toEqual([['Ann', 'changed']]);
    await enterPaid(id, 'Bob');
    expect(await sent()).toEqual([]);
    await edit(id, { location: 'Room 4' });
    expect(await sent()).toEqual([
      ['Ann', 'changed'],
      ['Bob', 'changed'],
    ]);
  });

  it('is reminded by the hour across a clock change', async () => {
    // The clocks of Los Angeles go back on November 1: the day before has 25 hours.
    const { id } = await make({
      datetime: '2026-11-01T17:00:00.000Z',
      endsAt: '2026-11-01T20:00:00.000Z',
      registrationDeadline: '2026-10-30T17:00:00.000Z',
    });
    await enterPaid(id, 'Ann');
    await untilBegins(id, DAY + 60_000);
    expect(await sent()).toEqual([]);
    await untilBegins(id, DAY);
    expect(await sent()).toEqual([['Ann', 'one_day']]);
  });
});

describe('the link to the meeting', () => {
  it('is sent again once it changes within the last day, to those with a paid place', async () => {
    const { id } = await make({ zoomLink: null });
    await enterPaid(id, 'Ann');
    await edit(id, { zoomLink: 'https://zoom.us/j/1' });
    await edit(id, { zoomLink: null });
    expect(await sent()).toEqual([]);
    await untilBegins(id, DAY - 1);
    expect(await published()).toMatchObject([{ notice: 'one_day', isLinkDue: true, zoomLink: null }]);
    await service.dataSource.query("UPDATE events SET registration_deadline = datetime - interval '1 hour'");
    await enter(id, 'Unpaid');
    await edit(id, { zoomLink: ZOOM });
    expect(await published()).toMatchObject([{ firstName: 'Ann', notice: 'changed', zoomLink: ZOOM }]);
  });
});

describe('the calendar and the list of a member', () => {
  it('have the link for a paid entry from a day before', async () => {
    const ann = { id: randomUUID(), email: 'ann@example.com' };
    const { id } = await make();
    const { registrationId } = await enter(id, 'Ann', ann);
    const { key } = (await service.rpc.call(makeCalendarFeed, { userId: ann.id, sessionVersion: 0 }))!;
    const seenLinks = async () => {
      const siteUrl = 'https://lectern.test';
      const { text } = await service.rpc.call(readCalendar, { key, siteUrl, cachedSha256: null });
      const events = await service.rpc.call(listMyEvents, { member: ann });
      return [text!.includes(ZOOM), events.find(({ eventId }) => eventId === id)?.entry?.zoomLink ?? null];
    };
    await untilBegins(id, DAY - 60_000);
    expect(await seenLinks()).toEqual([false, null]);
    await pay(registrationId);
    expect(await seenLinks()).toEqual([true, ZOOM]);
    await untilBegins(id, DAY + 60_000);
    expect(await seenLinks()).toEqual([false, null]);
  });
});

describe('payment reminders', () => {
  it('come a day before the deadline, or before the end of the hold where that is earlier, unless the entry is newer', async () => {
    const { id } = await make();
    await enter(id, 'Ann');
    const limited = await make({ title: 'Small Classic', capacity: 5 });
    await enter(limited.id, 'Bob');
    expect(await sent()).toEqual([]);
    await service.dataSource.query(
      `UPDATE tournament_registrations SET held_until = $1, registered_at = $2 WHERE first_name = 'Bob'`,
      [after(DAY - 60_000), after(-DAY)],
    );
    const [bob, ...others] = await published();
    expect(others).toEqual([]);
    expect(bob).toMatchObject({ firstName: 'Bob', notice: 'payment_reminder', zoomLink: null, accessToken: null });
    expect(bob!.payment).toMatchObject({ amount: 4_000, payBy: after(DAY - 60_000) });
    // The deadline is a day before it begins.
    await untilBegins(id, 2 * DAY - 1);
    expect(await sent()).toEqual([['Ann', 'payment_reminder']]);
    expect(await sent()).toEqual([]);
  });

  it('are dropped once the entry is paid', async () => {
    const { id } = await make();
    const { registrationId } = await enter(id, 'Ann');
    await untilBegins(id, 2 * DAY - 1);
    const [reminder] = await published();
    expect(await isCurrent(reminder!)).toBe(true);
    await pay(registrationId);
    expect(await isCurrent(reminder!)).toBe(false);
  });
});

describe('a registration that changes', () => {
  const due = async () => {
    const { id } = await make();
    const registrationId = await enterPaid(id, 'Ann');
    await untilBegins(id, DAY - 1);
    const [notice] = await published();
    expect(await isCurrent(notice!)).toBe(true);
    return { id, registrationId, notice: notice! };
  };

  it('drops its notice when it is refunded, and gets no other', async () => {
    const { id, registrationId, notice } = await due();
    await settle(registrationId, 3, 'refunded');
    expect(await isCurrent(notice)).toBe(false);
    await untilBegins(id, HOUR - 1);
    expect(await sent()).toEqual([]);
  });

  it('drops its notice when staff delete it', async () => {
    const { registrationId, notice } = await due();
    await service.rpc.call(deleteTournamentRegistration, { id: registrationId, by: BY });
    expect(await isCurrent(notice)).toBe(false);
  });

  it('gets the notice again in the mailbox that staff corrected, and the former one is dropped', async () => {
    const { registrationId, notice } = await due();
    await service.rpc.call(correctRegistration, {
      list: 'tournament',
      id: registrationId,
      email: 'new@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      phone: null,
      division: 'development',
      seen: { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: null, division: 'development' },
      by: BY,
    });
    const [again, ...others] = await published();
    expect(others).toEqual([]);
    expect(again).toMatchObject({ email: 'new@example.com', notice: 'one_day' });
    expect(again!.accessToken).not.toBe(notice.accessToken);
    expect([await isCurrent(notice), await isCurrent(again!)]).toEqual([false, true]);
  });

  it('keeps its notice when the account changes its address, and drops it when the account is deleted', async () => {
    const ann = { id: randomUUID(), email: 'ann@example.com' };
    await service.deliverEvent(accountChanged, accountEvent({ userId: ann.id, emailVerifiedAt: after(-DAY) }));
    const { id } = await make();
    const { registrationId } = await enter(id, 'Ann', ann);
    await pay(registrationId);
    await untilBegins(id, DAY - 1);
    const [notice] = await published();
    await service.deliverEvent(
      accountChanged,
      accountEvent({ userId: ann.id, version: 2, email: 'other@example.com', emailVerifiedAt: after(-DAY) }),
    );
    expect(await sent()).toEqual([]);
    expect(await isCurrent(notice!)).toBe(true);
    await service.deliverEvent(accountDeleted, {
      userId: ann.id,
      email: 'other@example.com',
      verifiedEmail: 'other@example.com',
      firstName: 'Ann',
      deletedAt: NOW.toISOString(),
    });
    expect(await isCurrent(notice!)).toBe(false);
    await untilBegins(id, HOUR - 1);
    expect(await sent()).toEqual([]);
  });
});
