import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import { rowsOf } from '@lectern/contracts/list-export';
import {
  deleteBootcampRegistration,
  exportBootcampRegistrations,
  listBootcampRegistrations,
} from '@lectern/contracts/registrations/admin-rpc';
import {
  adminActed,
  bootcampSeatChanged,
  paymentRefused,
  paymentWithdrawn,
} from '@lectern/contracts/registrations/events';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import {
  enterTournament,
  listEvents,
  listMyEvents,
  reserveBootcampSeat,
  takePaymentLink,
} from '@lectern/contracts/registrations/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { ANN, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';
import { BootcampRegistration } from './bootcamp-registration.entity.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };
const ahead = (type: 'tournament' | 'bootcamp') =>
  SEASON.find((event) => event.type === type && event.registrationDeadline > NOW)!;
const [FALL, RUN] = [ahead('tournament'), ahead('bootcamp')];

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
  await Promise.all([service.seed(), service.startReplica()]);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await emptyTables(service.dataSource, 'bootcamp_registrations, tournament_registrations, purchases, outbox CASCADE');
  await service.dataSource.query('UPDATE events SET capacity = 1 WHERE id = $1', [RUN.id]);
});

const rows = (): Promise<BootcampRegistration[]> =>
  service.dataSource.getRepository(BootcampRegistration).find({ order: { registeredAt: 'ASC' } });
const idOf = async (email: string): Promise<string> => (await rows()).findLast((row) => row.email === email)!.id;
const reserve = async (email: string, userId: string | null = null): Promise<string> => {
  await service.rpc.call(reserveBootcampSeat, {
    userId,
    email,
    firstName: 'Ann',
    lastName: 'Lee',
    phone: '+1 555 0100',
    experienceLevel: 'beginner',
    goals: 'To speak up',
    referralSource: null,
    specialRequests: null,
    promoCode: null,
  });
  return idOf(email);
};
const pay = async (reference: string) => {
  const purchase = purchaseEvent({
    purchaseId: randomUUID(),
    product: 'bootcamps',
    reference,
    status: 'paid',
    amountPaid: 15_500,
  });
  await service.deliverEvent(purchaseChanged, purchase);
  return purchase;
};
const remove = (id: string) => service.rpc.call(deleteBootcampRegistration, { id, by: BY });
const list = (query: { q?: string; status?: string; event?: string; limit?: number; cursor?: string } = {}) =>
  service.rpc.call(listBootcampRegistrations, query);
const offered = async (): Promise<string[]> =>
  (await service.publishedEvents(bootcampSeatChanged))
    .filter(({ change }) => change === 'offered')
    .map(({ email }) => email);
const placesLeft = async () => (await service.rpc.call(listEvents, {})).find(({ id }) => id === RUN.id)!.placesLeft;

describe('the administrators’ list of bootcamp registrations', () => {
  it('is newest first, with the status and waitlist position of each', async () => {
    await pay(await reserve('ann@example.com'));
    for (const email of ['bob@example.com', 'cyd@example.com']) await reserve(email);
    const { items, total } = await list();
    expect(total).toBe(3);
    expect(items.map(({ email, status, position }) => [email, status, position])).toEqual([
      ['cyd@example.com', 'waiting', 2],
      ['bob@example.com', 'waiting', 1],
      ['ann@example.com', 'paid', null],
    ]);
    expect(items[2]).toMatchObject({
      eventId: RUN.id,
      eventTitle: RUN.title,
      eventBegins: RUN.datetime.toISOString(),
      paymentStatus: 'paid',
      paymentAmount: 15_500,
      experienceLevel: 'beginner',
      goals: 'To speak up',
      phone: '+1 555 0100',
    });
  });

  it('finds people by name, email or status; an export has the same rows', async () => {
    await pay(await reserve('ann@example.com'));
    await reserve('bob@example.com');
    const found = async (query: Parameters<typeof list>[0]) => {
      const { items, total } = await list(query);
      expect(total).toBe(items.length);
      const slice = await service.rpc.call(exportBootcampRegistrations, query ?? {});
      const email = slice.columns.indexOf('Email');
      expect(rowsOf(slice).map((row) => row[email])).toEqual(items.map((item) => item.email));
      return items.map((item) => item.email);
    };
    expect(await found({ q: 'bob@' })).toEqual(['bob@example.com']);
    expect(await found({ q: 'ann le' })).toEqual(['bob@example.com', 'ann@example.com']);
    expect(await found({ status: 'paid' })).toEqual(['ann@example.com']);
    expect(await found({ status: 'waiting' })).toEqual(['bob@example.com']);
    expect(await found({ status: 'released' })).toEqual([]);
    expect(await found({ event: RUN.id })).toEqual(['bob@example.com', 'ann@example.com']);
    expect(await found({ event: RUN.id, status: 'paid' })).toEqual(['ann@example.com']);
    expect(await found({ event: randomUUID() })).toEqual([]);
    await expect(list({ status: 'gone' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { status: expect.any(String) },
    });
    const slice = await service.rpc.call(exportBootcampRegistrations, { status: 'paid' });
    const [row] = rowsOf(slice);
    expect(Object.fromEntries(slice.columns.map((column, index) => [column, row![index]]))).toMatchObject({
      Bootcamp: RUN.title,
      'Starts at': RUN.datetime.toISOString(),
      Status: 'paid',
      'Payment status': 'paid',
      'Amount (USD)': '155.00',
      Goals: 'To speak up',
    });
    const table = await service.rpc.call(exportBootcampRegistrations, {
      columns: 'name,status,payment,begins,until,experience',
    });
    expect(table.columns).toEqual(['Name', 'Status', 'Payment', 'Begins', 'Seat held', 'Experience']);
    const begins = RUN.datetime.toISOString().slice(0, 10);
    expect(rowsOf(table)).toEqual([
      [expect.any(String), 'On the waitlist: 1', '155.00 due', begins, null, 'Beginner'],
      [expect.any(String), 'Paid', '155.00 paid', begins, null, 'Beginner'],
    ]);
  });

  it('is paged', async () => {
    for (let index = 0; index < 5; index += 1) await reserve(`waits.${index}@example.com`);
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.nextCursor! });
    expect([...first.items, ...second.items].map(({ email }) => email)).toEqual(
      [4, 3, 2, 1, 0].map((index) => `waits.${index}@example.com`),
    );
    expect([first.total, second.nextCursor]).toEqual([5, null]);
  });
});

describe('deleting a bootcamp registration', () => {
  it('gives its seat to the first on the waitlist, reports the payment that stays, and is recorded', async () => {
    const id = await reserve('ann@example.com');
    await pay(id);
    for (const email of ['bob@example.com', 'cyd@example.com']) await reserve(email);
    expect(await remove(id)).toEqual({ keptPayment: 15_500 });
    expect((await list()).items.map(({ email, status, position }) => [email, status, position])).toEqual([
      ['cyd@example.com', 'waiting', 1],
      ['bob@example.com', 'offered', null],
    ]);
    expect(await offered()).toEqual(['bob@example.com']);
    expect(await service.publishedEvents(adminActed)).toMatchObject([
      {
        by: actingAdmin.parse(BY),
        action: 'delete_bootcamp_registration',
        details: {
          registrationId: id,
          email: 'ann@example.com',
          bootcamp: RUN.title,
          seat: 'taken',
          paymentStatus: 'paid',
          keptPayment: 15_500,
        },
      },
    ]);
    // The payment stays in the row.
    expect((await rows())[0]).toMatchObject({
      id,
      paymentStatus: 'paid',
      paymentAmount: 15_500,
      seat: 'released',
      hiddenAt: expect.any(Date),
    });
  });

  it('on the waitlist lets the others move up', async () => {
    await reserve('ann@example.com');
    const id = await reserve('bob@example.com');
    await reserve('cyd@example.com');
    await remove(id);
    expect((await list({ status: 'waiting' })).items).toMatchObject([{ email: 'cyd@example.com', position: 1 }]);
  });

  it('lets the person register again, as a new registration', async () => {
    const first = await reserve('ann@example.com', ANN);
    await remove(first);
    const mine = async () =>
      (await service.rpc.call(listMyEvents, { member: { id: ANN, email: 'ann@example.com' } })).find(
        ({ eventId }) => eventId === RUN.id,
      )?.entry;
    expect([await mine(), await placesLeft()]).toEqual([null, 1]);
    const second = await reserve('ann@example.com', ANN);
    expect(second).not.toBe(first);
    expect([(await list()).total, await placesLeft()]).toEqual([1, 0]);
    expect(await mine()).toMatchObject({ status: 'pending', payment: { registrationId: second } });
  });

  it('ends its offer, and the tournament entry that it would include', async () => {
    const first = await reserve('ann@example.com');
    const second = await reserve('bob@example.com');
    await remove(first);
    const { payKey } = (await rows()).find(({ id }) => id === second)!;
    await remove(second);
    await expect(
      service.rpc.call(takePaymentLink, { token: registrationToken({ registrationId: second, key: payKey }) }),
    ).rejects.toMatchObject({ code: 'payment_link_unknown' });
    const third = await reserve('cyd@example.com');
    await pay(third);
    await remove(third);
    const { amount } = await service.rpc.call(enterTournament, {
      eventId: FALL.id,
      email: 'cyd@example.com',
      member: null,
      firstName: 'Cyd',
      lastName: 'Lee',
      phone: null,
      competitions: ['prepared_speech'],
      ...UNFILLED_ENTRY,
    });
    expect(amount).toBe(FALL.price);
  });

  it('leaves an entry that it included, until its payment is refunded', async () => {
    const id = await reserve('ann@example.com', ANN);
    const purchase = await pay(id);
    await service.rpc.call(enterTournament, {
      eventId: FALL.id,
      email: 'ann@example.com',
      member: { id: ANN, email: 'ann@example.com' },
      firstName: 'Ann',
      lastName: 'Lee',
      phone: null,
      competitions: ['prepared_speech'],
      ...UNFILLED_ENTRY,
    });
    await remove(id);
    const entry = () =>
      service.dataSource.getRepository(TournamentRegistration).findOneByOrFail({ email: 'ann@example.com' });
    expect(await entry()).toMatchObject({ paymentStatus: 'paid', paymentAmount: 0 });
    await service.deliverEvent(purchaseChanged, {
      ...purchase,
      version: 2,
      status: 'refunded',
      amountRefunded: 15_500,
    });
    expect(await entry()).toMatchObject({ paymentStatus: 'pending', paymentAmount: FALL.price });
    expect((await rows())[0]).toMatchObject({ paymentStatus: 'refunded', seat: 'released' });
    expect((await list()).items).toEqual([]);
  });

  it('ends its payment page, and a payment at the same moment is refunded', async () => {
    const id = await reserve('ann@example.com');
    const purchase = purchaseEvent({ purchaseId: randomUUID(), product: 'bootcamps', reference: id });
    await service.deliverEvent(purchaseChanged, purchase);
    await remove(id);
    expect((await list()).total).toBe(0);
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

  it('is not undone by a late payment event, which takes no seat', async () => {
    const id = await reserve('ann@example.com');
    await remove(id);
    await reserve('bob@example.com');
    await pay(id);
    expect((await rows())[0]).toMatchObject({
      seat: 'released',
      paymentStatus: 'refunded',
      hiddenAt: expect.any(Date),
    });
    expect(await service.publishedEvents(paymentRefused)).toMatchObject([{ reason: 'withdrawn' }]);
    expect((await service.publishedEvents(bootcampSeatChanged)).filter(({ change }) => change === 'confirmed')).toEqual(
      [],
    );
    expect(await placesLeft()).toBe(0);
  });

  it('takes effect once, however many requests arrive at the same moment', async () => {
    const id = await reserve('ann@example.com');
    for (const email of ['bob@example.com', 'cyd@example.com']) await reserve(email);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => remove(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' });
    expect([await offered(), (await service.publishedEvents(adminActed)).length]).toEqual([['bob@example.com'], 1]);
  });
});
