import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import {
  cloneEvents,
  correctRegistration,
  editEvent,
  getAdminEvent,
  listAdminEvents,
} from '@lectern/contracts/registrations/admin-rpc';
import type { Competition, EventSetup } from '@lectern/contracts/registrations/event-setup';
import { placeLost, tournamentEntered } from '@lectern/contracts/registrations/events';
import {
  deleteTournamentRegistration,
  enterTournament,
  listEvents,
  previewPaymentLink,
  takePaymentLink,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { Event } from '../event/event.entity.ts';
import { SEASON } from '../season/season.ts';
import { purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';
import { endHolds } from './end-holds.job.ts';
import { TournamentRegistration } from './tournament-registration.entity.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const FALL = SEASON.find(({ type, registrationDeadline }) => type === 'tournament' && registrationDeadline > NOW)!;

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
  await service.startReplica();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyTables(service.dataSource, 'events, tournament_registrations, outbox, registration_counts CASCADE');
  await service.seed();
});

const competition = (id: string, capacity: number | null = null): Competition => ({
  id,
  name: id.charAt(0).toUpperCase() + id.slice(1),
  description: '',
  division: null,
  deadline: null,
  isClosed: false,
  excludes: [],
  capacity,
});
const NO_LIMITS = { development: null, professional: null };
const setup = (competitions: Competition[], divisionCapacities: EventSetup['divisionCapacities'] = NO_LIMITS) => ({
  competitions,
  mostCompetitions: 4,
  divisionCapacities,
});
const get = (): Promise<AdminEvent> => service.rpc.call(getAdminEvent, { id: FALL.id });
const edit = async (typed: Partial<AdminEvent>) => {
  const { closedAt: _closedAt, state: _state, counts: _counts, ...fields } = { ...(await get()), ...typed };
  return service.rpc.call(editEvent, { ...fields, by: BY });
};
/** The tournament has three competitions: debate with this limit, poetry with that one, and speech. */
const limit = (debate: number | null, poetry: number | null = null, divisions?: EventSetup['divisionCapacities']) =>
  edit({
    setup: setup([competition('debate', debate), competition('poetry', poetry), competition('speech')], divisions),
  });
const enter = (lastName: string, competitions: string[], typed: Partial<RpcInput<typeof enterTournament>> = {}) =>
  service.rpc.call(enterTournament, {
    eventId: FALL.id,
    email: `${lastName}@example.com`,
    member: null,
    firstName: 'Ann',
    phone: null,
    ...UNFILLED_ENTRY,
    lastName,
    competitions,
    ...typed,
  });
const remove = (id: string) => service.rpc.call(deleteTournamentRegistration, { id, by: BY });
const rows = () => service.dataSource.getRepository(TournamentRegistration).find({ order: { registeredAt: 'ASC' } });
/** Last names by what they have. */
const people = async () => {
  const all = await rows();
  const namesOf = (which: (row: TournamentRegistration) => boolean): string[] =>
    all.filter(which).map(({ lastName }) => lastName);
  return {
    placed: namesOf((row) => row.waitlistedAt === null && row.releasedAt === null && row.paymentStatus !== 'refunded'),
    waiting: namesOf((row) => row.waitlistedAt !== null),
  };
};

describe('a competition with a limit', () => {
  it('takes 3 of 20 people together on two replicas; the others wait in the order of acceptance', async () => {
    await limit(3);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => enter(`p${index}`, index % 2 === 0 ? ['debate'] : ['debate', 'speech'])),
    );
    expect(answers.filter(({ position }) => position === null)).toHaveLength(3);
    const positions = answers.flatMap(({ position }) => position ?? []);
    expect(positions.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 17 }, (_, index) => index + 1),
    );
    expect(answers.flatMap(({ full }) => full ?? [])).toEqual(Array.from({ length: 17 }, () => 'Debate'));
    // A person with another competition gets a place past them.
    expect(await enter('other', ['speech'])).toMatchObject({ position: null });
  });

  it('lets a person wait with the whole entry, and says what is full', async () => {
    await limit(1, 1);
    await enter('ada', ['debate']);
    await enter('ben', ['poetry']);
    expect(await enter('cleo', ['debate', 'poetry', 'speech'])).toMatchObject({
      position: 1,
      full: ['Debate', 'Poetry'],
      payToken: null,
    });
    const email = (await service.publishedEvents(tournamentEntered)).find(({ lastName }) => lastName === 'cleo');
    expect(email).toMatchObject({ position: 1, full: ['Debate', 'Poetry'] });
    expect(await people()).toEqual({ placed: ['ada', 'ben'], waiting: ['cleo'] });
  });

  it('names nothing where the tournament itself is full', async () => {
    await limit(1);
    await edit({ capacity: 1 });
    await enter('ada', ['debate']);
    const answer = await enter('ben', ['debate']);
    expect(answer.position).toBe(1);
    expect(answer.full).toBeUndefined();
  });

  it('gives a free place to the first person whose whole entry fits; the others keep their positions', async () => {
    await limit(1, 1);
    const { registrationId: ada } = await enter('ada', ['debate']);
    const { registrationId: ben } = await enter('ben', ['poetry']);
    await enter('both', ['debate', 'poetry']);
    await enter('debater', ['debate']);
    await enter('poet', ['poetry']);
    await remove(ada);
    // "both" is first, and poetry is still full.
    expect(await people()).toEqual({ placed: ['ben', 'debater'], waiting: ['both', 'poet'] });
    await remove(ben);
    expect(await people()).toEqual({ placed: ['debater', 'poet'], waiting: ['both'] });
    const moved = (await service.publishedEvents(tournamentEntered)).filter(({ occasion }) => occasion === 'moved_up');
    expect(moved.map(({ lastName }) => lastName)).toEqual(['debater', 'poet']);
    for (const { id, lastName } of await rows()) if (lastName !== 'both') await remove(id);
    expect(await people()).toEqual({ placed: ['both'], waiting: [] });
  });

  it('gives places that several people free together to as many, each once', async () => {
    await limit(3);
    const placed = await Promise.all(['a', 'b', 'c'].map((name) => enter(name, ['debate'])));
    for (const name of ['d', 'e', 'f', 'g']) await enter(name, ['debate']);
    await Promise.all(placed.map(({ registrationId }) => remove(registrationId)));
    expect(await people()).toEqual({ placed: ['d', 'e', 'f'], waiting: ['g'] });
  });

  it('moves people up when staff raise it or take it away', async () => {
    await limit(1);
    for (const name of ['a', 'b', 'c', 'd']) await enter(name, ['debate']);
    expect((await limit(2)).movedUp).toBe(1);
    expect((await limit(null)).movedUp).toBe(2);
    expect((await people()).waiting).toEqual([]);
  });

  it('cannot be below what is taken: the refusal names the field and the number', async () => {
    await limit(null);
    await enter('ada', ['debate', 'poetry']);
    await enter('ben', ['debate'], { division: 'professional' });
    await expect(limit(1)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { 'setup.competitions.0.capacity': '2 places are taken already' },
    });
    await expect(limit(2, 1, { development: null, professional: null })).resolves.toMatchObject({ changed: ['setup'] });
    await enter('cleo', ['speech'], { division: 'professional' });
    await expect(limit(2, 1, { development: 1, professional: 1 })).rejects.toMatchObject({
      fields: { 'setup.divisionCapacities.professional': '2 places are taken already' },
    });
  });

  it('of an entry that is made while staff set it counts that entry, or lets it wait', async () => {
    await limit(null);
    await enter('ada', ['debate']);
    const [edited, entered] = await Promise.allSettled([limit(1), enter('ben', ['debate'])]);
    const { placed } = await people();
    if (edited.status === 'fulfilled') expect(placed).toEqual(['ada']);
    else expect(placed).toEqual(['ada', 'ben']);
    expect(entered.status).toBe('fulfilled');
  });

  it('is copied with the tournament', async () => {
    await limit(3, null, { development: 5, professional: null });
    await edit({ title: 'Scrimmage' });
    const { events } = await service.rpc.call(cloneEvents, { what: { eventId: FALL.id }, dryRun: false, by: BY });
    const [copy] = await service.dataSource.getRepository(Event).findBy({ clonedFrom: events[0]!.sourceId });
    expect(copy!.setup).toEqual((await get()).setup);
  });

  it('is shown to visitors with the places that are open', async () => {
    const shown = async () => (await service.rpc.call(listEvents, {})).find(({ id }) => id === FALL.id)!;
    expect((await shown()).places).toBeUndefined();
    await limit(1, 2, { development: 2, professional: null });
    await enter('ada', ['debate', 'poetry']);
    await enter('ben', ['debate']);
    expect(await shown()).toMatchObject({
      state: 'open',
      placesLeft: null,
      places: [
        { of: 'division', id: 'development', placesLeft: 1 },
        { of: 'competition', id: 'debate', placesLeft: 0 },
        { of: 'competition', id: 'poetry', placesLeft: 1 },
      ],
    });
    // People who wait for debate do not sell out the tournament.
    await edit({ capacity: 3 });
    expect(await shown()).toMatchObject({ state: 'open', placesLeft: 2 });
    const { items } = await service.rpc.call(listAdminEvents, { limit: 50, status: 'open' });
    expect(items.map(({ id }) => id)).toContain(FALL.id);
  });
});

describe('a division with a limit', () => {
  it('lets the next person of it wait, and nobody of the other one', async () => {
    await limit(null, null, { development: 1, professional: null });
    await enter('ada', ['debate']);
    expect(await enter('ben', ['speech'])).toMatchObject({ position: 1, full: ['the Development division'] });
    expect(await enter('cleo', ['speech'], { division: 'professional' })).toMatchObject({ position: null });
  });

  it('takes no person from the other one while it is full; a move frees the other one', async () => {
    await limit(null, null, { development: 1, professional: 1 });
    const { registrationId: ada } = await enter('ada', ['debate']);
    const { registrationId: ben } = await enter('ben', ['debate'], { division: 'professional' });
    await enter('cleo', ['speech']);
    const move = (id: string, lastName: string, division: 'development' | 'professional') => {
      const person = { firstName: 'Ann', lastName, phone: null };
      const seen = { ...person, division: division === 'development' ? 'professional' : 'development' } as const;
      return service.rpc.call(correctRegistration, { list: 'tournament', id, ...person, division, seen, by: BY });
    };
    await expect(move(ada, 'ada', 'professional')).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { division: 'The Professional division is full.' },
    });
    await remove(ben);
    await move(ada, 'ada', 'professional');
    expect(await people()).toEqual({ placed: ['ada', 'cleo'], waiting: [] });
  });
});

describe('an unpaid entry of a tournament with a limited competition', () => {
  it('holds its place for a time, which then is the waitlist’s', async () => {
    await limit(1);
    const { registrationId: id, payToken } = await enter('ada', ['debate']);
    await enter('ben', ['debate']);
    const [entered] = await service.publishedEvents(tournamentEntered);
    expect(entered!.heldUntil).toMatch(/^2026-09-01T14:0/);
    await service.dataSource.query(`UPDATE tournament_registrations SET held_until = $2 WHERE id = $1`, [id, NOW]);
    await service.runJob(endHolds);
    expect(await people()).toEqual({ placed: ['ben'], waiting: [] });
    expect(await service.publishedEvents(placeLost)).toMatchObject([{ registrationId: id, because: 'unpaid' }]);
    // Its link takes no place that there is not, and says so beforehand.
    expect(await service.rpc.call(previewPaymentLink, { token: payToken! })).toMatchObject({ state: 'closed' });
    await expect(service.rpc.call(takePaymentLink, { token: payToken! })).rejects.toMatchObject({
      code: 'payment_link_closed',
    });
    await limit(2);
    expect(await service.rpc.call(previewPaymentLink, { token: payToken! })).toMatchObject({ state: 'payable' });
    await service.rpc.call(takePaymentLink, { token: payToken! });
    expect(await people()).toEqual({ placed: ['ada', 'ben'], waiting: [] });
  });

  it('keeps its place until the deadline where it was entered before the first limit', async () => {
    await limit(null);
    await enter('ada', ['debate']);
    await limit(1);
    const [entry] = await rows();
    expect(entry!.heldUntil).toEqual(FALL.registrationDeadline);
  });

  it('is refunded when it is paid after somebody else took its place', async () => {
    await limit(1);
    const { registrationId: id } = await enter('ada', ['debate']);
    await enter('ben', ['debate']);
    await service.dataSource.query(`UPDATE tournament_registrations SET held_until = $2 WHERE id = $1`, [id, NOW]);
    await service.runJob(endHolds);
    const paid = { purchaseId: randomUUID(), product: 'tournaments', reference: id, version: 2 } as const;
    await service.deliverEvent(purchaseChanged, purchaseEvent({ ...paid, status: 'paid', amountPaid: 4_000 }));
    expect(await people()).toEqual({ placed: ['ben'], waiting: [] });
  });

  it('that its account takes over with other competitions waits where they are full, and frees its own', async () => {
    await limit(1, 1);
    const account = { id: randomUUID(), email: 'ada@example.com' };
    await enter('ada', ['debate']);
    await enter('ben', ['poetry']);
    await enter('cleo', ['debate']);
    await service.dataSource.query(
      `UPDATE tournament_registrations SET user_id = $1, claim_made_at = $2 WHERE last_name = 'ada'`,
      [account.id, NOW],
    );
    const answer = await enter('ada', ['poetry'], { member: account });
    expect(answer).toMatchObject({ position: 1, full: ['Poetry'], payToken: null });
    expect(await people()).toEqual({ placed: ['ben', 'cleo'], waiting: ['ada'] });
    await service.dataSource.query(`UPDATE tournament_registrations SET claim_made_at = $1 WHERE last_name = 'ada'`, [
      NOW,
    ]);
    // There is room for its new competition.
    expect(await enter('ada', ['speech'], { member: account })).toMatchObject({ position: null });
    expect(await people()).toEqual({ placed: ['ada', 'ben', 'cleo'], waiting: [] });
  });
});
