import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, beforeEach } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import { DomainError } from '@lectern/contracts/errors';
import {
  tournamentEntered,
  adminActed,
  paymentRefused,
  paymentWithdrawn,
  registrationRemoved,
} from '@lectern/contracts/registrations/events';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import {
  enterTournament,
  countRegistrations,
  deleteTournamentRegistration,
  takePaymentLink,
} from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';
import { TournamentRegistration } from './tournament-registration.entity.ts';

/** Large enough for a waitlist that continues behind the people who move up. */
const CROWD = 120;
const PLACES = 40;
const CONCURRENT = 64;
const NEXT = SEASON.find(
  (event) => event.type === 'tournament' && event.registrationDeadline > new Date('2026-09-01'),
)!;

type Answer = RpcOutput<typeof enterTournament>;

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const inOrder = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);

const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: '2026-09-01T12:00:00Z' });
  await Promise.all([service.seed(), service.startReplica()]);
});
afterAll(() => service.stop());

describe('a crowd at a tournament with few places, with two replicas', () => {
  let answers: Answer[];
  let positionOf: ReadonlyMap<string, number | null>;
  beforeAll(async () => {
    await service.dataSource.query('UPDATE events SET capacity = $2 WHERE id = $1', [NEXT.id, PLACES]);
    answers = await everybody();
    positionOf = new Map(answers.map(({ registrationId, position }) => [registrationId, position]));
  });

  /** Enters a person as a browser does: on `service_unavailable` it repeats the request. */
  const enter = async (person: number): Promise<Answer> => {
    for (;;) {
      try {
        return await service.rpc.call(enterTournament, {
          eventId: null,
          email: `person${person}@example.com`,
          member: null,
          firstName: 'Person',
          lastName: String(person),
          phone: null,
          competitions: ['prepared_speech'],
          division: 'development',
          experienceLevel: null,
          specialRequests: null,
          promoCode: null,
          idempotency: { key: String(person), fingerprint: 'the same' },
        });
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'service_unavailable') throw error;
      }
    }
  };

  /** Enters the crowd with as many concurrent requests as browsers would send; the answers by person. */
  const everybody = async (): Promise<Answer[]> => {
    const given: Answer[] = [];
    const people = numbers(0, CROWD - 1).values();
    const queue = async (): Promise<void> => {
      for (const person of people) given[person] = await enter(person);
    };
    await Promise.all(Array.from({ length: CONCURRENT }, queue));
    return given;
  };
  const payBack = async (registrationId: string): Promise<void> => {
    const paid = purchaseEvent({
      purchaseId: randomUUID(),
      product: 'tournaments',
      reference: registrationId,
      version: 2,
      status: 'paid',
      amountPaid: 4_000,
    });
    await service.deliverEvent(purchaseChanged, paid);
    await service.deliverEvent(purchaseChanged, { ...paid, version: 3, status: 'refunded', amountRefunded: 4_000 });
  };

  it('fills the places exactly, and gives all others a waitlist position of their own, in the order of acceptance', async () => {
    expect(answers.filter(({ position }) => position === null)).toHaveLength(PLACES);
    expect(inOrder(answers.flatMap(({ position }) => position ?? []))).toEqual(numbers(1, CROWD - PLACES));

    // Events are numbered under the lock of the tournament: this is the order in which people were accepted.
    const accepted = await service.publishedEvents(tournamentEntered);
    expect(accepted.map(({ position }) => position)).toEqual([
      ...numbers(1, PLACES).map(() => null),
      ...numbers(1, CROWD - PLACES),
    ]);
    for (const { registrationId, position } of accepted) expect(positionOf.get(registrationId)).toBe(position);

    const rows = await service.dataSource
      .getRepository(TournamentRegistration)
      .find({ order: { waitlistedAt: { direction: 'ASC', nulls: 'FIRST' } } });
    expect(rows.filter(({ waitlistedAt }) => waitlistedAt === null)).toHaveLength(PLACES);
    expect(rows.slice(PLACES).map(({ id }) => positionOf.get(id))).toEqual(numbers(1, CROWD - PLACES));
  });

  it('moves the waitlist up in its order, one person for each place, however many become free at the same moment', async () => {
    const isIn = answers.filter(({ position }) => position === null);
    const movedUp = async () =>
      (await service.publishedEvents(tournamentEntered))
        .filter(({ occasion }) => occasion === 'moved_up')
        .map(({ registrationId }) => positionOf.get(registrationId));

    await payBack(isIn[0]!.registrationId);
    expect(await movedUp()).toEqual([1]);
    await Promise.all(isIn.slice(1, 20).map(({ registrationId }) => payBack(registrationId)));
    expect(await movedUp()).toEqual(numbers(1, 20));

    const [{ count }] = await service.dataSource.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM tournament_registrations WHERE waitlisted_at IS NULL AND payment_status <> 'refunded'`,
    );
    expect(count).toBe(PLACES);
    // A new entry is behind the rest of the waitlist.
    expect(await enter(CROWD)).toMatchObject({ position: CROWD - PLACES - 20 + 1 });
  });
});

describe('deleting a tournament entry', () => {
  beforeEach(async () => {
    await emptyTables(service.dataSource, 'tournament_registrations, purchases, outbox, registration_counts CASCADE');
    await service.dataSource.query('UPDATE events SET capacity = 1, registration_deadline = $2 WHERE id = $1', [
      NEXT.id,
      NEXT.registrationDeadline,
    ]);
  });

  const enter = async (email: string): Promise<string> =>
    (
      await service.rpc.call(enterTournament, {
        eventId: NEXT.id,
        email,
        member: null,
        firstName: 'Ann',
        lastName: 'Lee',
        phone: null,
        competitions: ['prepared_speech'],
        ...UNFILLED_ENTRY,
      })
    ).registrationId;
  const remove = (id: string) => service.rpc.call(deleteTournamentRegistration, { id, by: BY });
  const entries = (): Promise<TournamentRegistration[]> =>
    service.dataSource.getRepository(TournamentRegistration).find({ order: { email: 'ASC' } });
  const counted = async (): Promise<number> =>
    (await service.rpc.call(countRegistrations, {})).totalTournamentRegistrations;
  const movedUp = async (): Promise<string[]> =>
    (await service.publishedEvents(tournamentEntered))
      .filter(({ occasion }) => occasion === 'moved_up')
      .map(({ email }) => email);

  it('gives its place to the first on the waitlist, with an email, and is recorded', async () => {
    const first = await enter('ann@example.com');
    await enter('bob@example.com');
    await enter('cyd@example.com');
    expect(await counted()).toBe(3);
    expect(await remove(first)).toEqual({ keptPayment: 0 });
    expect((await entries()).map(({ email, waitlistedAt }) => [email, waitlistedAt !== null])).toEqual([
      ['bob@example.com', false],
      ['cyd@example.com', true],
    ]);
    expect(await movedUp()).toEqual(['bob@example.com']);
    expect(await counted()).toBe(2);
    expect(await service.publishedEvents(adminActed)).toEqual([
      {
        by: actingAdmin.parse(BY),
        action: 'delete_tournament_registration',
        details: {
          registrationId: first,
          email: 'ann@example.com',
          tournament: NEXT.title,
          paymentStatus: 'pending',
          keptPayment: 0,
        },
        at: expect.stringMatching(/^2026-09-01T12:/),
      },
    ]);
  });

  it('on the waitlist frees no place', async () => {
    await enter('ann@example.com');
    await remove(await enter('bob@example.com'));
    expect((await entries()).map(({ email }) => email)).toEqual(['ann@example.com']);
    expect(await movedUp()).toEqual([]);
  });

  it('after the deadline moves nobody up', async () => {
    const first = await enter('ann@example.com');
    await enter('bob@example.com');
    await service.dataSource.query(`UPDATE events SET registration_deadline = '2026-09-01T11:00:00Z' WHERE id = $1`, [
      NEXT.id,
    ]);
    await remove(first);
    expect(await movedUp()).toEqual([]);
  });

  it('reports what stays of the payment, and a later refund has no effect', async () => {
    const id = await enter('ann@example.com');
    const purchase = purchaseEvent({
      purchaseId: randomUUID(),
      product: 'tournaments',
      reference: id,
      status: 'paid',
      amountPaid: 4_000,
    });
    await service.deliverEvent(purchaseChanged, purchase);
    await service.deliverEvent(purchaseChanged, { ...purchase, version: 2, amountRefunded: 1_000 });
    expect(await remove(id)).toEqual({ keptPayment: 3_000 });
    expect(await service.publishedEvents(registrationRemoved)).toMatchObject([
      { payment: 'paid', amountPaid: 4_000, amountRefunded: 1_000 },
    ]);
    await service.deliverEvent(purchaseChanged, { ...purchase, version: 3, status: 'refunded', amountRefunded: 4_000 });
    expect(await entries()).toEqual([]);
    // The person may enter again, with a new entry.
    await enter('ann@example.com');
    expect(await entries()).toMatchObject([{ paymentStatus: 'pending' }]);
  });

  it('ends its payment page, and a payment at the same moment is refunded', async () => {
    const id = await enter('ann@example.com');
    const purchase = purchaseEvent({ purchaseId: randomUUID(), product: 'tournaments', reference: id });
    await service.deliverEvent(purchaseChanged, purchase);
    await remove(id);
    expect(await entries()).toEqual([]);
    expect(await service.publishedEvents(paymentWithdrawn)).toEqual([{ reference: id }]);
    await service.deliverEvent(purchaseChanged, { ...purchase, version: 2, status: 'paid', amountPaid: 4_000 });
    expect(await service.publishedEvents(paymentRefused)).toEqual([
      { purchaseId: purchase.purchaseId, reason: 'withdrawn' },
    ]);
    await service.deliverEvent(purchaseChanged, {
      ...purchase,
      version: 3,
      status: 'refunded',
      amountPaid: 4_000,
      amountRefunded: 4_000,
    });
    expect(await service.publishedEvents(paymentRefused)).toHaveLength(1);
  });

  it('ends its payment link', async () => {
    const id = await enter('ann@example.com');
    const [entry] = await entries();
    await remove(id);
    await expect(
      service.rpc.call(takePaymentLink, { token: registrationToken({ registrationId: id, key: entry!.payKey }) }),
    ).rejects.toMatchObject({ code: 'payment_link_unknown' });
  });

  it('takes effect once, however many requests arrive at the same moment', async () => {
    const id = await enter('ann@example.com');
    for (const email of ['bob@example.com', 'cyd@example.com', 'dan@example.com']) await enter(email);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => remove(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' });
    expect(await movedUp()).toEqual(['bob@example.com']);
    expect(await service.publishedEvents(adminActed)).toHaveLength(1);
    expect(await counted()).toBe(3);
  });
});
