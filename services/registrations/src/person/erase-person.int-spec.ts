import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import { accountChanged, accountDeleted, claimsGranted } from '@lectern/contracts/identity/events';
import {
  bootcampSeatChanged,
  claimsMade,
  officeHoursChanged,
  paymentRefused,
  paymentWithdrawn,
  personErased,
  tournamentEntered,
} from '@lectern/contracts/registrations/events';
import { listOfficeHours, requestOfficeHours } from '@lectern/contracts/registrations/office-hours-rpc';
import {
  countRegistrations,
  ensureRegistrations,
  enterTournament,
  listDebateClubRegistrations,
  makeCalendarFeed,
  readCalendar,
  reserveBootcampSeat,
} from '@lectern/contracts/registrations/rpc';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { accountEvent, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const nextOf = (type: 'tournament' | 'bootcamp') =>
  SEASON.find((event) => event.type === type && event.registrationDeadline > NOW)!;

describe('a person who deleted their account', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
    await service.seed();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await emptyTables(
      service.dataSource,
      'debate_club_registrations, bootcamp_registrations, tournament_registrations, purchases, accounts, memberships, office_hours_requests, outbox, registration_counts',
    );
    await service.dataSource.query('UPDATE events SET capacity = NULL');
  });

  interface Somebody {
    readonly userId: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly phone: string;
    /** Everything that the person typed in the optional fields. */
    readonly typed: string;
  }

  /** A person whose values occur nowhere else: after the erasure, no table may contain one of them. */
  const somebody = (): Somebody => {
    const mark = randomUUID().slice(0, 8);
    return {
      userId: randomUUID(),
      email: `Leaver.${mark}@Example.com`,
      firstName: `First${mark}`,
      lastName: `Last${mark}`,
      phone: `555-${mark}`,
      typed: `Typed by ${mark}`,
    };
  };
  const account = ({ userId, email, firstName, lastName }: Somebody, version = 1) =>
    accountEvent({ userId, email, firstName, lastName, version });
  const membership = ({ userId, email, firstName, lastName }: Somebody, version = 1) =>
    membershipEvent({
      userId,
      email,
      firstName,
      lastName,
      version,
      subscriptionId: `sub_${userId}`,
      customerId: `cus_${userId}`,
    });
  const reserve = async ({ email, firstName, lastName, phone, typed }: Somebody, userId: string | null = null) =>
    service.rpc.call(reserveBootcampSeat, {
      userId,
      email,
      firstName,
      lastName,
      phone,
      experienceLevel: 'beginner',
      goals: typed,
      referralSource: typed,
      specialRequests: typed,
      promoCode: typed,
    });
  const enter = (
    { userId, email, firstName, lastName, phone, typed }: Somebody,
    member: { id: string; email: string } | null = { id: userId, email },
  ) =>
    service.rpc.call(enterTournament, {
      ...UNFILLED_ENTRY,
      eventId: null,
      email,
      member,
      firstName,
      lastName,
      phone,
      competitions: ['prepared_speech'],
      specialRequests: typed,
      promoCode: typed,
      idempotency: { key: randomUUID(), fingerprint: 'x' },
    });
  const join = async (who: Somebody): Promise<void> => {
    await service.deliverEvent(accountChanged, account(who));
    await service.deliverEvent(membershipChanged, membership(who));
  };
  const publishDeletion = (
    { userId, email, firstName }: Somebody,
    verifiedEmail: string | null = email,
    leavesPurchases = false,
  ) =>
    service.deliverEvent(accountDeleted, {
      userId,
      email,
      verifiedEmail,
      firstName,
      deletedAt: NOW.toISOString(),
      leavesPurchases,
    });
  const traces = ({ userId: _left, ...texts }: Somebody) => rowsContaining(service.dataSource, Object.values(texts));

  it('is in no table any more, and another member is as before', async () => {
    const [leaver, stayer] = [somebody(), somebody()];
    for (const who of [leaver, stayer]) {
      await join(who);
      await reserve(who);
      await enter(who);
    }
    const { slots } = await service.rpc.call(listOfficeHours, { userId: leaver.userId });
    const { userId: id, email, firstName, lastName } = leaver;
    await service.rpc.call(requestOfficeHours, {
      member: { id, email, firstName, lastName, isActive: true },
      startsAt: slots[0]!.startsAt,
      topic: `About ${firstName}`,
    });
    const feed = await service.rpc.call(makeCalendarFeed, { userId: leaver.userId });
    expect(await traces(leaver)).not.toEqual([]);
    // The relay moves events out of the outbox at any time.
    const kept = async () => (await traces(stayer)).filter((row) => !row.startsWith('outbox: '));
    const before = await kept();
    expect(before.length).toBeGreaterThan(3);

    await publishDeletion(leaver);
    expect(await traces(leaver)).toEqual([]);
    expect(await kept()).toEqual(before);
    expect(await service.publishedEvents(personErased)).toEqual([{ userId: leaver.userId }]);
    const listed = await service.rpc.call(listDebateClubRegistrations, {});
    expect(listed.items.map((row) => row.email)).toEqual([stayer.email]);
    expect(await service.rpc.call(countRegistrations, {})).toEqual({
      activeDebateClubMembers: 1,
      totalTournamentRegistrations: 1,
    });
    await expect(
      service.rpc.call(readCalendar, { key: feed!.key, siteUrl: '', cachedSha256: null }),
    ).rejects.toMatchObject({ code: 'calendar_unknown' });
    // The slot is free, and the team is notified.
    expect((await service.rpc.call(listOfficeHours, { userId: stayer.userId })).slots[0]).toMatchObject({
      isTaken: false,
    });
    expect((await service.publishedEvents(officeHoursChanged)).at(-1)).toMatchObject({
      change: 'cancelled',
      email: '',
      firstName: '',
      topic: '',
    });
  });

  it('gives future places to the waitlist', async () => {
    const [leaver, waiting] = [somebody(), somebody()];
    await service.dataSource.query('UPDATE events SET capacity = 1 WHERE id = ANY($1)', [
      [nextOf('tournament').id, nextOf('bootcamp').id],
    ]);
    await reserve(leaver);
    await enter(leaver);
    expect(await reserve(waiting)).toMatchObject({ waitlisted: true, position: 1 });
    expect(await enter(waiting)).toMatchObject({ position: 1 });
    await publishDeletion(leaver);
    expect((await service.publishedEvents(tournamentEntered)).at(-1)).toMatchObject({
      occasion: 'moved_up',
      email: waiting.email,
    });
    expect((await service.publishedEvents(bootcampSeatChanged)).at(-1)).toMatchObject({
      change: 'offered',
      email: waiting.email,
    });
  });

  it('leaves no payment page open for ended registrations, also one whose event has not arrived yet', async () => {
    const leaver = somebody();
    await service.deliverEvent(accountChanged, account(leaver));
    const seat = await reserve(leaver, leaver.userId);
    const entry = await enter(leaver);
    const ids = ['held' in seat ? seat.registrationId : '', entry.registrationId];
    const page = (reference: string, product: 'bootcamps' | 'tournaments') =>
      purchaseEvent({ purchaseId: randomUUID(), product, reference, guestEmail: leaver.email });
    await service.deliverEvent(purchaseChanged, page(ids[0]!, 'bootcamps'));
    await publishDeletion(leaver, null);
    await service.deliverEvent(purchaseChanged, page(ids[1]!, 'tournaments'));
    expect(await service.publishedEvents(paymentWithdrawn)).toEqual(ids.map((reference) => ({ reference })));
  });

  it('leaves paid registrations to the holder of the mailbox, who took over from the account, and is refunded later payments', async () => {
    const leaver = somebody();
    await service.deliverEvent(accountChanged, account(leaver));
    const later = nextOf('tournament');
    const [paid, unpaid] = [await enter(leaver), await enter({ ...leaver, firstName: 'Another' })];
    const payment = (reference: string) =>
      purchaseEvent({ purchaseId: randomUUID(), product: 'tournaments', reference, status: 'paid', amountPaid: 4_000 });
    await service.deliverEvent(purchaseChanged, payment(paid.registrationId));
    await publishDeletion(leaver, null, true);
    const rows = () =>
      service.dataSource.query(
        'SELECT id, event_id AS "eventId", user_id AS "userId", payment_status AS "paymentStatus" FROM tournament_registrations',
      );
    const left = [{ id: paid.registrationId, eventId: later.id, userId: null, paymentStatus: 'paid' }];
    expect(await rows()).toEqual(left);
    expect((await service.publishedEvents(claimsMade)).at(-1)).toEqual({
      claims: [{ kind: 'tournament_entry', subjectId: paid.registrationId, email: leaver.email }],
    });
    const tooLate = payment(unpaid.registrationId);
    await service.deliverEvent(purchaseChanged, tooLate);
    expect(await service.publishedEvents(paymentRefused)).toEqual([
      { purchaseId: tooLate.purchaseId, reason: 'withdrawn' },
    ]);
    await publishDeletion(leaver, null, true);
    expect(await rows()).toEqual(left);
  });

  describe('with an entry that a guest made in the account’s current name', () => {
    const VERIFIED = new Date(NOW.getTime() + 3_600_000).toISOString();
    /** Ada's account, renamed to Ben, whose entry a guest made with its mailbox before it was verified. */
    const renamed = async () => {
      const ada = somebody();
      const ben = { ...ada, firstName: `Ben${ada.firstName}` };
      await service.deliverEvent(accountChanged, account(ada));
      const { registrationId } = await enter(ben, null);
      await service.deliverEvent(accountChanged, { ...account(ada, 2), emailVerifiedAt: VERIFIED });
      await service.deliverEvent(claimsGranted, {
        claims: [{ kind: 'tournament_entry', subjectId: registrationId, userId: ada.userId }],
      });
      await service.deliverEvent(accountChanged, { ...account(ben, 3), emailVerifiedAt: VERIFIED });
      return { ben, registrationId };
    };
    const paymentOf = (reference: string, product: 'bootcamps' | 'tournaments', amountPaid: number) =>
      purchaseEvent({ purchaseId: randomUUID(), product, reference, status: 'paid', amountPaid });

    it.each(['membership', 'bootcamp seat'])('ends it where a %s made it free', async (source) => {
      const { ben, registrationId } = await renamed();
      if (source === 'membership')
        await service.deliverEvent(membershipChanged, { ...membership(ben), plan: 'annual' });
      else {
        const seat = await reserve(ben, ben.userId);
        if (!('held' in seat)) throw new Error('No seat');
        await service.deliverEvent(purchaseChanged, paymentOf(seat.registrationId, 'bootcamps', 15_500));
      }
      const free = { payment_status: 'paid', payment_amount: 0 };
      // As the note was from before accounts took entries over by their names.
      expect(
        await service.dataSource.query(
          'UPDATE tournament_registrations SET in_other_name = true WHERE id = $1 RETURNING payment_status, payment_amount',
          [registrationId],
        ),
      ).toEqual([[free], 1]);
      await publishDeletion(ben);
      expect(await service.dataSource.query('SELECT id FROM tournament_registrations')).toEqual([]);
      expect(await traces(ben)).toEqual([]);
    });

    it('moves and ends it with the account also where it was paid', async () => {
      const { ben, registrationId } = await renamed();
      await service.deliverEvent(purchaseChanged, paymentOf(registrationId, 'tournaments', 4_000));
      const moved = { ...ben, email: `moved.${ben.email}` };
      await service.deliverEvent(accountChanged, { ...account(moved, 4), emailVerifiedAt: VERIFIED });
      expect(await service.dataSource.query('SELECT email FROM tournament_registrations')).toEqual([
        { email: moved.email },
      ]);
      await publishDeletion(moved);
      expect(await service.dataSource.query('SELECT id FROM tournament_registrations')).toEqual([]);
    });
  });

  it('has left a free entry to the mailbox whose holder took over, until the membership that included it ends', async () => {
    const leaver = somebody();
    await service.deliverEvent(accountChanged, account(leaver));
    await service.deliverEvent(membershipChanged, { ...membership(leaver), plan: 'annual' });
    const { registrationId } = await enter(leaver);
    await publishDeletion(leaver, null, true);
    const paymentStatus = async () =>
      (
        await service.dataSource.query<{ payment_status: string }[]>(
          'SELECT payment_status FROM tournament_registrations WHERE id = $1 AND user_id IS NULL',
          [registrationId],
        )
      )[0]?.payment_status;
    expect(await paymentStatus()).toBe('paid');
    await service.deliverEvent(membershipChanged, {
      ...membership(leaver, 2),
      userId: null,
      plan: 'annual',
      status: 'cancelled',
      access: false,
    });
    expect(await paymentStatus()).toBe('pending');
  });

  it('is still counted in past events, without a name', async () => {
    const [leaver, other] = [somebody(), somebody()];
    for (const who of [leaver, other]) {
      await reserve(who);
      await enter(who);
    }
    await service.dataSource.query(`UPDATE events SET datetime = $1, registration_deadline = $1 WHERE id = ANY($2)`, [
      '2026-08-30T00:00:00Z',
      [nextOf('tournament').id, nextOf('bootcamp').id],
    ]);
    // Two people of the same events: their emptied rows must stay different.
    await publishDeletion(leaver);
    await publishDeletion(other);
    expect(await traces(leaver)).toEqual([]);
    expect(await traces(other)).toEqual([]);
    for (const table of ['bootcamp_registrations', 'tournament_registrations']) {
      const rows = await service.dataSource.query<object[]>(
        `SELECT email, first_name, last_name, phone, user_id FROM ${table}`,
      );
      expect(rows).toEqual(
        Array.from({ length: 2 }, () => ({ email: '', first_name: '', last_name: '', phone: null, user_id: null })),
      );
    }
    await emptyTables(service.dataSource, 'bootcamp_registrations, tournament_registrations');
    await service.dataSource.query('DELETE FROM events');
    await service.seed();
  });

  it('does not come back by earlier or later events, in whatever order, each twice', async () => {
    const late = somebody();
    await publishDeletion(late);
    for (let published = 0; published < 2; published += 1) {
      await service.deliverEvent(accountChanged, account(late, 7));
      await service.deliverEvent(membershipChanged, membership(late, 3));
      await service.rpc.call(ensureRegistrations, { memberships: [membership(late, 4)], bringBackHidden: true });
      expect(await traces(late)).toEqual([]);
      expect((await service.rpc.call(listDebateClubRegistrations, {})).items).toEqual([]);
      await publishDeletion(late);
    }
    expect(await traces(late)).toEqual([]);

    const leaver = somebody();
    await join(leaver);
    await publishDeletion(leaver);
    // Billing's events on a deleted person have no names; those from before have an older version.
    await service.deliverEvent(membershipChanged, {
      ...membership(leaver, 5),
      email: '',
      firstName: '',
      lastName: '',
      status: 'cancelled',
      access: false,
    });
    await service.deliverEvent(membershipChanged, { ...membership(leaver, 4), userId: null });
    await service.rpc.call(ensureRegistrations, {
      memberships: [{ ...membership(leaver, 6), email: '', firstName: '', lastName: '' }],
      bringBackHidden: true,
    });
    expect(await traces(leaver)).toEqual([]);
    expect((await service.rpc.call(listDebateClubRegistrations, {})).items).toEqual([]);
    expect(await service.rpc.call(countRegistrations, {})).toMatchObject({ activeDebateClubMembers: 0 });
  });

  it('cannot register any more, and a new person with the same email can', async () => {
    const leaver = somebody();
    await publishDeletion(leaver);
    await expect(enter(leaver)).rejects.toMatchObject({ code: 'token_invalid' });
    const again = { ...leaver, userId: randomUUID() };
    await join(again);
    expect(await enter(again)).toMatchObject({ position: null });
    expect((await service.rpc.call(listDebateClubRegistrations, {})).items).toMatchObject([
      { email: leaver.email, userId: again.userId },
    ]);
  });

  it('takes along registrations by email alone when its mailbox was verified, and only then', async () => {
    const [verified, typed] = [somebody(), somebody()];
    for (const who of [verified, typed]) {
      await reserve(who);
      const { registrationId } = (
        await service.dataSource.query<{ registrationId: string }[]>(
          'SELECT id AS "registrationId" FROM bootcamp_registrations WHERE email = $1',
          [who.email],
        )
      )[0]!;
      await service.deliverEvent(
        purchaseChanged,
        purchaseEvent({
          purchaseId: randomUUID(),
          product: 'bootcamps',
          reference: registrationId,
          status: 'paid',
          amountPaid: 15_500,
        }),
      );
    }
    await publishDeletion(verified);
    await publishDeletion(typed, null);
    expect(await traces(verified)).toEqual([]);
    expect((await traces(typed)).filter((row) => row.startsWith('bootcamp_registrations'))).toHaveLength(1);
  });

  it('takes along paid registrations in another name only where the mailbox has no account', async () => {
    const [relative, other] = [somebody(), somebody()];
    for (const who of [relative, other]) {
      await enter(who, null);
      await service.dataSource.query(
        `UPDATE tournament_registrations SET payment_status = 'paid', in_other_name = true WHERE email = $1`,
        [who.email],
      );
    }
    const erased = ({ userId, email }: Somebody) => ({
      userId,
      email,
      verifiedEmail: email,
      firstName: '',
      deletedAt: NOW.toISOString(),
      isByStaff: true,
    });
    await service.deliverEvent(accountDeleted, erased(other));
    for (const _ of [1, 2]) await service.deliverEvent(accountDeleted, { ...erased(relative), isMailbox: true });
    expect(await traces(relative)).toEqual([]);
    expect((await traces(other)).filter((row) => row.startsWith('tournament_registrations'))).toHaveLength(1);
  });
});
