import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { cloneEvents, editEvent, getAdminEvent } from '@lectern/contracts/registrations/admin-rpc';
import { openEventAccess } from '@lectern/contracts/registrations/event-notice-rpc';
import { bootcampSeatChanged, tournamentEntryPaid } from '@lectern/contracts/registrations/events';
import {
  enterTournament,
  listEvents,
  listMyEvents,
  previewPaymentLink,
  reserveBootcampSeat,
} from '@lectern/contracts/registrations/rpc';
import { daysLaterIn } from '@lectern/contracts/zoned-time';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { placeToken } from '../registration-key/place-token.ts';
import { SEASON } from '../season/season.ts';
import { ANN, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY, UNFILLED_SEAT } from '../testing/unfilled-fields.ts';
import { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const next = (kind: 'tournament' | 'bootcamp') =>
  SEASON.find(({ type, registrationDeadline }) => type === kind && registrationDeadline > NOW)!;
const FALL = next('tournament');
const RUN = next('bootcamp');
const FULL = { until: '2026-09-20T04:00:00.000Z', percent: 100 };
const HALF = { until: '2026-10-01T04:00:00.000Z', percent: 50 };
const MEMBER = { id: ANN, email: 'ann@example.com' };

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyTables(
    service.dataSource,
    'events, tournament_registrations, bootcamp_registrations, memberships, outbox, registration_counts CASCADE',
  );
  await service.seed();
});

const get = (id: string): Promise<AdminEvent> => service.rpc.call(getAdminEvent, { id });
const edit = async (id: string, typed: Partial<AdminEvent>) => {
  const { closedAt: _closedAt, state: _state, counts: _counts, ...fields } = { ...(await get(id)), ...typed };
  return service.rpc.call(editEvent, { ...fields, by: BY });
};
const enter = () =>
  service.rpc.call(enterTournament, {
    eventId: FALL.id,
    ...{ email: MEMBER.email, member: MEMBER, firstName: 'Ann', lastName: 'Lee', phone: null },
    ...UNFILLED_ENTRY,
    competitions: ['prepared_speech'],
  });
const pay = (product: 'tournaments' | 'bootcamps', reference: string, amountPaid: number, version = 1) =>
  service.deliverEvent(
    purchaseChanged,
    purchaseEvent({ ...{ purchaseId: randomUUID(), product, reference }, status: 'paid', amountPaid, version }),
  );
const mine = async (id: string) =>
  (await service.rpc.call(listMyEvents, { member: MEMBER })).find(({ eventId }) => eventId === id)?.entry?.refundSteps;

describe('the refunds of an event', () => {
  it('are none until staff enter them, and shown before a person pays', async () => {
    const { payToken } = await enter();
    const shown = async () => (await service.rpc.call(listEvents, {})).find(({ id }) => id === FALL.id)?.refundSteps;
    expect([await shown(), (await get(FALL.id)).refundSteps]).toEqual([[], []]);
    const { changed } = await edit(FALL.id, { refundSteps: [FULL, HALF] });
    expect(changed).toEqual(['refundSteps']);
    expect(await shown()).toEqual([FULL, HALF]);
    expect(await service.rpc.call(previewPaymentLink, { token: payToken! })).toMatchObject({
      refunds: { steps: [FULL, HALF], timezone: FALL.timezone },
    });
    // An older console leaves them out.
    await edit(FALL.id, { title: 'Fall Open', refundSteps: undefined });
    expect(await shown()).toEqual([FULL, HALF]);
  });

  it('of a paid entry are never worse than at its payment, on its pages and in its email', async () => {
    await edit(FALL.id, { refundSteps: [FULL] });
    const { registrationId } = await enter();
    expect(await mine(FALL.id)).toBeUndefined();
    await pay('tournaments', registrationId, 4_000);
    expect(await service.publishedEvents(tournamentEntryPaid)).toMatchObject([{ refundSteps: [FULL] }]);
    await edit(FALL.id, { refundSteps: [] });
    expect(await mine(FALL.id)).toEqual([FULL]);
    await edit(FALL.id, { refundSteps: [{ ...FULL, percent: 80 }, HALF] });
    expect(await mine(FALL.id)).toEqual([FULL, HALF]);
    const [entry] = await service.dataSource.getRepository(TournamentRegistration).find();
    const token = placeToken(service.environment['CALENDAR_FEED_SECRET']!, 'event-access', entry!);
    expect(await service.rpc.call(openEventAccess, { token })).toMatchObject({ refundSteps: [FULL, HALF] });
  });

  it('of a paid bootcamp seat are kept the same way', async () => {
    await edit(RUN.id, { refundSteps: [FULL] });
    const reserved = await service.rpc.call(reserveBootcampSeat, {
      ...{ userId: ANN, email: MEMBER.email, firstName: 'Ann', lastName: 'Lee', phone: null },
      ...{ experienceLevel: 'beginner', ...UNFILLED_SEAT },
    });
    const { registrationId } = reserved as Extract<typeof reserved, { held: true }>;
    await pay('bootcamps', registrationId, 15_500);
    expect(await service.publishedEvents(bootcampSeatChanged)).toMatchObject([
      { change: 'confirmed', refundSteps: [FULL] },
    ]);
    await edit(RUN.id, { refundSteps: [] });
    expect(await mine(RUN.id)).toEqual([FULL]);
  });

  it('of an entry that a promo code paid are none', async () => {
    await edit(FALL.id, { refundSteps: [FULL] });
    const { registrationId } = await enter();
    await pay('tournaments', registrationId, 0);
    expect(await mine(FALL.id)).toBeUndefined();
  });

  it('move with a copy of the event', async () => {
    await edit(FALL.id, { title: 'Harvest Open', refundSteps: [FULL] });
    const { events } = await service.rpc.call(cloneEvents, { what: { eventId: FALL.id }, dryRun: false, by: BY });
    const until = daysLaterIn(FALL.timezone, new Date(FULL.until), 91).toISOString();
    expect((await get(events[0]!.eventId!)).refundSteps).toEqual([{ until, percent: 100 }]);
  });
});
