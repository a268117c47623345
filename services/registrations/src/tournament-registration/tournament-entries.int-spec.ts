import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { accountChanged, claimsGranted } from '@lectern/contracts/identity/events';
import {
  claimsMade,
  paymentRefused,
  paymentWithdrawn,
  placeLost,
  tournamentEntered,
  tournamentEntryPaid,
} from '@lectern/contracts/registrations/events';
import { rowsOf } from '@lectern/contracts/list-export';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import {
  correctEntryEmail,
  countRegistrations,
  deleteTournamentRegistration,
  enterTournament,
  exportTournamentRegistrations,
  listTournamentRegistrations,
  previewPaymentLink,
  priceTournamentEntry,
  reserveBootcampSeat,
  takePaymentLink,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { accountEvent, ANN, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { endHolds } from './end-holds.job.ts';
import { forgetNetworks } from './forget-networks.job.ts';
import { TournamentRegistration } from './tournament-registration.entity.ts';
import { UNFILLED_SEAT } from '../testing/unfilled-fields.ts';

const [OVER, NEXT, LATER] = (() => {
  const tournaments = SEASON.filter((event) => event.type === 'tournament');
  const next = tournaments.findIndex((event) => event.registrationDeadline > new Date('2026-09-01'));
  return [tournaments[next - 1]!, tournaments[next]!, tournaments[next + 1]!];
})();
const RUN = SEASON.find((event) => event.type === 'bootcamp')!;
const ANN_MEMBER = { id: ANN, email: 'ann@example.com' };

const form = (
  email: string,
  differences: Partial<RpcInput<typeof enterTournament>> = {},
): RpcInput<typeof enterTournament> => ({
  eventId: null,
  email,
  member: null,
  firstName: 'Ann',
  lastName: 'Lee',
  phone: null,
  competitions: ['prepared_speech', 'spontaneous_debate'],
  division: 'development',
  experienceLevel: null,
  specialRequests: null,
  promoCode: null,
  ...differences,
});

/** The tournament as calendar data in emails. */
const DATES = {
  id: NEXT.id,
  type: 'tournament',
  datetime: NEXT.datetime.toISOString(),
  endsAt: NEXT.endsAt.toISOString(),
  timezone: NEXT.timezone,
  description: NEXT.description,
  location: NEXT.location,
  sequence: 0,
  publishedAt: expect.any(String),
};

describe('entries for a tournament', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: '2026-09-01T12:00:00Z' });
    await Promise.all([service.seed(), service.startReplica()]);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await emptyTables(
      service.dataSource,
      'bootcamp_registrations, tournament_registrations, purchases, accounts, memberships, outbox, registration_counts',
    );
    await service.dataSource.query(
      `UPDATE events SET capacity = NULL, price = 4000, registration_deadline = $2, datetime = $3 WHERE id = $1`,
      [NEXT.id, NEXT.registrationDeadline, NEXT.datetime],
    );
  });

  const enter = (email: string, differences: Partial<RpcInput<typeof enterTournament>> = {}) =>
    service.rpc.call(enterTournament, form(email, differences));
  const price = async (email: string, member: typeof ANN_MEMBER | null = null, eventId: string | null = null) =>
    (await service.rpc.call(priceTournamentEntry, { eventId, email, firstName: 'Ann', lastName: 'Lee', member }))
      ?.amount;
  const of = (email: string): Promise<TournamentRegistration> =>
    service.dataSource
      .getRepository(TournamentRegistration)
      .findOneOrFail({ where: { email }, order: { registeredAt: 'DESC' } });
  const enteredEvents = () => service.publishedEvents(tournamentEntered);
  const deliverPurchase = (
    reference: string,
    purchaseId: string,
    differences: Partial<EventPayload<typeof purchaseChanged>>,
  ): Promise<void> =>
    service.deliverEvent(
      purchaseChanged,
      purchaseEvent({ purchaseId, product: 'tournaments', reference, ...differences }),
    );
  const capacity = (places: number) =>
    service.dataSource.query('UPDATE events SET capacity = $2 WHERE id = $1', [NEXT.id, places]);
  /** A paid bootcamp seat of this email. Returns how to refund it. */
  const bootcampOf = async (email: string, userId: string | null = ANN): Promise<() => Promise<void>> => {
    const place = await service.rpc.call(reserveBootcampSeat, {
      userId,
      email,
      firstName: 'Ann',
      lastName: 'Lee',
      phone: null,
      experienceLevel: 'beginner',
      ...UNFILLED_SEAT,
    });
    if (!('held' in place)) throw new Error('No place');
    const purchase = purchaseEvent({
      purchaseId: randomUUID(),
      product: 'bootcamps',
      reference: place.registrationId,
      status: 'paid',
      amountPaid: 15_500,
    });
    await service.deliverEvent(purchaseChanged, purchase);
    return () =>
      service.deliverEvent(purchaseChanged, { ...purchase, version: 2, status: 'refunded', amountRefunded: 15_500 });
  };

  it('say so where a bootcamp’s included entry is in another name', async () => {
    await service.deliverEvent(accountChanged, accountEvent());
    await bootcampOf('ann@example.com');
    const other = await enter('ann@example.com', { firstName: 'Annabel', member: ANN_MEMBER });
    expect(other).toMatchObject({ amount: 4_000, isInOtherName: true });
    const includedEntry = await enter('ann@example.com', { member: ANN_MEMBER });
    expect(includedEntry).toMatchObject({ amount: 0 });
    expect(includedEntry).not.toHaveProperty('isInOtherName');
  });

  it('are granted for their current mailbox only, and claimed again where they were granted for another one', async () => {
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-08-01T12:00:00Z' }));
    const { registrationId, correctionToken } = await enter('ann@example.com');
    await service.rpc.call(correctEntryEmail, { token: correctionToken!, email: 'Lee@example.com' });
    const claim = { kind: 'tournament_entry' as const, subjectId: registrationId };
    await service.deliverEvent(claimsGranted, { claims: [{ ...claim, userId: ANN, emailKey: 'ann@example.com' }] });
    expect(await of('Lee@example.com')).toMatchObject({ userId: null });
    expect((await service.publishedEvents(claimsMade)).at(-1)).toEqual({
      claims: [{ ...claim, email: 'Lee@example.com', refusedTo: ANN }],
    });
    const moved = accountEvent({ version: 2, email: 'lee@example.com', emailVerifiedAt: '2026-08-02T12:00:00Z' });
    await service.deliverEvent(accountChanged, moved);
    await service.deliverEvent(claimsGranted, { claims: [{ ...claim, userId: ANN, emailKey: 'lee@example.com' }] });
    expect(await of('lee@example.com')).toMatchObject({ id: registrationId, userId: ANN });
  });

  describe.each(['the move first', 'the claim first'])(
    'of a mailbox to which an account moves, published %s,',
    (order) => {
      const moveTo = async (email: string, subjectId: string): Promise<void> => {
        const steps = [
          () =>
            service.deliverEvent(
              accountChanged,
              accountEvent({ version: 2, email, emailVerifiedAt: '2026-09-02T12:00:00Z' }),
            ),
          () =>
            service.deliverEvent(claimsGranted, {
              claims: [{ kind: 'tournament_entry', subjectId, userId: ANN, emailKey: email }],
            }),
        ];
        for (const step of order === 'the move first' ? steps : steps.toReversed()) await step();
      };
      beforeEach(() => service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-09-01T11:00:00Z' })));

      it('give way to its own entries, whose link goes to that mailbox, and their places to the waitlist, under its new email', async () => {
        await capacity(2);
        const { registrationId } = await enter('new@example.com');
        const entryOfAnn = await enter('ann@example.com', { member: ANN_MEMBER });
        await enter('ann@example.com', { member: ANN_MEMBER, firstName: 'Ben' });
        await emptyTables(service.dataSource, 'outbox');
        await moveTo('new@example.com', registrationId);
        const emails = (await enteredEvents()).map(({ occasion, email, firstName, payKey }) => [
          occasion,
          email,
          firstName,
          registrationToken({ registrationId: entryOfAnn.registrationId, key: payKey }) === entryOfAnn.payToken,
        ]);
        expect(emails).toEqual([
          ['entered', 'new@example.com', 'Ann', true],
          ['moved_up', 'new@example.com', 'Ben', false],
        ]);
        expect((await of('new@example.com')).eventId).toBe(NEXT.id);
      });

      it('keep their place where its own free ones wait, and are free then', async () => {
        await capacity(1);
        await service.deliverEvent(membershipChanged, membershipEvent({ email: 'ann@example.com', plan: 'annual' }));
        const { registrationId } = await enter('new@example.com');
        await deliverPurchase(registrationId, randomUUID(), {});
        await enter('bob@example.com', { firstName: 'Bob' });
        expect(await enter('ann@example.com', { member: ANN_MEMBER })).toMatchObject({ amount: 0, position: 2 });
        await emptyTables(service.dataSource, 'outbox');
        await moveTo('new@example.com', registrationId);
        expect(await of('new@example.com')).toMatchObject({
          id: registrationId,
          userId: ANN,
          paymentStatus: 'paid',
          waitlistedAt: null,
        });
        expect((await enteredEvents()).map(({ occasion, email, amount }) => [occasion, email, amount])).toEqual([
          ['entered', 'new@example.com', 0],
        ]);
        expect(await of('bob@example.com')).toMatchObject({ waitlistedAt: expect.any(Date) });
      });

      it('keep their place and their page where its own wait', async () => {
        await capacity(1);
        const { registrationId, payToken } = await enter('new@example.com');
        await deliverPurchase(registrationId, randomUUID(), {});
        const entryOfAnn = await enter('ann@example.com', { member: ANN_MEMBER });
        await moveTo('new@example.com', registrationId);
        expect(await service.publishedEvents(paymentWithdrawn)).toEqual([
          { reference: entryOfAnn.registrationId, openedUntil: expect.any(String) },
        ]);
        expect(await service.rpc.call(takePaymentLink, { token: payToken! })).toMatchObject({
          registrationId,
          userId: ANN,
          email: 'new@example.com',
        });
      });
    },
  );

  it('are pending until they are paid, and published with the details of a payment link', async () => {
    const answer = await enter('Ann@Example.com', {
      phone: '555',
      specialRequests: 'a ramp',
      experienceLevel: 'advanced',
      promoCode: 'FALL',
    });
    expect(answer).toEqual({
      registrationId: expect.any(String),
      title: NEXT.title,
      amount: 4_000,
      position: null,
      payToken: expect.any(String),
      promoCode: 'FALL',
      correctionToken: expect.any(String),
    });
    const entry = await of('Ann@Example.com');
    expect(entry).toMatchObject({
      eventId: NEXT.id,
      userId: null,
      emailKey: 'ann@example.com',
      phone: '555',
      specialRequests: 'a ramp',
      experienceLevel: 'advanced',
      competitions: ['prepared_speech', 'spontaneous_debate'],
      promoCode: 'FALL',
      paymentStatus: 'pending',
      paymentAmount: 4_000,
      waitlistedAt: null,
      waiverAcceptedAt: expect.any(Date),
    });
    expect(await enteredEvents()).toEqual([
      {
        registrationId: entry.id,
        heldUntil: null,
        promoCode: 'FALL',
        userId: null,
        occasion: 'entered',
        email: 'Ann@Example.com',
        firstName: 'Ann',
        lastName: 'Lee',
        title: NEXT.title,
        beginsAt: NEXT.datetime.toISOString(),
        deadline: NEXT.registrationDeadline.toISOString(),
        competitions: ['prepared_speech', 'spontaneous_debate'],
        division: 'development',
        amount: 4_000,
        paymentStatus: 'pending',
        position: null,
        payKey: entry.payKey,
        entryToken: expect.any(String) as string,
        calendar: DATES,
      },
    ]);
    expect(await service.rpc.call(countRegistrations, {})).toMatchObject({ totalTournamentRegistrations: 1 });
  });

  it('are one per person and tournament, however many ask at the same moment', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => enter(index % 2 === 0 ? 'ann@example.com' : 'ANN@example.com ')),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          code: 'registration_exists',
          message: 'You are already registered for this tournament.',
        });
    }
    expect(await enteredEvents()).toHaveLength(1);
    await expect(price('ann@example.com')).rejects.toMatchObject({ code: 'registration_exists' });
    expect(await enter('ann@example.com', { eventId: LATER.id })).toMatchObject({ title: LATER.title });
  });

  it.each([
    ['one whose deadline has passed', { eventId: OVER.id }, 'registration_closed'],
    ['one that does not exist', { eventId: randomUUID() }, 'not_found'],
    ['a bootcamp', { eventId: RUN.id }, 'not_found'],
  ])('are refused for %s, and nothing is written', async (_what, differences, code) => {
    await expect(enter('ann@example.com', differences)).rejects.toMatchObject({ code });
    await expect(service.rpc.call(priceTournamentEntry, form('ann@example.com', differences))).rejects.toMatchObject({
      code,
    });
    expect(await enteredEvents()).toEqual([]);
    expect(await service.dataSource.getRepository(TournamentRegistration).count()).toBe(0);
  });

  it('join the waitlist when the tournament is full, each at a position of its own', async () => {
    await capacity(2);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => enter(`person${index}@example.com`)));
    expect(answers.map(({ position }) => position).toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual([
      null,
      null,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
    ]);
    expect((await enteredEvents()).filter(({ position }) => position === null)).toHaveLength(2);
  });

  it('leave the waitlist once the tournament has no limit any more', async () => {
    await capacity(1);
    for (const email of ['ann@example.com', 'bob@example.com', 'cleo@example.com']) await enter(email);
    await service.dataSource.query('UPDATE events SET capacity = NULL WHERE id = $1', [NEXT.id]);
    expect(await enter('dora@example.com')).toMatchObject({ position: null });
    expect((await enteredEvents()).flatMap(({ occasion, email }) => (occasion === 'moved_up' ? [email] : []))).toEqual([
      'bob@example.com',
      'cleo@example.com',
    ]);
  });

  describe('with an idempotency key', () => {
    const named = (key: string, fingerprint = 'one') => ({ idempotency: { key, fingerprint } });
    beforeEach(() => emptyTables(service.dataSource, 'idempotent_requests'));

    it('are made once and answered alike, however many requests arrive, also at the same moment and at two replicas', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => enter('ann@example.com', named('key-12345'))));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await enter('ann@example.com', named('key-12345'))).toEqual(answers[0]);
      expect(await service.rpc.call(priceTournamentEntry, form('ann@example.com', named('key-12345')))).toBeNull();
      expect(await enteredEvents()).toHaveLength(1);
      expect(await service.dataSource.getRepository(TournamentRegistration).count()).toBe(1);
    });

    it('are answered alike also after the deadline', async () => {
      const first = await enter('ann@example.com', named('key-12345'));
      await service.dataSource.query(`UPDATE events SET registration_deadline = '2026-09-01T11:00:00Z' WHERE id = $1`, [
        NEXT.id,
      ]);
      expect(await enter('ann@example.com', named('key-12345'))).toEqual(first);
    });

    it('are refused with other contents', async () => {
      await enter('ann@example.com', named('key-12345'));
      await expect(enter('bob@example.com', named('key-12345', 'two'))).rejects.toMatchObject({
        code: 'idempotency_conflict',
      });
      await expect(
        service.rpc.call(priceTournamentEntry, form('bob@example.com', named('key-12345', 'two'))),
      ).rejects.toMatchObject({ code: 'idempotency_conflict' });
      expect(await enteredEvents()).toHaveLength(1);
    });

    it('store nothing where they were refused', async () => {
      await expect(enter('ann@example.com', { eventId: OVER.id, ...named('key-12345') })).rejects.toMatchObject({
        code: 'registration_closed',
      });
      expect(await service.rpc.call(priceTournamentEntry, form('ann@example.com', named('key-12345')))).toMatchObject({
        amount: NEXT.price,
      });
      expect(await enter('ann@example.com', named('key-12345'))).toMatchObject({ title: NEXT.title });
    });
  });

  describe('cost', () => {
    const member = (differences: Partial<EventPayload<typeof membershipChanged>>): Promise<void> =>
      service.deliverEvent(membershipChanged, membershipEvent(differences));

    it('the member price for an active monthly member who enters themselves', async () => {
      await member({});
      expect(await price('ANN@example.com', ANN_MEMBER)).toBe(3_000);
      expect(await enter('ANN@example.com', { member: ANN_MEMBER })).toMatchObject({ amount: 3_000 });
      expect(await of('ANN@example.com')).toMatchObject({
        userId: ANN,
        paymentAmount: 3_000,
        paymentStatus: 'pending',
      });
    });

    it.each([
      ['without a token', {}, 'ann@example.com', null],
      ['for somebody else', {}, 'bob@example.com', ANN_MEMBER],
      ['when the membership is over', { status: 'cancelled' as const, access: false }, 'ann@example.com', ANN_MEMBER],
      ['when the membership is another person’s', { userId: randomUUID() }, 'ann@example.com', ANN_MEMBER],
    ])('the ordinary price %s', async (_what, differences, email, token) => {
      await member(differences);
      expect(await price(email, token)).toBe(4_000);
      await enter(email, { member: token });
      expect(await of(email)).toMatchObject({ paymentAmount: 4_000 });
    });

    it('nothing for an annual member, and are paid immediately', async () => {
      await member({ plan: 'annual' });
      expect(await enter('ann@example.com', { member: ANN_MEMBER, promoCode: 'FALL' })).toMatchObject({ amount: 0 });
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'paid', paymentAmount: 0, promoCode: null });
      expect(await enteredEvents()).toMatchObject([{ paymentStatus: 'paid', amount: 0 }]);
    });

    it.each([
      ['without accents', 'Jose Marie', 'O\u2019Neil'],
      ['with an accent of its own', 'Jose\u0301-Marie', "O'Neil"],
      ['in capitals, without an apostrophe', 'JOS\u00c9\u2010MARIE', 'ONEIL'],
      ['with an accent as apostrophe', 'jos\u00e9 - marie', 'O\u00b4Neil'],
    ])('nothing for an annual member whose name is typed %s, who enters once', async (_how, firstName, lastName) => {
      await service.deliverEvent(accountChanged, accountEvent({ firstName: 'Jos\u00e9-Marie', lastName: "O'Neil" }));
      await member({ plan: 'annual' });
      const named = { firstName, lastName, member: ANN_MEMBER };
      expect(await enter('ann@example.com', named)).toMatchObject({ amount: 0 });
      await expect(
        enter('ann@example.com', { firstName: 'Jos\u00e9-Marie', lastName: "O'Neil", member: ANN_MEMBER }),
      ).rejects.toMatchObject({ code: 'registration_exists' });
      expect(await enter('ann@example.com', { ...named, lastName: 'O\u2019Nell' })).toMatchObject({ amount: 4_000 });
    });

    it('the same as before for two spellings of one name that were entered before spellings were compared', async () => {
      await service.deliverEvent(accountChanged, accountEvent({ firstName: 'Jose', lastName: 'Lee' }));
      await member({ plan: 'annual' });
      await enter('ann@example.com', { firstName: 'Jose', member: ANN_MEMBER });
      await service.dataSource.query(
        `INSERT INTO tournament_registrations (event_id, user_id, email, email_key, first_name, last_name, division)
         SELECT event_id, user_id, email, email_key, 'Jos\u00e9', last_name, division FROM tournament_registrations`,
      );
      await service.deliverEvent(
        accountChanged,
        accountEvent({ version: 2, firstName: 'Ann', email: 'lee@example.com' }),
      );
      const entries = await service.dataSource.getRepository(TournamentRegistration).find();
      expect(entries.map(({ firstName, email }) => [firstName, email]).toSorted()).toEqual([
        ['Ann', 'lee@example.com'],
        ['Jos\u00e9', 'ann@example.com'],
      ]);
    });

    it('nothing for the first one of a bootcamp participant, and the price for the next', async () => {
      await bootcampOf('ann@example.com');
      expect(await price('bob@example.com')).toBe(4_000);
      expect(await price('ann@example.com', ANN_MEMBER)).toBe(0);
      const both = await Promise.all([
        enter('ann@example.com', { member: ANN_MEMBER }),
        enter('Ann@example.com', { member: ANN_MEMBER, eventId: LATER.id }),
      ]);
      expect(both.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([0, 4_000]);
    });

    it('the price where anybody typed the email of a bootcamp participant, until the participant enters', async () => {
      await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-08-01T12:00:00Z' }));
      await bootcampOf('ann@example.com');
      expect(await price('ann@example.com')).toBe(4_000);
      const { registrationId } = await enter('ann@example.com', { specialRequests: 'typed by somebody else' });
      await service.deliverEvent(claimsGranted, {
        claims: [{ kind: 'tournament_entry', subjectId: registrationId, userId: ANN }],
      });
      expect(await of('ann@example.com')).toMatchObject({
        userId: ANN,
        paymentStatus: 'pending',
        paymentAmount: 4_000,
        bootcampRegistrationId: null,
      });
      // Also when another event prices it again.
      await service.deliverEvent(membershipChanged, membershipEvent());
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'pending', bootcampRegistrationId: null });
      expect(await enter('ann@example.com', { member: ANN_MEMBER })).toMatchObject({ amount: 0 });
      expect(await of('ann@example.com')).toMatchObject({
        paymentStatus: 'paid',
        paymentAmount: 0,
        specialRequests: null,
        bootcampRegistrationId: expect.any(String),
      });
    });

    it.each(['verification first', 'claim first'])(
      'nothing once the participant has verified the mailbox that the entry was made with: %s',
      async (order) => {
        await bootcampOf('ann@example.com');
        const { registrationId } = await enter('ann@example.com');
        const publications = [
          () => service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-09-01T13:00:00Z' })),
          () =>
            service.deliverEvent(claimsGranted, {
              claims: [{ kind: 'tournament_entry' as const, subjectId: registrationId, userId: ANN }],
            }),
        ];
        for (const publish of order === 'claim first' ? publications.toReversed() : publications) await publish();
        expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'paid', paymentAmount: 0 });
      },
    );

    const namedPrices = async () =>
      (await service.dataSource.getRepository(TournamentRegistration).find())
        .map(({ firstName, paymentAmount }) => [firstName, paymentAmount])
        .toSorted();

    it('nothing in the participant’s own name alone, also where others were entered before the bootcamp', async () => {
      await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-08-01T12:00:00Z' }));
      // Several, because entries are priced again in no particular order.
      for (const firstName of ['Sam', 'Sue', 'Ann', 'Sid'])
        await enter('ann@example.com', { firstName, member: ANN_MEMBER });
      await bootcampOf('ann@example.com');
      expect(await namedPrices()).toEqual([
        ['Ann', 0],
        ['Sam', 4_000],
        ['Sid', 4_000],
        ['Sue', 4_000],
      ]);
    });

    it.each([
      ['monthly', 3_000],
      ['annual', 0],
    ] as const)('what a membership gives in its holder’s own name alone, once: %s', async (plan, amount) => {
      await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-08-01T12:00:00Z' }));
      await member({ plan });
      const { registrationId } = await enter('ann@example.com', { firstName: 'Cleo' });
      expect(await enter('ann@example.com', { firstName: 'Ben', member: ANN_MEMBER })).toMatchObject({
        amount: 4_000,
        isInOtherName: true,
      });
      const own = await enter('ann@example.com', { member: ANN_MEMBER });
      expect(own).toMatchObject({ amount });
      expect(own).not.toHaveProperty('isInOtherName');
      await service.deliverEvent(claimsGranted, {
        claims: [{ kind: 'tournament_entry', subjectId: registrationId, userId: ANN }],
      });
      expect(await namedPrices()).toEqual([
        ['Ann', amount],
        ['Ben', 4_000],
        ['Cleo', 4_000],
      ]);
    });

    it.each([
      ['monthly', 'pending', 3_000, 'member'],
      ['annual', 'paid', 0, 'annual_member'],
    ] as const)(
      'what a membership gives once the bootcamp that included them is refunded: %s',
      async (plan, paymentStatus, paymentAmount, priceReason) => {
        await service.deliverEvent(accountChanged, accountEvent());
        const payBack = await bootcampOf('ann@example.com');
        await enter('ann@example.com', { member: ANN_MEMBER });
        await member({ plan });
        await payBack();
        const entry = await of('ann@example.com');
        expect(entry).toMatchObject({ bootcampRegistrationId: null, paymentStatus, paymentAmount, priceReason });
        // It keeps its place for as long as an offer does.
        expect(entry.heldUntil).toEqual(paymentStatus === 'paid' ? null : expect.any(Date));
      },
    );

    it('nothing for a participant whose account has another name since, also after the bootcamp', async () => {
      await service.deliverEvent(accountChanged, accountEvent());
      await bootcampOf('ann@example.com');
      await service.dataSource.query(
        `UPDATE events SET datetime = datetime - $1::interval, ends_at = ends_at - $1::interval, registration_deadline = registration_deadline - $1::interval WHERE type = 'bootcamp'`,
        ['1 year'],
      );
      await service.deliverEvent(accountChanged, accountEvent({ version: 2, lastName: 'Okafor' }));
      expect(await enter('ann@example.com', { member: ANN_MEMBER, lastName: 'Okafor' })).toMatchObject({ amount: 0 });
    });

    it('the price again once the bootcamp that included them is refunded, while registration is open', async () => {
      const payBack = await bootcampOf('ann@example.com');
      await enter('ann@example.com', { member: ANN_MEMBER });
      const { payKey } = await of('ann@example.com');
      await payBack();
      expect(await of('ann@example.com')).toMatchObject({
        paymentStatus: 'pending',
        paymentAmount: 4_000,
        bootcampRegistrationId: null,
      });
      expect((await enteredEvents()).at(-1)).toMatchObject({
        occasion: 'no_longer_included',
        paymentStatus: 'pending',
        amount: 4_000,
        payKey,
      });
    });

    it('nothing still where the bootcamp is refunded once the tournament has begun, and end where that is after the deadline', async () => {
      const payBack = await bootcampOf('ann@example.com');
      await enter('ann@example.com', { member: ANN_MEMBER });
      await service.dataSource.query(`UPDATE events SET registration_deadline = '2026-09-01T11:00:00Z' WHERE id = $1`, [
        NEXT.id,
      ]);
      await payBack();
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'refunded', paymentAmount: 0 });
      expect((await service.publishedEvents(placeLost)).filter(({ kind }) => kind === 'tournament')).toMatchObject([
        { because: 'no_longer_included', email: 'ann@example.com' },
      ]);
      const bob = { id: randomUUID(), email: 'bob@example.com' };
      const payBackToo = await bootcampOf(bob.email, bob.id);
      await service.dataSource.query(`UPDATE events SET registration_deadline = '2026-09-20T11:00:00Z' WHERE id = $1`, [
        NEXT.id,
      ]);
      await enter('bob@example.com', { member: bob });
      await service.dataSource.query(
        `UPDATE events SET datetime = '2026-09-01T11:00:00Z', registration_deadline = '2026-09-01T10:00:00Z' WHERE id = $1`,
        [NEXT.id],
      );
      await payBackToo();
      expect(await of('bob@example.com')).toMatchObject({ paymentStatus: 'paid', paymentAmount: 0 });
    });

    it('the price, or are pending again, whichever of entry and refund comes first at the same moment', async () => {
      for (const email of ['ann@example.com', 'bob@example.com', 'cleo@example.com']) {
        const member = { id: randomUUID(), email };
        const payBack = await bootcampOf(email, member.id);
        await Promise.all([enter(email, { member }), payBack()]);
        expect(await of(email)).toMatchObject({
          paymentStatus: 'pending',
          paymentAmount: 4_000,
          bootcampRegistrationId: null,
        });
      }
    });

    it('the price for a bootcamp seat that is only held', async () => {
      await service.rpc.call(reserveBootcampSeat, {
        userId: null,
        email: 'ann@example.com',
        firstName: 'Ann',
        lastName: 'Lee',
        phone: null,
        experienceLevel: 'beginner',
        ...UNFILLED_SEAT,
      });
      expect(await price('ann@example.com')).toBe(4_000);
    });
  });

  it('with limited places are limited per network while they are unpaid', async () => {
    const network = { address: '2001:db8:1:2::/64', most: 2 };
    for (const number of [1, 2, 3]) await enter(`unlimited${number}@example.com`, { network });
    await emptyTables(service.dataSource, 'tournament_registrations');
    await capacity(1);
    for (const number of [1, 2]) await enter(`person${number}@example.com`, { network });
    await expect(enter('person3@example.com', { network })).rejects.toMatchObject({
      code: 'too_many_unpaid',
      message: expect.stringContaining('from your network'),
    });
    expect(await enter('person3@example.com')).toMatchObject({ position: 2 });
    const paid = await of('person1@example.com');
    expect(paid.networkKey).toMatch(/^[\w-]{43}$/);
    await deliverPurchase(paid.id, randomUUID(), {
      version: 2,
      status: 'paid',
      amountPaid: 4_000,
      paymentIntentId: 'pi_1',
    });
    expect((await of('person1@example.com')).networkKey).toBeNull();
    expect(await enter('person4@example.com', { network })).toMatchObject({ position: 3 });
  });

  it('of a free tournament with limited places are limited per network and day, and their network is cleared then', async () => {
    const network = { address: '2001:db8:1:2::/64', most: 2 };
    await service.dataSource.query('UPDATE events SET price = 0, capacity = 5 WHERE id = $1', [NEXT.id]);
    for (const number of [1, 2])
      expect(await enter(`free${number}@example.com`, { network })).toMatchObject({ amount: 0, position: null });
    await expect(enter('free3@example.com', { network })).rejects.toMatchObject({
      code: 'too_many_unpaid',
      message: expect.stringMatching(/from your network. Try again tomorrow/),
    });
    expect(await enter('free4@example.com', { network: { ...network, address: '192.0.2.7' } })).toMatchObject({
      position: null,
    });
    await service.dataSource.query(
      `UPDATE tournament_registrations SET registered_at = registered_at - interval '25 hours' WHERE email_key = 'free1@example.com'`,
    );
    await service.runJob(forgetNetworks);
    expect([(await of('free1@example.com')).networkKey, (await of('free2@example.com')).networkKey]).toEqual([
      null,
      expect.any(String),
    ]);
    expect(await enter('free3@example.com', { network })).toMatchObject({ position: null });
    // A person with a verified mailbox does not count with others.
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-09-01T11:00:00Z' }));
    expect(await enter('ann@example.com', { network, member: ANN_MEMBER })).toMatchObject({
      amount: 0,
      position: null,
    });
  });

  it.each(['with a place', 'on the waitlist'])(
    'of an account that has not verified the mailbox go to a guest who enters, with the guest’s details: %s',
    async (place) => {
      await capacity(1);
      await service.deliverEvent(accountChanged, accountEvent());
      await service.deliverEvent(membershipChanged, membershipEvent({ email: 'ann@example.com' }));
      if (place === 'on the waitlist') await enter('bob@example.com', { firstName: 'Bob' });
      await enter('ann@example.com', { member: ANN_MEMBER, specialRequests: 'CHEAP PILLS', phone: '666' });
      const before = await of('ann@example.com');
      await deliverPurchase(before.id, randomUUID(), {});
      const answer = await enter('Ann@example.com', { specialRequests: 'a ramp' });
      expect(answer).toMatchObject({
        registrationId: before.id,
        amount: 4_000,
        position: place === 'with a place' ? null : 1,
        correctionToken: expect.any(String),
      });
      const entry = await of('Ann@example.com');
      expect(entry).toMatchObject({
        userId: null,
        specialRequests: 'a ramp',
        phone: null,
        waitlistedAt: before.waitlistedAt,
      });
      expect(entry.payKey).not.toBe(before.payKey);
      expect((await service.publishedEvents(claimsMade)).at(-1)).toMatchObject({ claims: [{ subjectId: before.id }] });
      expect(await service.publishedEvents(paymentWithdrawn)).toEqual([
        { reference: before.id, openedUntil: expect.any(String) },
      ]);
      await expect(enter('ann@example.com')).rejects.toMatchObject({ code: 'registration_exists' });
    },
  );

  it('that a deactivated account has not paid give their place to the waitlist, and none is offered to it', async () => {
    await capacity(1);
    const deactivated = accountEvent({
      version: 2,
      deactivatedAt: '2026-09-01T12:00:00.000Z',
      emailVerifiedAt: '2026-09-01T11:00:00Z',
    });
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-09-01T11:00:00Z' }));
    await enter('ann@example.com', { member: ANN_MEMBER });
    await enter('ann@example.com', { member: ANN_MEMBER, firstName: 'Ben' });
    await enter('bob@example.com', { firstName: 'Bob' });
    await service.deliverEvent(accountChanged, deactivated);
    expect((await enteredEvents()).filter(({ occasion }) => occasion === 'moved_up').map(({ email }) => email)).toEqual(
      ['bob@example.com'],
    );
    expect(await of('bob@example.com')).toMatchObject({ waitlistedAt: null, releasedAt: null });
    expect(await of('ann@example.com')).toMatchObject({
      paymentStatus: 'pending',
      waitlistedAt: null,
      releasedAt: expect.any(Date),
    });

    await emptyTables(service.dataSource, 'tournament_registrations, accounts, outbox');
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-09-01T11:00:00Z' }));
    await enter('bob@example.com', { firstName: 'Bob' });
    await enter('ann@example.com', { member: ANN_MEMBER });
    await enter('cleo@example.com', { firstName: 'Cleo' });
    await service.deliverEvent(accountChanged, deactivated);
    await service.dataSource.query(
      `UPDATE tournament_registrations SET held_until = '2026-09-01T11:00:00Z' WHERE email = 'bob@example.com'`,
    );
    await service.runJob(endHolds);
    expect((await enteredEvents()).filter(({ occasion }) => occasion === 'moved_up').map(({ email }) => email)).toEqual(
      ['cleo@example.com'],
    );
  });

  it('that are not paid in time give their place to the waitlist, and can be paid while there is room', async () => {
    await capacity(1);
    const { payToken } = await enter('ann@example.com');
    await enter('bob@example.com', { firstName: 'Bob' });
    const take = () => service.rpc.call(takePaymentLink, { token: payToken! });
    const { heldUntil, registeredAt } = await of('ann@example.com');
    expect(Math.round((heldUntil!.getTime() - registeredAt.getTime()) / 1_000)).toBe(2 * 3_600);
    await service.runJob(endHolds);
    expect(await of('bob@example.com')).toMatchObject({ waitlistedAt: expect.any(Date) });
    await service.dataSource.query(
      `UPDATE tournament_registrations SET held_until = '2026-09-01T11:00:00Z' WHERE email = 'ann@example.com'`,
    );
    const purchaseId = randomUUID();
    await deliverPurchase((await of('ann@example.com')).id, purchaseId, {});
    await service.runJob(endHolds);
    expect(await of('ann@example.com')).toMatchObject({ releasedAt: null });
    await deliverPurchase((await of('ann@example.com')).id, purchaseId, { version: 2, status: 'expired' });
    await service.runJob(endHolds);
    expect(await of('ann@example.com')).toMatchObject({ releasedAt: expect.any(Date), paymentStatus: 'pending' });
    expect(await of('bob@example.com')).toMatchObject({ waitlistedAt: null, heldUntil: expect.any(Date) });
    // Staff see which of the two has the place.
    const { items } = await service.rpc.call(listTournamentRegistrations, {});
    expect(items.map(({ email, isReleased }) => [email, isReleased])).toEqual([
      ['bob@example.com', false],
      ['ann@example.com', true],
    ]);
    const slice = await service.rpc.call(exportTournamentRegistrations, {});
    const status = slice.columns.indexOf('Payment status');
    expect(rowsOf(slice).map((row) => row[status])).toEqual(['pending', 'pending (place released)']);
    expect(await service.publishedEvents(placeLost)).toMatchObject([
      { email: 'ann@example.com', because: 'unpaid', kind: 'tournament' },
    ]);
    await expect(take()).rejects.toMatchObject({
      code: 'payment_link_closed',
      message: expect.stringContaining('not paid in time'),
    });
    await capacity(2);
    expect(await take()).toMatchObject({ email: 'ann@example.com', amount: 4_000 });
    expect(await of('ann@example.com')).toMatchObject({ releasedAt: null });
  });

  describe('that were released, once their person is entitled to a free one,', () => {
    const annual = membershipEvent({ email: 'ann@example.com', plan: 'annual' });
    const lapse = async (): Promise<void> => {
      await service.dataSource.query(
        `UPDATE tournament_registrations SET held_until = '2026-09-01T11:00:00Z' WHERE email = 'ann@example.com'`,
      );
      await service.runJob(endHolds);
    };
    beforeEach(async () => {
      await capacity(1);
      await service.deliverEvent(accountChanged, accountEvent());
      await enter('ann@example.com', { member: ANN_MEMBER });
    });

    it.each([
      ['by an annual membership', () => service.deliverEvent(membershipChanged, annual)],
      ['by a bootcamp seat', async () => void (await bootcampOf('ann@example.com'))],
    ])('stay so while the tournament is full, and are entered again on the waitlist: %s', async (_, becomeEntitled) => {
      await enter('bob@example.com', { firstName: 'Bob' });
      await lapse();
      await becomeEntitled();
      const released = await of('ann@example.com');
      expect(released).toMatchObject({
        paymentStatus: 'pending',
        paymentAmount: 4_000,
        releasedAt: expect.any(Date),
        bootcampRegistrationId: null,
        freeSubscriptionId: null,
      });
      expect((await enteredEvents()).filter(({ email }) => email === 'ann@example.com')).toHaveLength(1);
      expect(await enter('ann@example.com', { member: ANN_MEMBER })).toMatchObject({ amount: 0, position: 1 });
    });

    it('are renewed by their account, and by nobody else once it has verified the mailbox', async () => {
      await service.deliverEvent(accountChanged, accountEvent({ version: 2, emailVerifiedAt: '2026-08-01T12:00:00Z' }));
      await enter('bob@example.com', { firstName: 'Bob' });
      await lapse();
      const released = await of('ann@example.com');
      expect(released).toMatchObject({ userId: ANN_MEMBER.id, releasedAt: expect.any(Date) });
      await capacity(3);
      await expect(enter('ann@example.com')).rejects.toMatchObject({ code: 'registration_exists' });
      await expect(price('ann@example.com')).rejects.toMatchObject({ code: 'registration_exists' });
      expect(await of('ann@example.com')).toEqual(released);
      await enter('ann@example.com', { member: ANN_MEMBER });
      expect(await of('ann@example.com')).toMatchObject({ payKey: released.payKey, releasedAt: null });
    });

    it('go to a guest who enters while the account has not verified the mailbox', async () => {
      await lapse();
      const { id, payKey } = await of('ann@example.com');
      await service.deliverEvent(membershipChanged, { ...annual, plan: 'monthly' });
      expect(await price('ann@example.com')).toBe(4_000);
      await enter('ann@example.com', { specialRequests: 'a ramp' });
      const entry = await of('ann@example.com');
      expect(entry).toMatchObject({ id, userId: null, specialRequests: 'a ramp', paymentAmount: 4_000 });
      expect(entry.payKey).not.toBe(payKey);
    });

    it('leave a bootcamp’s included entry to the next tournament while theirs is full', async () => {
      await enter('bob@example.com', { firstName: 'Bob' });
      await lapse();
      await bootcampOf('ann@example.com');
      expect(await price('ann@example.com', ANN_MEMBER, LATER.id)).toBe(0);
    });

    it('get a place where there is room', async () => {
      await lapse();
      await service.deliverEvent(membershipChanged, annual);
      expect(await of('ann@example.com')).toMatchObject({
        paymentStatus: 'paid',
        paymentAmount: 0,
        releasedAt: null,
        heldUntil: null,
      });
      expect((await enteredEvents()).map(({ amount, paymentStatus }) => [amount, paymentStatus])).toEqual([
        [4_000, 'pending'],
        [0, 'paid'],
      ]);
    });

    it('are free by their link where there is room again later', async () => {
      await enter('bob@example.com', { firstName: 'Bob' });
      await lapse();
      await service.deliverEvent(membershipChanged, annual);
      await capacity(2);
      const { id: registrationId, payKey: key } = await of('ann@example.com');
      await expect(
        service.rpc.call(takePaymentLink, { token: registrationToken({ registrationId, key }) }),
      ).rejects.toMatchObject({ code: 'purchase_exists' });
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'paid', paymentAmount: 0, releasedAt: null });
      expect((await enteredEvents()).at(-1)).toMatchObject({
        email: 'ann@example.com',
        amount: 0,
        paymentStatus: 'paid',
      });
    });

    it('cost less, and send no email about a place that they do not have', async () => {
      await enter('bob@example.com', { firstName: 'Bob' });
      await lapse();
      await service.deliverEvent(membershipChanged, { ...annual, plan: 'monthly' });
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'pending', paymentAmount: 3_000 });
      expect((await enteredEvents()).filter(({ email }) => email === 'ann@example.com')).toHaveLength(1);
    });

    it('stay released while the account is deactivated', async () => {
      await service.deliverEvent(
        accountChanged,
        accountEvent({ version: 2, deactivatedAt: '2026-09-01T12:00:00.000Z' }),
      );
      await service.deliverEvent(membershipChanged, annual);
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'pending', releasedAt: expect.any(Date) });
    });
  });

  it('that were released cost the public price by their link where another entry has the member price by now', async () => {
    await capacity(1);
    await service.deliverEvent(membershipChanged, membershipEvent({ email: 'ann@example.com' }));
    expect(await enter('ann@example.com', { member: ANN_MEMBER })).toMatchObject({ amount: 3_000 });
    const { id: registrationId, payKey: key } = await of('ann@example.com');
    await service.dataSource.query(`UPDATE tournament_registrations SET held_until = '2026-09-01T11:00:00Z'`);
    await service.runJob(endHolds);
    await capacity(2);
    expect(await enter('ann@example.com', { member: ANN_MEMBER, firstName: 'Annabel' })).toMatchObject({
      amount: 3_000,
    });
    const token = registrationToken({ registrationId, key });
    expect(await service.rpc.call(previewPaymentLink, { token })).toMatchObject({ state: 'payable', amount: 4_000 });
    for (const _again of [1, 2])
      expect(await service.rpc.call(takePaymentLink, { token })).toMatchObject({ amount: 4_000 });
  });

  it('that were not paid in time do not keep their place by another payment page', async () => {
    await capacity(1);
    const { payToken } = await enter('ann@example.com');
    await enter('bob@example.com', { firstName: 'Bob' });
    await service.dataSource.query(
      `UPDATE tournament_registrations SET held_until = '2026-09-01T11:00:00Z' WHERE email = 'ann@example.com'`,
    );
    await expect(service.rpc.call(takePaymentLink, { token: payToken! })).rejects.toMatchObject({
      code: 'payment_link_closed',
    });
    expect(await of('bob@example.com')).toMatchObject({ waitlistedAt: null, heldUntil: expect.any(Date) });
  });

  it('hold their place for half an hour after their time at most, however many payment pages follow the open one', async () => {
    await capacity(1);
    const { payToken, registrationId } = await enter('ann@example.com');
    await deliverPurchase(registrationId, randomUUID(), {});
    const link = () => service.rpc.call(takePaymentLink, { token: payToken! });
    const heldUntil = (instant: string) =>
      service.dataSource.query('UPDATE tournament_registrations SET held_until = $1', [instant]);
    await heldUntil('2026-09-01T11:40:00Z');
    expect(await link()).toMatchObject({ payBy: '2026-09-01T12:10:00.000Z' });
    await heldUntil('2026-09-01T11:30:00Z');
    await expect(link()).rejects.toMatchObject({ code: 'in_progress' });
  });

  it('on the waitlist at the deadline are notified that it has ended, once', async () => {
    await capacity(1);
    await enter('ann@example.com');
    await enter('bob@example.com', { firstName: 'Bob' });
    await service.dataSource.query(`UPDATE events SET registration_deadline = '2026-09-01T11:00:00Z' WHERE id = $1`, [
      NEXT.id,
    ]);
    await service.runJob(endHolds);
    await service.runJob(endHolds);
    expect(await service.publishedEvents(placeLost)).toMatchObject([
      { email: 'bob@example.com', because: 'waitlist_ended' },
    ]);
  });

  describe('that are free and on the waitlist', () => {
    const closed = () =>
      service.dataSource.query(`UPDATE events SET registration_deadline = '2026-09-01T11:00:00Z' WHERE id = $1`, [
        NEXT.id,
      ]);
    beforeEach(async () => {
      await capacity(1);
      await enter('bob@example.com', { firstName: 'Bob' });
      // Nobody gives up a paid place.
      await deliverPurchase((await of('bob@example.com')).id, randomUUID(), { status: 'paid', amountPaid: 4_000 });
    });

    it.each([
      ['alone', false],
      ['beside an unpaid one', true],
    ])(
      'at the deadline are notified that it has ended, and free their included entry for another one: %s',
      async (_, isBeside) => {
        await bootcampOf('ann@example.com');
        expect(await enter('ann@example.com', { member: ANN_MEMBER })).toMatchObject({ amount: 0, position: 1 });
        if (isBeside) await enter('cleo@example.com', { firstName: 'Cleo' });
        expect(await price('ann@example.com', ANN_MEMBER, LATER.id)).toBe(4_000);
        await closed();
        for (const _again of [1, 2]) await service.runJob(endHolds);
        expect((await service.publishedEvents(placeLost)).map(({ email, because }) => [email, because])).toEqual(
          ['ann@example.com', ...(isBeside ? ['cleo@example.com'] : [])].map((email) => [email, 'waitlist_ended']),
        );
        expect(await of('ann@example.com')).toMatchObject({
          paymentStatus: 'refunded',
          paymentAmount: 0,
          waitlistedAt: null,
          bootcampRegistrationId: null,
        });
        expect(await enter('ann@example.com', { member: ANN_MEMBER, eventId: LATER.id })).toMatchObject({ amount: 0 });
      },
    );

    it('with an annual membership are notified too, and stay ended when it ends', async () => {
      const annual = membershipEvent({ email: 'ann@example.com', plan: 'annual' });
      await service.deliverEvent(membershipChanged, annual);
      await enter('ann@example.com', { member: ANN_MEMBER });
      await closed();
      await service.runJob(endHolds);
      await service.deliverEvent(membershipChanged, { ...annual, version: 2, status: 'cancelled', access: false });
      expect(await service.publishedEvents(placeLost)).toMatchObject([
        { email: 'ann@example.com', because: 'waitlist_ended' },
      ]);
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'refunded', freeSubscriptionId: null });
    });

    it('may be made again where the deadline is postponed', async () => {
      await service.deliverEvent(membershipChanged, membershipEvent({ email: 'ann@example.com', plan: 'annual' }));
      await enter('ann@example.com', { member: ANN_MEMBER });
      await closed();
      await service.runJob(endHolds);
      const { id: registrationId, payKey: key } = await of('ann@example.com');
      await service.dataSource.query('UPDATE events SET registration_deadline = $2 WHERE id = $1', [
        NEXT.id,
        NEXT.registrationDeadline,
      ]);
      expect(
        await service.rpc.call(previewPaymentLink, { token: registrationToken({ registrationId, key }) }),
      ).toMatchObject({ message: `Your entry for the ${NEXT.title} has ended. Enter again to take part.` });
      expect(await enter('ann@example.com', { member: ANN_MEMBER, eventId: NEXT.id })).toMatchObject({
        amount: 0,
        position: 1,
      });
    });

    it('free their included entry for another one when they are removed', async () => {
      await bootcampOf('ann@example.com');
      const { registrationId } = await enter('ann@example.com', { member: ANN_MEMBER });
      await service.rpc.call(deleteTournamentRegistration, {
        id: registrationId,
        by: { adminId: randomUUID(), role: 'owner', origin: { ipAddress: null, userAgent: null } },
      });
      expect(await price('ann@example.com', ANN_MEMBER, LATER.id)).toBe(0);
    });
  });

  it.each([
    ['has ended', { status: 'cancelled', access: false }, 4_000],
    ['is past due after its grace', { status: 'past_due', access: false }, 4_000],
    ['is monthly', { plan: 'monthly' }, 3_000],
  ] as const)('that were free with an annual membership are to be paid once it %s', async (_, change, price) => {
    const annual = membershipEvent({ email: 'ann@example.com', plan: 'annual' });
    await service.deliverEvent(membershipChanged, annual);
    await enter('ann@example.com', { member: ANN_MEMBER });
    expect(await of('ann@example.com')).toMatchObject({
      paymentStatus: 'paid',
      paymentAmount: 0,
      freeSubscriptionId: 'sub_ann',
    });
    for (const stillOpen of [
      { status: 'cancelled', access: true },
      { status: 'past_due', access: true },
    ] as const) {
      await service.deliverEvent(membershipChanged, { ...annual, ...stillOpen, version: (annual.version += 1) });
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'paid' });
    }
    for (const version of [4, 5]) await service.deliverEvent(membershipChanged, { ...annual, ...change, version });
    expect(await of('ann@example.com')).toMatchObject({
      paymentStatus: 'pending',
      paymentAmount: price,
      freeSubscriptionId: null,
    });
    expect((await enteredEvents()).map(({ occasion, includedBy, amount }) => [occasion, includedBy, amount])).toEqual([
      ['entered', undefined, 0],
      ['no_longer_included', 'membership', price],
    ]);
    // A late payment includes them again.
    await service.deliverEvent(membershipChanged, { ...annual, version: 6 });
    expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'paid', freeSubscriptionId: 'sub_ann' });
  });

  describe('and their payment', () => {
    let entry: TournamentRegistration;
    const purchaseId = randomUUID();
    beforeEach(async () => {
      await enter('ann@example.com', { promoCode: 'FALL' });
      entry = await of('ann@example.com');
    });
    const link = (key: string = entry.payKey) =>
      service.rpc.call(takePaymentLink, { token: registrationToken({ registrationId: entry.id, key }) });

    it('use the link until they are paid', async () => {
      const payable = {
        product: 'tournaments',
        registrationId: entry.id,
        email: 'ann@example.com',
        title: NEXT.title,
        amount: 4_000,
        promoCode: 'FALL',
      };
      expect(await link()).toMatchObject(payable);
      await deliverPurchase(entry.id, purchaseId, {});
      await deliverPurchase(entry.id, purchaseId, { version: 2, status: 'expired' });
      expect(await link()).toMatchObject(payable);
      await deliverPurchase(entry.id, randomUUID(), { status: 'paid', amountPaid: 3_500 });
      await expect(link()).rejects.toMatchObject({ code: 'purchase_exists' });
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'paid', paymentAmount: 3_500 });
    });

    it.each(['', 'x', randomUUID()])('are closed to the key %p', async (key) => {
      await expect(link(key)).rejects.toMatchObject({ code: 'payment_link_unknown' });
    });

    it('are closed after the deadline, and while there is no place', async () => {
      await enter('bob@example.com', { firstName: 'Bob' });
      await capacity(1);
      await service.dataSource.query(
        `UPDATE tournament_registrations SET waitlisted_at = now() WHERE email = 'ann@example.com'`,
      );
      await expect(link()).rejects.toMatchObject({ code: 'payment_link_closed' });
      await service.dataSource.query(`UPDATE tournament_registrations SET waitlisted_at = NULL`);
      await service.dataSource.query(`UPDATE events SET registration_deadline = '2026-09-01T11:00:00Z' WHERE id = $1`, [
        NEXT.id,
      ]);
      await expect(link()).rejects.toMatchObject({ code: 'payment_link_closed' });
    });

    it('are published once, however often billing publishes the payment', async () => {
      const paid = { version: 2, status: 'paid' as const, amountPaid: 4_000 };
      await Promise.all([
        deliverPurchase(entry.id, purchaseId, paid),
        deliverPurchase(entry.id, purchaseId, paid),
        deliverPurchase(entry.id, purchaseId, { version: 1 }),
      ]);
      await deliverPurchase(entry.id, purchaseId, {
        version: 3,
        status: 'paid',
        amountPaid: 4_000,
        amountRefunded: 100,
      });
      expect(await service.publishedEvents(tournamentEntryPaid)).toEqual([
        {
          registrationId: entry.id,
          userId: null,
          email: 'ann@example.com',
          firstName: 'Ann',
          lastName: 'Lee',
          title: NEXT.title,
          beginsAt: NEXT.datetime.toISOString(),
          amountPaid: 4_000,
          receiptToken: expect.any(String) as string,
          entryToken: expect.any(String) as string,
          calendar: DATES,
        },
      ]);
    });

    it('by a guest leaves them to the account that has them for free by now', async () => {
      await service.deliverEvent(accountChanged, accountEvent());
      await service.dataSource.query(
        `UPDATE tournament_registrations SET user_id = $1, payment_status = 'paid', payment_amount = 0, promo_code = NULL`,
        [ANN],
      );
      await deliverPurchase(entry.id, purchaseId, {
        version: 2,
        status: 'paid',
        amountPaid: 4_000,
        guestEmail: 'ann@example.com',
      });
      expect(await service.publishedEvents(paymentRefused)).toEqual([{ purchaseId, reason: 'free' }]);
      expect(await of('ann@example.com')).toMatchObject({ userId: ANN, paymentStatus: 'paid' });
    });

    describe('of $0, with a promo code that takes everything off,', () => {
      const payNothing = () => deliverPurchase(entry.id, purchaseId, { version: 2, status: 'paid', amountPaid: 0 });
      const release = () =>
        service.dataSource.query(`UPDATE tournament_registrations SET released_at = now() WHERE id = $1`, [entry.id]);

      it('makes them paid, once', async () => {
        await payNothing();
        await deliverPurchase(entry.id, purchaseId, { version: 3, status: 'paid', amountPaid: 0 });
        expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'paid', paymentAmount: 0 });
        expect(await service.publishedEvents(tournamentEntryPaid)).toHaveLength(1);
        expect(await service.publishedEvents(paymentRefused)).toEqual([]);
      });

      it.each([
        [
          'full',
          async () => {
            await capacity(1);
            await release();
            await enter('bob@example.com', { firstName: 'Bob' });
          },
        ],
        [
          'withdrawn',
          async () => {
            await service.deliverEvent(accountChanged, accountEvent());
            await service.dataSource.query('UPDATE tournament_registrations SET user_id = $1', [ANN]);
            await service.deliverEvent(
              accountChanged,
              accountEvent({ version: 2, deactivatedAt: '2026-09-01T12:00:00.000Z' }),
            );
          },
        ],
        [
          'over',
          async () => {
            await release();
            await service.dataSource.query(
              `UPDATE events SET datetime = '2026-09-01T11:00:00Z', registration_deadline = '2026-09-01T10:00:00Z' WHERE id = $1`,
              [NEXT.id],
            );
          },
        ],
      ] as const)('is refused where they are %s, and leaves them unpaid without a place', async (reason, happen) => {
        await happen();
        await payNothing();
        expect(await service.publishedEvents(paymentRefused)).toEqual([{ purchaseId, reason }]);
        expect(await of('ann@example.com')).toMatchObject({
          paymentStatus: 'pending',
          paymentAmount: 4_000,
          releasedAt: expect.any(Date),
        });
        expect(await service.publishedEvents(tournamentEntryPaid)).toEqual([]);
      });

      it('is refused where they are free by now, or removed', async () => {
        await service.dataSource.query(
          `UPDATE tournament_registrations SET payment_status = 'paid', payment_amount = 0, promo_code = NULL`,
        );
        await payNothing();
        await deliverPurchase(randomUUID(), randomUUID(), { version: 2, status: 'paid', amountPaid: 0 });
        expect(await service.publishedEvents(paymentRefused)).toMatchObject([
          { reason: 'free' },
          { reason: 'withdrawn' },
        ]);
      });
    });

    it('free the place when they are refunded, also for the same person', async () => {
      await capacity(1);
      await enter('bob@example.com');
      await deliverPurchase(entry.id, purchaseId, {
        version: 3,
        status: 'refunded',
        amountPaid: 4_000,
        amountRefunded: 4_000,
      });
      await deliverPurchase(entry.id, purchaseId, { version: 2, status: 'paid', amountPaid: 4_000 });
      expect(await of('ann@example.com')).toMatchObject({ paymentStatus: 'refunded' });
      await expect(link()).rejects.toMatchObject({ code: 'payment_link_closed' });
      expect(await of('bob@example.com')).toMatchObject({ waitlistedAt: null, paymentStatus: 'pending' });
      expect((await enteredEvents()).map(({ occasion, email, position }) => [occasion, email, position])).toEqual([
        ['entered', 'ann@example.com', null],
        ['entered', 'bob@example.com', 1],
        ['moved_up', 'bob@example.com', null],
      ]);
      expect(await enter('ann@example.com')).toMatchObject({ position: 1 });
    });
  });
});
