import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import { SHIPPED_CLUB_SCHEDULE } from '@lectern/contracts/club-session';
import { clubScheduleChanged } from '@lectern/contracts/content/events';
import { MEETING_PLACES } from '@lectern/contracts/association';
import { accountChanged } from '@lectern/contracts/identity/events';
import { officeHoursSlots } from '@lectern/contracts/office-hours';
import { closeEvent, editEvent, getAdminEvent, reopenEvent } from '@lectern/contracts/registrations/admin-rpc';
import { requestOfficeHours } from '@lectern/contracts/registrations/office-hours-rpc';
import {
  endCalendarFeed,
  enterTournament,
  getCalendarFeed,
  makeCalendarFeed,
  readCalendar as readFeed,
  reserveBootcampSeat,
} from '@lectern/contracts/registrations/rpc';
import { readCalendar, type ReadCalendar, type ReadEntry } from '@lectern/contracts/testing/read-calendar';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { accountEvent, ANN, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { calendarKey } from './calendar-key.ts';
import { UNFILLED_ENTRY, UNFILLED_SEAT } from '../testing/unfilled-fields.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: null, userAgent: null } };
const SITE = 'https://lectern.example';
const [FALL, WINTER] = SEASON.filter((event) => event.type === 'tournament' && event.registrationDeadline > NOW) as [
  (typeof SEASON)[0],
  (typeof SEASON)[0],
];
const RUN = SEASON.find((event) => event.type === 'bootcamp' && event.registrationDeadline > NOW)!;
const TOURNAMENTS = SEASON.filter((event) => event.type === 'tournament' && event.endsAt > NOW);

const ANN_MEMBER = { id: ANN, email: 'ann@example.com' };
const BOB_MEMBER = { id: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a002', email: 'bob@example.com' };
type Member = typeof ANN_MEMBER;

describe('the calendar of a member', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
    await Promise.all([service.seed(), service.startReplica()]);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await emptyTables(
      service.dataSource,
      'published_texts, calendar_feeds, office_hours_requests, bootcamp_registrations, tournament_registrations, purchases, memberships, accounts, outbox, registration_counts',
    );
    await service.dataSource.query('UPDATE events SET title = $2, capacity = NULL WHERE id = $1', [
      FALL.id,
      FALL.title,
    ]);
  });

  const feedOf = ({ id }: Member) => service.rpc.call(getCalendarFeed, { userId: id });
  const make = async ({ id }: Member, sessionVersion?: number): Promise<string> =>
    (await service.rpc.call(makeCalendarFeed, { userId: id, sessionVersion }))!.key;
  const end = ({ id }: Member) => service.rpc.call(endCalendarFeed, { userId: id });
  const open = (key: string, cachedSha256: string | null = null) =>
    service.rpc.call(readFeed, { key, siteUrl: SITE, cachedSha256 });
  const read = async (key: string): Promise<ReadCalendar> => readCalendar((await open(key)).text!);
  const titles = async (key: string): Promise<string[]> => (await read(key)).entries.map(({ title }) => title);
  const like = (entries: readonly ReadEntry[], title: string): ReadEntry[] =>
    entries.filter((entry) => entry.title.startsWith(title));

  const join = (member: Member = ANN_MEMBER, differences: Parameters<typeof membershipEvent>[0] = {}) =>
    service.deliverEvent(
      membershipChanged,
      membershipEvent({ userId: member.id, email: member.email, subscriptionId: `sub_${member.id}`, ...differences }),
    );
  const enter = (member: Member, eventId = FALL.id) =>
    service.rpc.call(enterTournament, {
      eventId,
      email: member.email,
      member,
      firstName: 'Ann',
      lastName: 'Lee',
      phone: null,
      competitions: ['prepared_speech'],
      ...UNFILLED_ENTRY,
    });
  const payFor = (product: 'bootcamps' | 'tournaments', reference: string) =>
    service.deliverEvent(
      purchaseChanged,
      purchaseEvent({ purchaseId: randomUUID(), product, reference, status: 'paid', amountPaid: 1_000 }),
    );
  const hold = async (member: Member): Promise<string> => {
    const place = await service.rpc.call(reserveBootcampSeat, {
      userId: member.id,
      email: member.email,
      firstName: 'Ann',
      lastName: 'Lee',
      phone: null,
      experienceLevel: 'beginner',
      ...UNFILLED_SEAT,
    });
    if (!('held' in place)) throw new Error('No place');
    return place.registrationId;
  };
  const requestSlot = (member: Member, topic: string, slot = 0) =>
    service.rpc.call(requestOfficeHours, {
      member: { ...member, firstName: 'Ann', lastName: 'Lee', isActive: true },
      startsAt: officeHoursSlots(NOW)[slot]!.startsAt.toISOString(),
      topic,
    });

  it('leaves out skipped sessions, whatever order the events arrive in', async () => {
    await join();
    const key = await make(ANN_MEMBER);
    const sundays = async (): Promise<string[]> =>
      like((await read(key)).entries, 'Debate Club').map(({ uid }) => uid.slice('debate-club-'.length).split('@')[0]!);
    const skip = (version: number, ...dates: string[]) =>
      service.deliverEvent(clubScheduleChanged, {
        version,
        schedule: { ...SHIPPED_CLUB_SCHEDULE, skipped: dates.map((date) => ({ date })) },
      });
    const all = await sundays();
    const [first, second] = all as [string, string];
    await skip(3, second);
    await skip(3, second);
    await skip(2, first);
    const left = await sundays();
    expect(left).toHaveLength(all.length);
    expect(left.slice(0, 2)).toEqual([first, all[2]]);
    await skip(4);
    expect(await sundays()).toEqual(all);
  });

  it('has the weekly session when staff have moved it, by the clock of the association in summer and winter', async () => {
    await join();
    const key = await make(ANN_MEMBER);
    await service.deliverEvent(clubScheduleChanged, {
      version: 2,
      schedule: { weekday: 'Wednesday', begins: '18:30', minutes: 75, skipped: [{ date: '2026-09-09' }] },
    });
    const sessions = like((await read(key)).entries, 'Debate Club');
    expect(sessions).toHaveLength(26);
    const at = (date: string, begins: string, ends: string) =>
      expect(sessions.find(({ uid }) => uid.startsWith(`debate-club-${date}@`))).toMatchObject({
        begins: new Date(begins),
        ends: new Date(ends),
      });
    expect(sessions[1]!.uid).toMatch(/^debate-club-2026-09-16@/);
    at('2026-09-02', '2026-09-03T01:30:00Z', '2026-09-03T02:45:00Z');
    at('2026-11-04', '2026-11-05T02:30:00Z', '2026-11-05T03:45:00Z');
    expect(sessions[0]).toMatchObject({ sequence: 1 });
  });

  describe('has an address', () => {
    it('that stays the same until it is replaced', async () => {
      expect(await feedOf(ANN_MEMBER)).toBeNull();
      const key = await make(ANN_MEMBER);
      const feed = (await feedOf(ANN_MEMBER))!;
      expect(feed.key).toBe(key);
      expect(feed.createdAt).toMatch(/^2026-09-01T12:/);
      expect(await feedOf(BOB_MEMBER)).toBeNull();
    });

    it('that ends immediately when it is replaced or removed', async () => {
      const first = await make(ANN_MEMBER);
      await open(first);
      const second = await make(ANN_MEMBER);
      await expect(open(first)).rejects.toMatchObject({ code: 'calendar_unknown' });
      await open(second);
      await end(ANN_MEMBER);
      await end(ANN_MEMBER);
      await expect(open(second)).rejects.toMatchObject({ code: 'calendar_unknown' });
      expect(await feedOf(ANN_MEMBER)).toBeNull();
    });

    it('that cannot be derived from the database alone', async () => {
      const key = await make(ANN_MEMBER);
      const [row] = await service.dataSource.query<[{ feed_id: string }]>('SELECT * FROM calendar_feeds');
      expect(JSON.stringify(row)).not.toContain(key.split('.')[1]);
      const guess = calendarKey('fedcba9876543210fedcba9876543210', row.feed_id);
      const refusals = await Promise.allSettled(
        [guess, row.feed_id, `${key}x`, '', 'no-such.key', `${randomUUID()}.${key.split('.')[1]}`].map((text) =>
          open(text),
        ),
      );
      // All alike, so that an error does not reveal whether a feed ever existed.
      const reasons = refusals.map((refusal) => (refusal.status === 'rejected' ? (refusal.reason as Error) : null));
      expect(reasons[0]).toMatchObject({ code: 'calendar_unknown' });
      for (const reason of reasons) expect(reason).toEqual(reasons[0]);
    });

    it('that stays when another member’s is removed', async () => {
      const [ann, bob] = [await make(ANN_MEMBER), await make(BOB_MEMBER)];
      await end(ANN_MEMBER);
      await expect(open(ann)).rejects.toMatchObject({ code: 'calendar_unknown' });
      await open(bob);
    });
  });

  it('without a membership holds tournaments and their deadlines alone', async () => {
    const { entries, properties } = await read(await make(ANN_MEMBER));
    expect(properties).toMatchObject({ NAME: 'Lectern', 'X-WR-CALNAME': 'Lectern', 'X-PUBLISHED-TTL': 'PT60M' });
    expect(entries.map(({ title }) => title).toSorted()).toEqual(
      TOURNAMENTS.flatMap(({ title }) => [title, `Registration closes: ${title}`]).toSorted(),
    );
    expect((await open((await feedOf(ANN_MEMBER))!.key)).text).not.toContain(
      MEETING_PLACES.ASSOCIATION_ZOOM_URL.slice(-10),
    );
  });

  it('has each tournament and its deadline by the clock, under stable ids', async () => {
    const key = await make(ANN_MEMBER);
    const { entries } = await read(key);
    const [deadline] = like(entries, `Registration closes: ${FALL.title}`);
    const [tournament] = like(entries, FALL.title);
    expect(tournament).toMatchObject({
      uid: `${FALL.id}-1@lectern.example`,
      begins: FALL.datetime,
      ends: FALL.endsAt,
      description: FALL.description,
      url: `${SITE}/tournaments`,
      isFree: false,
    });
    expect(tournament!.stamp).toMatch(/^20260901T12\d{4}Z$/);
    expect(deadline).toMatchObject({
      uid: `${FALL.id}-deadline@lectern.example`,
      ends: FALL.registrationDeadline,
      isFree: true,
    });
    expect((await read(key)).entries.map(({ uid }) => uid)).toEqual(entries.map(({ uid }) => uid));
  });

  it('of an active member has the next 26 sessions, at eight in the morning before and after the clocks change', async () => {
    await join();
    const { entries } = await read(await make(ANN_MEMBER));
    const sessions = like(entries, 'Debate Club');
    expect(sessions).toHaveLength(26);
    expect(sessions[0]).toMatchObject({
      uid: 'debate-club-2026-09-06@lectern.example',
      begins: new Date('2026-09-06T15:00:00Z'),
      ends: new Date('2026-09-06T17:00:00Z'),
      location: MEETING_PLACES.ASSOCIATION_ZOOM_URL,
    });
    expect(sessions.find(({ uid }) => uid.includes('2026-11-01'))!.begins).toEqual(new Date('2026-11-01T16:00:00Z'));
    expect(sessions.at(-1)!.begins).toEqual(new Date('2027-02-28T16:00:00Z'));
  });

  it('is sorted, soonest first', async () => {
    await join();
    await requestSlot(ANN_MEMBER, 'My first rebuttal');
    const begins = (await read(await make(ANN_MEMBER))).entries.map((entry) => entry.begins.getTime());
    expect(begins).toEqual(begins.toSorted((one, other) => one - other));
    expect(begins.length).toBeGreaterThan(26 + TOURNAMENTS.length);
  });

  it('shows the status of the member’s entry, and the deadline while there is something to do', async () => {
    const key = await make(ANN_MEMBER);
    const { registrationId } = await enter(ANN_MEMBER);
    expect(await titles(key)).toEqual(
      expect.arrayContaining([`${FALL.title} (payment due)`, `Last day to pay: ${FALL.title}`]),
    );
    await payFor('tournaments', registrationId);
    await service.dataSource.query('UPDATE events SET capacity = 1 WHERE id = $1', [WINTER.id]);
    await enter(BOB_MEMBER, WINTER.id);
    await enter(ANN_MEMBER, WINTER.id);
    const now = (await read(key)).entries.filter(({ uid }) => uid.startsWith(FALL.id) || uid.startsWith(WINTER.id));
    expect(now.map(({ title }) => title)).toEqual([`${FALL.title} (you are entered)`, `${WINTER.title} (waitlist)`]);
    await service.dataSource.query('UPDATE events SET capacity = NULL WHERE id = $1', [WINTER.id]);
  });

  it('follows an administrator’s changes, under the same ids with a higher sequence', async () => {
    const key = await make(ANN_MEMBER);
    const of = async () => (await read(key)).entries.filter(({ uid }) => uid.startsWith(FALL.id));
    const before = await of();
    expect(before.map(({ sequence }) => sequence)).toEqual([0, 0]);
    const {
      closedAt: _closedAt,
      state: _state,
      counts: _counts,
      ...event
    } = await service.rpc.call(getAdminEvent, { id: FALL.id });
    const held = (await open(key)).sha256;
    const priced = await service.rpc.call(editEvent, { ...event, price: 5_000, by: BY });
    // Calendars do not show the price.
    expect(await open(key, held)).toMatchObject({ text: null });
    const datetime = new Date(FALL.datetime.getTime() + 3_600_000);
    await service.rpc.call(editEvent, {
      ...event,
      price: 5_000,
      version: priced.event.version,
      datetime: datetime.toISOString(),
      by: BY,
    });
    const after = await of();
    expect(after.map(({ uid, sequence }) => [uid, sequence])).toEqual(before.map(({ uid }) => [uid, 1]));
    expect(after.find(({ title }) => title === FALL.title)!.begins).toEqual(datetime);
    await service.dataSource.query('UPDATE events SET datetime = $2, price = $3, sequence = 0 WHERE id = $1', [
      FALL.id,
      FALL.datetime,
      FALL.price,
    ]);
  });

  it('has no deadline of an event that was closed before it, except for a member who has to pay', async () => {
    const key = await make(ANN_MEMBER);
    await enter(ANN_MEMBER);
    for (const id of [FALL.id, WINTER.id]) await service.rpc.call(closeEvent, { id, by: BY });
    const now = (await read(key)).entries.filter(({ uid }) => uid.startsWith(FALL.id) || uid.startsWith(WINTER.id));
    expect(now.map(({ title }) => title)).toEqual([
      `Last day to pay: ${FALL.title}`,
      `${FALL.title} (payment due)`,
      WINTER.title,
    ]);
    for (const id of [FALL.id, WINTER.id]) await service.rpc.call(reopenEvent, { id, by: BY });
  });

  it('has the sessions of a bootcamp once the seat is paid, and the slot of the office hours until it is cancelled', async () => {
    await join();
    const key = await make(ANN_MEMBER);
    const registrationId = await hold(ANN_MEMBER);
    expect(like((await read(key)).entries, RUN.title)).toEqual([]);
    await payFor('bootcamps', registrationId);
    await requestSlot(ANN_MEMBER, 'My first rebuttal, and the second');
    const { entries } = await read(key);
    expect(like(entries, RUN.title).map(({ title }) => title)).toEqual(
      [1, 2, 3, 4].map((session) => `${RUN.title}, session ${session} of 4`),
    );
    expect(like(entries, 'Expert Office Hours')).toMatchObject([
      {
        begins: officeHoursSlots(NOW)[0]!.startsAt,
        description: 'My first rebuttal, and the second',
        location: MEETING_PLACES.ASSOCIATION_ZOOM_URL,
      },
    ]);
    await service.dataSource.query('UPDATE office_hours_requests SET cancelled_at = now()');
    expect(like((await read(key)).entries, 'Expert Office Hours')).toEqual([]);
  });

  it('has paid seats and office hours without a membership, too', async () => {
    const key = await make(ANN_MEMBER);
    await payFor('bootcamps', await hold(ANN_MEMBER));
    await requestSlot(ANN_MEMBER, 'Asked for while still a member');
    const { entries } = await read(key);
    expect(like(entries, RUN.title)).toHaveLength(4);
    expect(like(entries, 'Expert Office Hours')).toHaveLength(1);
    expect(like(entries, 'Debate Club')).toEqual([]);
  });

  it('never holds anything of another member', async () => {
    await Promise.all([join(ANN_MEMBER), join(BOB_MEMBER)]);
    const before = (await read(await make(BOB_MEMBER))).entries;
    const { registrationId } = await enter(ANN_MEMBER);
    await payFor('tournaments', registrationId);
    await payFor('bootcamps', await hold(ANN_MEMBER));
    await requestSlot(ANN_MEMBER, 'Between Ann and her coach');
    const [anns, bobs] = [await make(ANN_MEMBER), await make(BOB_MEMBER)];
    const withoutStamp = (entries: readonly ReadEntry[]) => entries.map(({ stamp: _stamp, ...entry }) => entry);
    expect(withoutStamp((await read(bobs)).entries)).toEqual(withoutStamp(before));
    await requestSlot(BOB_MEMBER, 'Between Bob and his coach', 1);
    for (const [key, own, others] of [
      [anns, 'Between Ann', 'Between Bob'],
      [bobs, 'Between Bob', 'Between Ann'],
    ] as const) {
      const { text } = await open(key);
      expect(text).toContain(own);
      expect(text).not.toContain(others);
    }
  });

  it('closes the member area when the membership ends, and opens it again', async () => {
    const key = await make(ANN_MEMBER);
    await join();
    expect(await titles(key)).toContain('Debate Club');
    await join(ANN_MEMBER, { version: 2, status: 'cancelled', access: false });
    expect(await titles(key)).not.toContain('Debate Club');
    await join(ANN_MEMBER, { version: 3 });
    expect(await titles(key)).toContain('Debate Club');
  });

  it('includes the membership that a guest paid for once it is the account’s', async () => {
    const key = await make(ANN_MEMBER);
    await service.deliverEvent(membershipChanged, membershipEvent({ userId: null }));
    expect(await titles(key)).not.toContain('Debate Club');
    await service.deliverEvent(accountChanged, accountEvent());
    expect(await titles(key)).not.toContain('Debate Club');
    await service.deliverEvent(membershipChanged, membershipEvent({ version: 2 }));
    expect(await titles(key)).toContain('Debate Club');
  });

  describe('of an account that an administrator deactivated', () => {
    const later = new Date(NOW.getTime() + 60_000).toISOString();

    it('ends, and is not restored with the account', async () => {
      await service.deliverEvent(accountChanged, accountEvent());
      const key = await make(ANN_MEMBER);
      await service.deliverEvent(accountChanged, accountEvent({ version: 2, deactivatedAt: later }));
      await expect(open(key)).rejects.toMatchObject({ code: 'calendar_unknown' });
      await service.deliverEvent(accountChanged, accountEvent({ version: 3, deactivatedAt: null }));
      await expect(open(key)).rejects.toMatchObject({ code: 'calendar_unknown' });
      expect((await read(await make(ANN_MEMBER))).entries).toBeDefined();
    });

    it('ends also where the reactivation arrives first, and one created since then stays', async () => {
      const key = await make(ANN_MEMBER);
      await service.deliverEvent(accountChanged, accountEvent({ version: 3, deactivatedAt: null }));
      await service.deliverEvent(accountChanged, accountEvent({ version: 2, deactivatedAt: later }));
      await expect(open(key)).rejects.toMatchObject({ code: 'calendar_unknown' });
      await service.dataSource.query(
        'INSERT INTO calendar_feeds (user_id, feed_id, created_at) VALUES ($1, gen_random_uuid(), $2)',
        [ANN, new Date(NOW.getTime() + 120_000)],
      );
      await service.deliverEvent(accountChanged, accountEvent({ version: 2, deactivatedAt: later }));
      expect(await feedOf(ANN_MEMBER)).not.toBeNull();
    });

    it('is not readable where it was created while the deactivation was on its way', async () => {
      await service.deliverEvent(
        accountChanged,
        accountEvent({ version: 2, deactivatedAt: new Date(NOW.getTime() - 60_000).toISOString() }),
      );
      await expect(open(await make(ANN_MEMBER))).rejects.toMatchObject({ code: 'calendar_unknown' });
    });
  });

  describe('of an account whose sessions ended', () => {
    it('ends, in whatever order events arrive, and one that a new session created stays', async () => {
      const [before, after] = [
        accountEvent({ version: 2, sessionVersion: 1 }),
        accountEvent({ version: 3, sessionVersion: 1, firstName: 'Anne' }),
      ];
      for (const order of [
        [before, after],
        [after, before],
      ]) {
        await emptyTables(service.dataSource, 'calendar_feeds, accounts');
        const key = await make(ANN_MEMBER, 0);
        await service.deliverEvent(accountChanged, order[0]!);
        await expect(open(key)).rejects.toMatchObject({ code: 'calendar_unknown' });
        const next = await make(ANN_MEMBER, 1);
        await service.deliverEvent(accountChanged, order[1]!);
        await service.deliverEvent(accountChanged, before);
        expect(await feedOf(ANN_MEMBER)).toMatchObject({ key: next });
      }
    });

    it('cannot be created or replaced by a session that has ended', async () => {
      const key = await make(ANN_MEMBER, 1);
      await expect(make(ANN_MEMBER, 0)).rejects.toMatchObject({ code: 'token_invalid' });
      await open(key);
      await service.deliverEvent(accountChanged, accountEvent({ sessionVersion: 2 }));
      await expect(make(ANN_MEMBER, 1)).rejects.toMatchObject({ code: 'token_invalid' });
      expect(await feedOf(ANN_MEMBER)).toBeNull();
    });
  });

  it('ends when the mailbox is verified for the first time, and not when the account changes afterwards', async () => {
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: null }));
    const key = await make(ANN_MEMBER);
    const emailVerifiedAt = new Date(NOW.getTime() + 60_000).toISOString();
    await service.deliverEvent(accountChanged, accountEvent({ version: 2, emailVerifiedAt }));
    await expect(open(key)).rejects.toMatchObject({ code: 'calendar_unknown' });
    const next = await make(ANN_MEMBER);
    await service.deliverEvent(
      accountChanged,
      accountEvent({
        version: 3,
        email: 'ann@example.org',
        emailVerifiedAt: new Date(NOW.getTime() + 120_000).toISOString(),
      }),
    );
    await open(next);
  });

  it('is left out for a program that has the same one, although its stamps are new, and sent when something changed', async () => {
    const key = await make(ANN_MEMBER);
    const { sha256, text } = await open(key);
    expect(text).not.toBeNull();
    expect(await open(key, sha256)).toEqual({ sha256, text: null });
    await enter(ANN_MEMBER);
    const changed = await open(key, sha256);
    expect(changed.sha256).not.toBe(sha256);
    expect(changed.text).toContain('(payment due)');
  });

  it('stays readable whatever a title or a topic contains', async () => {
    await join();
    const nasty = 'Fall,; \\ Classic\r\nEND:VEVENT\rBEGIN:VALARM\u2028\u0007 🎤'.padEnd(300, '–');
    await service.dataSource.query('UPDATE events SET title = $2 WHERE id = $1', [FALL.id, nasty]);
    await requestSlot(ANN_MEMBER, nasty);
    const { entries } = await read(await make(ANN_MEMBER));
    const readable = 'Fall,; \\ Classic\nEND:VEVENT\nBEGIN:VALARM\n 🎤'.padEnd(298, '–');
    expect(like(entries, 'Fall,;')[0]!.title.replaceAll('–', '')).toBe(readable.replaceAll('–', ''));
    expect(like(entries, 'Expert Office Hours')[0]!.description).toBe(like(entries, 'Fall,;')[0]!.title);
  });
});
