import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged, accountDeleted, peopleMerged } from '@lectern/contracts/identity/events';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import {
  cloneEvents,
  createEvent,
  editEvent,
  getAdminEvent,
  listAdminEvents,
} from '@lectern/contracts/registrations/admin-rpc';
import {
  adminActed,
  eventNoticeDue,
  personMerged,
  registrationsErased,
  workshopSeatChanged,
} from '@lectern/contracts/registrations/events';
import {
  exportPerson,
  listEvents,
  listMyEvents,
  makeCalendarFeed,
  readCalendar,
  readTimeline,
} from '@lectern/contracts/registrations/rpc';
import {
  cancelWorkshopSeat,
  deleteWorkshopRegistration,
  exportWorkshopRegistrations,
  listWorkshopRegistrations,
  listWorkshops,
  signUpForWorkshop,
} from '@lectern/contracts/registrations/workshop-rpc';
import { rowsOf } from '@lectern/contracts/list-export';
import type { RpcInput } from '@lectern/contracts/rpc';
import { readCalendar as readCalendarText } from '@lectern/contracts/testing/read-calendar';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { sendEventNotices } from '../event-notice/event-notice-signal.ts';
import { accountEvent, membershipEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const ZOOM = 'https://zoom.us/j/8005551234';

type Member = RpcInput<typeof signUpForWorkshop>['member'];
let numbers = 0;
const someone = (firstName: string): Member => {
  numbers += 1;
  return { id: randomUUID(), email: `${firstName.toLowerCase()}${numbers}@example.com`, firstName, lastName: 'Lee' };
};

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
  await service.startReplica();
});
afterAll(() => service.stop());
beforeEach(() =>
  emptyTables(
    service.dataSource,
    'events, workshop_registrations, accounts, memberships, debate_club_registrations, calendar_feeds, outbox, idempotent_requests CASCADE',
  ),
);

const make = (typed: Partial<RpcInput<typeof createEvent>> = {}): Promise<AdminEvent> =>
  service.rpc.call(createEvent, {
    title: 'Cross-Examination',
    description: 'Questions that set up your next speech.',
    type: 'workshop',
    division: null,
    datetime: '2026-10-10T01:00:00.000Z',
    endsAt: '2026-10-10T03:00:00.000Z',
    timezone: 'America/Los_Angeles',
    location: 'Zoom',
    zoomLink: ZOOM,
    capacity: null,
    registrationDeadline: '2026-10-09T01:00:00.000Z',
    price: 0,
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
const join = (member: Member, differences: Parameters<typeof membershipEvent>[0] = {}) =>
  service.deliverEvent(
    membershipChanged,
    membershipEvent({
      userId: member.id,
      email: member.email,
      firstName: member.firstName,
      subscriptionId: `sub_${member.id}`,
      customerId: `cus_${member.id}`,
      plan: 'annual',
      ...differences,
    }),
  );
/** A member with the annual plan. */
const annual = async (firstName: string): Promise<Member> => {
  const member = someone(firstName);
  await join(member);
  return member;
};
const signUp = (eventId: string, member: Member, key?: string) =>
  service.rpc.call(signUpForWorkshop, {
    eventId,
    member,
    ...(key === undefined ? {} : { idempotency: { key, fingerprint: eventId } }),
  });
const cancel = (eventId: string, { id: userId }: Member) => service.rpc.call(cancelWorkshopSeat, { eventId, userId });
const list = ({ id: userId }: Member) => service.rpc.call(listWorkshops, { userId });
const seatOf = async (eventId: string, member: Member) =>
  (await list(member)).workshops.find(({ id }) => id === eventId)?.seat;
const changes = async () =>
  (await service.publishedEvents(workshopSeatChanged)).map(({ firstName, change, position }) => [
    firstName,
    change,
    ...(position === null ? [] : [position]),
  ]);
/** Moves a workshop in time, as if time had passed. */
const move = (id: string, from: string, until: string, deadline: string) =>
  service.dataSource.query('UPDATE events SET datetime = $2, ends_at = $3, registration_deadline = $4 WHERE id = $1', [
    id,
    from,
    until,
    deadline,
  ]);

describe('workshops', () => {
  it('are for members only: the public list, its prices and a copied quarter leave them out', async () => {
    const workshop = await make();
    const ann = await annual('Ann');
    expect(await service.rpc.call(listEvents, {})).toEqual([]);
    expect(await service.rpc.call(listMyEvents, { member: ann })).toEqual([]);
    expect(await list(ann)).toEqual({
      isIncluded: true,
      workshops: [
        {
          id: workshop.id,
          title: 'Cross-Examination',
          description: 'Questions that set up your next speech.',
          datetime: workshop.datetime,
          endsAt: workshop.endsAt,
          timezone: 'America/Los_Angeles',
          location: 'Zoom',
          registrationDeadline: workshop.registrationDeadline,
          state: 'open',
          placesLeft: null,
          seat: null,
          zoomLink: null,
          sequence: 0,
        },
      ],
    });
    const copied = { dryRun: true, by: BY };
    const { events } = await service.rpc.call(cloneEvents, { what: { quarter: '2026-Q4' }, ...copied });
    expect(events).toEqual([]);
    const one = await service.rpc.call(cloneEvents, { what: { eventId: workshop.id }, ...copied });
    expect(one.events).toMatchObject([{ type: 'workshop', outcome: 'new' }]);
  });

  it('are free and for both divisions, also by the rules of the database', async () => {
    await expect(make({ price: 1_500 })).rejects.toBeDefined();
    await expect(make({ division: 'development' })).rejects.toBeDefined();
    expect((await service.rpc.call(listAdminEvents, {})).total).toBe(0);
  });

  it('give a seat to an annual member, once, with the link to the meeting', async () => {
    const { id } = await make({ capacity: 3 });
    const ann = await annual('Ann');
    const answer = await signUp(id, ann, 'first-request');
    expect(answer).toMatchObject({ title: 'Cross-Examination', position: null });
    expect(await signUp(id, ann, 'first-request')).toEqual(answer);
    await expect(signUp(id, await annual('Eve'), 'first-request')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    await expect(signUp(id, ann)).rejects.toMatchObject({
      code: 'registration_exists',
      message: 'You have a seat in this workshop already.',
    });
    expect((await list(ann)).workshops).toMatchObject([
      { placesLeft: 2, seat: { status: 'taken', position: null }, zoomLink: ZOOM },
    ]);
    expect((await list(await annual('Bob'))).workshops).toMatchObject([{ placesLeft: 2, seat: null, zoomLink: null }]);
    expect(await service.publishedEvents(workshopSeatChanged)).toMatchObject([
      { change: 'signed_up', email: ann.email, userId: ann.id, zoomLink: ZOOM, calendar: { type: 'workshop' } },
    ]);
    expect(await service.rpc.call(getAdminEvent, { id })).toMatchObject({ counts: { entries: 1, placesLeft: 2 } });
  });

  it('are part of the annual plan, while it lasts until then', async () => {
    const { id } = await make();
    const [monthly, none, ending, lasting, ended] = ['Mo', 'No', 'End', 'Last', 'Over'].map(someone) as [
      Member,
      Member,
      Member,
      Member,
      Member,
    ];
    await join(monthly, { plan: 'monthly' });
    await join(ending, { cancelAtPeriodEnd: true, currentPeriodEnd: '2026-10-01T00:00:00.000Z' });
    await join(lasting, { cancelAtPeriodEnd: true, currentPeriodEnd: '2026-11-01T00:00:00.000Z', status: 'past_due' });
    await join(ended, { status: 'cancelled', access: false });
    for (const refused of [monthly, none, ended])
      await expect(signUp(id, refused)).rejects.toMatchObject({
        code: 'membership_required',
        message: 'Workshops are included in the annual plan.',
      });
    await expect(signUp(id, ending)).rejects.toMatchObject({ message: /ends before this workshop/ });
    expect((await list(monthly)).isIncluded).toBe(false);
    expect(await signUp(id, lasting)).toMatchObject({ position: null });
    expect(await changes()).toEqual([['Last', 'signed_up']]);
  });

  it('are closed to newcomers after the deadline, when staff close or hide them, and unknown where they are another event', async () => {
    const ann = await annual('Ann');
    const [late, hidden] = [await make(), await make({ title: 'Hidden', isActive: false })];
    await move(late.id, '2026-09-02T00:00:00Z', '2026-09-02T02:00:00Z', '2026-09-01T11:59:00Z');
    const tournament = await make({ type: 'tournament', title: 'Scrimmage' });
    for (const { id } of [late, hidden])
      await expect(signUp(id, ann)).rejects.toMatchObject({ code: 'registration_closed' });
    for (const id of [tournament.id, randomUUID()]) {
      await expect(signUp(id, ann)).rejects.toMatchObject({ code: 'not_found' });
      await expect(cancel(id, ann)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('give as many seats as there are to twenty members who sign up at the same moment', async () => {
    const { id } = await make({ capacity: 5 });
    const members = await Promise.all(Array.from({ length: 20 }, (_, index) => annual(`Member${index}`)));
    const answers = await Promise.all(members.map((member) => signUp(id, member)));
    expect(answers.filter(({ position }) => position === null)).toHaveLength(5);
    expect(
      answers.flatMap(({ position }) => (position === null ? [] : [position])).toSorted((one, other) => one - other),
    ).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  it('give a member one seat, however often they sign up at the same moment', async () => {
    const { id } = await make({ capacity: 5 });
    const ann = await annual('Ann');
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => signUp(id, ann)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await changes()).toEqual([['Ann', 'signed_up']]);
  });

  it('give a free seat to the first of the waitlist, who is notified, and overtake nobody', async () => {
    const { id } = await make({ capacity: 1 });
    const [ann, bob, cid] = [await annual('Ann'), await annual('Bob'), await annual('Cid')];
    for (const member of [ann, bob, cid]) await signUp(id, member);
    expect(await seatOf(id, cid)).toEqual({ status: 'waiting', position: 2 });
    await expect(signUp(id, bob)).rejects.toMatchObject({
      message: 'You are on the waitlist of this workshop already.',
    });
    for (let repeated = 0; repeated < 2; repeated += 1) await cancel(id, ann);
    expect([await seatOf(id, ann), await seatOf(id, bob), await seatOf(id, cid)]).toEqual([
      null,
      { status: 'taken', position: null },
      { status: 'waiting', position: 1 },
    ]);
    // A member may sign up again, at the end of the waitlist.
    expect(await signUp(id, ann)).toMatchObject({ position: 2 });
    expect(await edit(id, { capacity: 3 })).toMatchObject({ movedUp: 2 });
    expect(await changes()).toEqual([
      ['Ann', 'signed_up'],
      ['Bob', 'waitlisted', 1],
      ['Cid', 'waitlisted', 2],
      ['Ann', 'cancelled'],
      ['Bob', 'moved_up'],
      ['Ann', 'waitlisted', 2],
      ['Cid', 'moved_up'],
      ['Ann', 'moved_up'],
    ]);
  });

  it('cannot be left once they began', async () => {
    const { id } = await make();
    const ann = await annual('Ann');
    await signUp(id, ann);
    await move(id, '2026-09-01T11:00:00Z', '2026-09-01T13:00:00Z', '2026-09-01T10:00:00Z');
    await expect(cancel(id, ann)).rejects.toMatchObject({ code: 'registration_closed' });
    expect((await list(ann)).workshops).toMatchObject([{ state: 'closed', zoomLink: ZOOM }]);
  });
});

describe('a seat in a workshop', () => {
  it.each([
    ['ends', { status: 'cancelled', access: false }],
    ['becomes monthly', { plan: 'monthly' }],
    ['leaves the account', { userId: null }],
  ] as const)('is released when the annual plan %s, and a later plan does not restore it', async (_how, difference) => {
    const { id } = await make({ capacity: 1 });
    const begun = await make({ title: 'Begun' });
    const [ann, bob] = [await annual('Ann'), await annual('Bob')];
    for (const member of [ann, bob]) await signUp(id, member);
    await signUp(begun.id, ann);
    await move(begun.id, '2026-09-01T11:00:00Z', '2026-09-01T13:00:00Z', '2026-09-01T10:00:00Z');
    // In arrears, the plan still gives access.
    await join(ann, { version: 2, status: 'past_due' });
    expect(await seatOf(id, ann)).toEqual({ status: 'taken', position: null });
    for (let delivered = 0; delivered < 2; delivered += 1) await join(ann, { version: 3, ...difference });
    expect(await seatOf(id, ann)).toBeNull();
    expect(await seatOf(id, bob)).toEqual({ status: 'taken', position: null });
    await join(ann, { version: 4 });
    expect(await seatOf(id, ann)).toBeNull();
    expect(await seatOf(begun.id, ann)).toEqual({ status: 'taken', position: null });
    expect((await changes()).slice(3)).toEqual([
      ['Ann', 'plan_ended'],
      ['Bob', 'moved_up'],
    ]);
    expect(await signUp(id, ann)).toMatchObject({ position: 1 });
  });

  it('stays while another annual plan of the account runs', async () => {
    const { id } = await make();
    const ann = await annual('Ann');
    await join(ann, { subscriptionId: 'sub_other', customerId: 'cus_other' });
    await signUp(id, ann);
    await join(ann, { version: 2, status: 'cancelled', access: false });
    expect(await seatOf(id, ann)).toEqual({ status: 'taken', position: null });
  });

  it('follows its account to another name and address, and another person merged into it has none to add', async () => {
    const { id } = await make();
    const ann = await annual('Ann');
    await service.deliverEvent(accountChanged, accountEvent({ userId: ann.id, email: ann.email }));
    await signUp(id, ann);
    const moved = { userId: ann.id, version: 2, email: 'anne@example.org', firstName: 'Anne' };
    await service.deliverEvent(accountChanged, accountEvent(moved));
    const mergeId = randomUUID();
    await service.deliverEvent(peopleMerged, {
      mergeId,
      oldEmail: 'ann.at.work@example.com',
      newEmail: moved.email,
      userId: ann.id,
      mergedAt: NOW.toISOString(),
    });
    expect(await service.publishedEvents(personMerged)).toEqual([{ mergeId, claims: [] }]);
    const { items } = await service.rpc.call(listWorkshopRegistrations, {});
    expect(items).toMatchObject([{ email: moved.email, firstName: 'Anne', status: 'taken' }]);
    await cancel(id, ann);
    expect((await service.publishedEvents(workshopSeatChanged)).at(-1)).toMatchObject({
      change: 'cancelled',
      email: moved.email,
      firstName: 'Anne',
    });
  });

  it('ends with a deactivated account, for the next member', async () => {
    const { id } = await make({ capacity: 1 });
    const [ann, bob] = [await annual('Ann'), await annual('Bob')];
    for (const member of [ann, bob]) await signUp(id, member);
    await service.deliverEvent(
      accountChanged,
      accountEvent({ userId: ann.id, email: ann.email, deactivatedAt: '2026-09-01T11:00:00.000Z' }),
    );
    expect(await seatOf(id, bob)).toEqual({ status: 'taken', position: null });
  });

  it('ends when the holder of the mailbox takes the account over from another person', async () => {
    const { id } = await make({ capacity: 1 });
    const [ann, bob] = [await annual('Ann'), await annual('Bob')];
    await service.deliverEvent(accountChanged, accountEvent({ userId: ann.id, email: ann.email }));
    for (const member of [ann, bob]) await signUp(id, member);
    await service.deliverEvent(
      accountChanged,
      accountEvent({
        ...{ userId: ann.id, email: ann.email, firstName: 'Hanna', version: 2, isTakenOver: true },
        emailVerifiedAt: '2026-09-01T13:00:00.000Z',
      }),
    );
    expect([await seatOf(id, ann), await seatOf(id, bob)]).toEqual([null, { status: 'taken', position: null }]);
  });

  it('ends with a deleted account: the next member gets it, and nothing of the person stays', async () => {
    const { id } = await make({ capacity: 1 });
    const past = await make({ title: 'Past' });
    const ann = { ...someone('Zephyrine'), lastName: 'Quillfeather' };
    await join(ann, { lastName: ann.lastName });
    const bob = await annual('Bob');
    await signUp(id, ann, 'the-key-of-ann');
    await signUp(id, bob);
    await signUp(past.id, ann);
    await move(past.id, '2026-08-01T00:00:00Z', '2026-08-01T02:00:00Z', '2026-07-31T00:00:00Z');
    for (let delivered = 0; delivered < 2; delivered += 1)
      await service.deliverEvent(accountDeleted, {
        userId: ann.id,
        email: ann.email,
        firstName: ann.firstName,
        verifiedEmail: ann.email,
        deletedAt: NOW.toISOString(),
      });
    expect(await seatOf(id, bob)).toEqual({ status: 'taken', position: null });
    expect(await rowsContaining(service.dataSource, [ann.email, ann.firstName, ann.lastName])).toEqual([]);
    // Erased, the past one is still counted.
    const { items } = await service.rpc.call(listWorkshopRegistrations, { event: past.id });
    expect(items).toMatchObject([{ email: '', userId: null, status: 'taken' }]);
    expect((await service.publishedEvents(registrationsErased))[0]!.registrationIds).toHaveLength(3);
    await expect(signUp(id, ann)).rejects.toMatchObject({ code: 'token_invalid' });
  });

  it('is in the member’s calendar with the link, in their data and on their timeline', async () => {
    const { id } = await make({ capacity: 1 });
    const [ann, bob] = [await annual('Ann'), await annual('Bob')];
    for (const member of [ann, bob]) await signUp(id, member);
    const entriesOf = async (member: Member) => {
      const { key } = (await service.rpc.call(makeCalendarFeed, { userId: member.id }))!;
      const { text } = await service.rpc.call(readCalendar, {
        key,
        siteUrl: 'https://example.org',
        cachedSha256: null,
      });
      return readCalendarText(text!).entries.filter(({ title }) => title === 'Cross-Examination');
    };
    expect(await entriesOf(ann)).toMatchObject([{ uid: `${id}-1@example.org`, location: ZOOM }]);
    expect(await entriesOf(bob)).toEqual([]);
    await cancel(id, ann);
    expect(await entriesOf(ann)).toEqual([]);
    const data = await service.rpc.call(exportPerson, { userId: ann.id, verifiedEmail: ann.email });
    expect(data).toMatchObject({ workshops: [{ event: 'Cross-Examination', seat: 'cancelled', email: ann.email }] });
    const timelineOf = ({ id: userId, email }: Member) =>
      service.rpc.call(readTimeline, { userId, emailKey: email, kind: null, after: null, limit: 20 });
    const { items, workshops } = await timelineOf(ann);
    const event = { id, title: 'Cross-Examination', begins: '2026-10-10T01:00:00.000Z' };
    expect(workshops).toMatchObject([{ event, firstName: 'Ann', status: 'cancelled' }]);
    // The seat that Ann gave up is Bob's.
    expect((await timelineOf(bob)).workshops).toMatchObject([{ event, firstName: 'Bob', status: 'taken' }]);
    expect(items.map(({ what }) => what)).toEqual(expect.arrayContaining(['workshop', 'workshop_ended']));
  });
});

describe('staff', () => {
  it('move a workshop, of which members with a seat are notified, or cancel it for everyone', async () => {
    const { id } = await make({ capacity: 1 });
    const [ann, bob] = [await annual('Ann'), await annual('Bob')];
    for (const member of [ann, bob]) await signUp(id, member);
    await edit(id, { description: 'Another text.' });
    await edit(id, { datetime: '2026-10-10T00:30:00.000Z' });
    await service.runJob(sendEventNotices);
    expect(await service.publishedEvents(eventNoticeDue)).toMatchObject([
      { firstName: 'Ann', notice: 'changed', beginsAt: '2026-10-10T00:30:00.000Z', zoomLink: ZOOM },
    ]);
    expect(await edit(id, { isActive: false })).toMatchObject({ released: 2, movedUp: 0 });
    expect((await changes()).slice(2)).toEqual([
      ['Ann', 'workshop_cancelled'],
      ['Bob', 'workshop_cancelled'],
    ]);
    expect((await list(ann)).workshops).toEqual([]);
  });

  it('list and export the sign-ups by workshop and status, and delete one, whose seat goes to the waitlist', async () => {
    const [workshop, other] = [await make({ capacity: 1 }), await make({ title: 'Voice' })];
    const [ann, bob, cid] = [await annual('Ann'), await annual('Bob'), await annual('Cid')];
    for (const member of [ann, bob]) await signUp(workshop.id, member);
    await signUp(other.id, cid);
    const rows = async (query: RpcInput<typeof listWorkshopRegistrations>) =>
      (await service.rpc.call(listWorkshopRegistrations, query)).items;
    expect((await rows({})).map(({ firstName, status, position }) => [firstName, status, position])).toEqual([
      ['Cid', 'taken', null],
      ['Bob', 'waiting', 1],
      ['Ann', 'taken', null],
    ]);
    expect(await rows({ event: other.id })).toMatchObject([{ firstName: 'Cid', eventTitle: 'Voice' }]);
    expect(await rows({ q: 'bob', status: 'waiting' })).toHaveLength(1);
    await expect(rows({ status: 'paid' })).rejects.toMatchObject({ code: 'invalid_request' });
    const slice = await service.rpc.call(exportWorkshopRegistrations, { event: workshop.id });
    expect(rowsOf(slice).map((row) => row[slice.columns.indexOf('First name')])).toEqual(['Bob', 'Ann']);
    const table = await service.rpc.call(exportWorkshopRegistrations, {
      event: workshop.id,
      columns: 'status,workshop,ended',
    });
    expect([table.columns, ...rowsOf(table)]).toEqual([
      ['Status', 'Workshop', 'Ended'],
      ['On the waitlist: 1', expect.any(String), null],
      ['Has a seat', expect.any(String), null],
    ]);

    const { id } = (await rows({ q: 'ann' }))[0]!;
    const remove = () => service.rpc.call(deleteWorkshopRegistration, { id, by: BY });
    await remove();
    await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
    expect(await rows({ event: workshop.id })).toMatchObject([{ firstName: 'Bob', status: 'taken' }]);
    expect((await changes()).slice(3)).toEqual([
      ['Ann', 'removed'],
      ['Bob', 'moved_up'],
    ]);
    expect((await service.publishedEvents(adminActed)).map(({ action }) => action)).toContain(
      'delete_workshop_registration',
    );
    expect(await signUp(workshop.id, ann)).toMatchObject({ position: 1 });
  });
});
