import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import { DomainError } from '@lectern/contracts/errors';
import { tournamentEntered } from '@lectern/contracts/registrations/events';
import { enterTournament } from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { SEASON } from '../season/season.ts';
import { purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
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

describe('a crowd at a tournament with few places, with two replicas', () => {
  let service: RunningRegistrations;
  let answers: Answer[];
  let positionOf: ReadonlyMap<string, number | null>;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: '2026-09-01T12:00:00Z' });
    await Promise.all([service.seed(), service.startReplica()]);
    await service.dataSource.query('UPDATE events SET capacity = $2 WHERE id = $1', [NEXT.id, PLACES]);
    answers = await everybody();
    positionOf = new Map(answers.map(({ registrationId, position }) => [registrationId, position]));
  });
  afterAll(() => service.stop());

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
