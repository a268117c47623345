import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import { accountChanged } from '@lectern/contracts/identity/events';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import {
  enterTournament,
  listEvents,
  listMyEvents,
  reserveBootcampSeat,
  takePaymentLink,
} from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { accountEvent, ANN, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY, UNFILLED_SEAT } from '../testing/unfilled-fields.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const [FALL, WINTER] = SEASON.filter((event) => event.type === 'tournament' && event.registrationDeadline > NOW) as [
  (typeof SEASON)[0],
  (typeof SEASON)[0],
];
const RUN = SEASON.find((event) => event.type === 'bootcamp' && event.registrationDeadline > NOW)!;

const ANN_MEMBER = { id: ANN, email: 'ann@example.com' };
const BOB_MEMBER = { id: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a002', email: 'bob@example.com' };
type Member = typeof ANN_MEMBER;

describe('the events of a member', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: NOW.toISOString(), TOURNAMENT_MEMBER_PRICE: '3000' });
    await service.seed();
    // The included entry is in this person's own name.
    await service.deliverEvent(accountChanged, accountEvent());
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await emptyTables(
      service.dataSource,
      'bootcamp_registrations, tournament_registrations, purchases, memberships, outbox, registration_counts',
    );
    await service.dataSource.query(
      `UPDATE events SET capacity = CASE type WHEN 'bootcamp' THEN 12 END, price = CASE type WHEN 'bootcamp' THEN 15500 ELSE 4000 END`,
    );
    await service.dataSource.query('UPDATE events SET registration_deadline = $2 WHERE id = $1', [
      FALL.id,
      FALL.registrationDeadline,
    ]);
  });

  const mine = (member: Member = ANN_MEMBER): Promise<RpcOutput<typeof listMyEvents>> =>
    service.rpc.call(listMyEvents, { member });
  const of = async (id: string, member: Member = ANN_MEMBER) =>
    (await mine(member)).find(({ eventId }) => eventId === id)!;
  const enter = (member: Member | null, email = member?.email ?? '', eventId = FALL.id, firstName = 'Ann') =>
    service.rpc.call(enterTournament, {
      eventId,
      email,
      member,
      firstName,
      lastName: 'Lee',
      phone: null,
      competitions: ['prepared_speech'],
      ...UNFILLED_ENTRY,
    });
  const reserve = (member: Member | null, email = member?.email ?? '') =>
    service.rpc.call(reserveBootcampSeat, {
      userId: member?.id ?? null,
      email,
      firstName: 'Ann',
      lastName: 'Lee',
      phone: null,
      experienceLevel: 'beginner',
      ...UNFILLED_SEAT,
    });
  const held = async (member: Member | null, email?: string): Promise<string> => {
    const place = await reserve(member, email);
    if (!('held' in place)) throw new Error('No place');
    return place.registrationId;
  };
  const join = (plan: 'monthly' | 'annual', member: Member = ANN_MEMBER) =>
    service.deliverEvent(
      membershipChanged,
      membershipEvent({ userId: member.id, email: member.email, subscriptionId: `sub_${member.id}`, plan }),
    );
  const purchase = (product: 'bootcamps' | 'tournaments', reference: string, status: 'open' | 'paid', amountPaid = 0) =>
    service.deliverEvent(
      purchaseChanged,
      purchaseEvent({ purchaseId: randomUUID(), product, reference, status, amountPaid }),
    );
  const capacity = (id: string, places: number) =>
    service.dataSource.query('UPDATE events SET capacity = $2 WHERE id = $1', [id, places]);

  it('are those of the public list, in its order', async () => {
    const events = await service.rpc.call(listEvents, {});
    expect((await mine()).map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id));
  });

  it.each([
    ['somebody without a membership', async () => {}, 4_000, 'standard'],
    ['a monthly member', () => join('monthly'), 3_000, 'member'],
    ['an annual member', () => join('annual'), 0, 'annual_member'],
    [
      'a bootcamp participant',
      async () => purchase('bootcamps', await held(ANN_MEMBER), 'paid', 15_500),
      0,
      'bootcamp_entry',
    ],
    [
      'a monthly member where it is cheaper anyway',
      async () => {
        await join('monthly');
        await service.dataSource.query('UPDATE events SET price = 2000 WHERE id = $1', [FALL.id]);
      },
      2_000,
      'standard',
    ],
  ])('cost %s the price of an entry', async (_who, become, price, reason) => {
    await become();
    expect(await of(FALL.id)).toMatchObject({ price, reason, entry: null });
    expect((await enter(ANN_MEMBER)).amount).toBe(price);
    if (price > 0) expect(await of(FALL.id)).toMatchObject({ price, reason, entry: { status: 'pending' } });
    else expect(await of(FALL.id)).toMatchObject({ entry: { status: 'paid', position: null, payment: null } });
  });

  it('cost others the ordinary price, whatever one member’s bootcamp or membership includes', async () => {
    await join('annual');
    await purchase('bootcamps', await held(ANN_MEMBER), 'paid', 15_500);
    expect(await of(FALL.id, BOB_MEMBER)).toMatchObject({ price: 4_000, reason: 'standard' });
    expect(await of(RUN.id, BOB_MEMBER)).toMatchObject({ price: 15_500, reason: 'standard', entry: null });
  });

  it('show the ordinary price of a second tournament once the bootcamp’s entry is used', async () => {
    await purchase('bootcamps', await held(ANN_MEMBER), 'paid', 15_500);
    expect(await of(WINTER.id)).toMatchObject({ price: 0, reason: 'bootcamp_entry' });
    await enter(ANN_MEMBER);
    expect(await of(WINTER.id)).toMatchObject({ price: 4_000, reason: 'standard' });
    expect((await enter(ANN_MEMBER, ANN_MEMBER.email, WINTER.id)).amount).toBe(4_000);
  });

  it('show the price that a pending entry’s payment link charges, which a membership lowers', async () => {
    await enter(ANN_MEMBER);
    expect(await of(FALL.id)).toMatchObject({ price: 4_000, reason: 'standard' });
    await join('monthly');
    const { price, reason, entry } = await of(FALL.id);
    expect([price, reason]).toEqual([3_000, 'member']);
    const payment = await service.rpc.call(takePaymentLink, { token: registrationToken(entry!.payment!) });
    expect(payment).toMatchObject({ amount: price });
  });

  it('show the payment link until it is paid, or the deadline has passed', async () => {
    const { registrationId } = await enter(ANN_MEMBER);
    expect((await of(FALL.id)).entry).toEqual({
      status: 'pending',
      position: null,
      payment: { registrationId, key: expect.any(String) },
      zoomLink: null,
      entryToken: expect.any(String),
    });
    await service.dataSource.query('UPDATE events SET registration_deadline = $2 WHERE id = $1', [FALL.id, NOW]);
    expect((await of(FALL.id)).entry).toEqual({
      status: 'pending',
      position: null,
      payment: null,
      zoomLink: null,
      entryToken: expect.any(String),
    });
    await purchase('tournaments', registrationId, 'paid', 4_000);
    expect((await of(FALL.id)).entry).toEqual({
      status: 'paid',
      position: null,
      payment: null,
      zoomLink: null,
      entryToken: expect.any(String),
    });
  });

  it('show the entry in the member’s own name before that of another person of the mailbox, paid or not', async () => {
    const { registrationId } = await enter(ANN_MEMBER);
    const ofSpouse = await enter(ANN_MEMBER, ANN_MEMBER.email, FALL.id, 'Spo');
    await purchase('tournaments', ofSpouse.registrationId, 'paid', 4_000);
    expect((await of(FALL.id)).entry).toMatchObject({ status: 'pending', payment: { registrationId } });
  });

  it('show the member’s position on a waitlist', async () => {
    await capacity(FALL.id, 1);
    await enter(null, 'first@example.com');
    await enter(null, 'second@example.com');
    await enter(ANN_MEMBER);
    await enter(BOB_MEMBER);
    expect((await of(FALL.id)).entry).toEqual({
      status: 'waiting',
      position: 2,
      payment: null,
      zoomLink: null,
      entryToken: expect.any(String),
    });
    expect((await of(FALL.id, BOB_MEMBER)).entry).toEqual({
      status: 'waiting',
      position: 3,
      payment: null,
      zoomLink: null,
      entryToken: expect.any(String),
    });
  });

  it('show no refunded entry, but the next one instead', async () => {
    const { registrationId } = await enter(ANN_MEMBER);
    const paid = purchaseEvent({
      purchaseId: randomUUID(),
      product: 'tournaments',
      reference: registrationId,
      status: 'paid',
      amountPaid: 4_000,
    });
    await service.deliverEvent(purchaseChanged, paid);
    await service.deliverEvent(purchaseChanged, { ...paid, version: 2, status: 'refunded', amountRefunded: 4_000 });
    expect((await of(FALL.id)).entry).toBeNull();
    const next = await enter(ANN_MEMBER);
    expect((await of(FALL.id)).entry).toMatchObject({ payment: { registrationId: next.registrationId } });
  });

  it('show nobody an entry or a seat that was made without their token, whatever email was typed', async () => {
    await enter(null, ANN_MEMBER.email);
    await enter(BOB_MEMBER, 'ann+other@example.com');
    await held(null, ANN_MEMBER.email);
    for (const member of [ANN_MEMBER, BOB_MEMBER])
      expect((await mine(member)).filter(({ entry }) => entry !== null)).toEqual([]);
  });

  it('show a bootcamp seat as held, with a link that holds it, then as paid', async () => {
    const registrationId = await held(ANN_MEMBER);
    const { price, entry } = await of(RUN.id);
    expect([price, entry]).toEqual([
      15_500,
      { status: 'pending', position: null, payment: { registrationId, key: expect.any(String) }, zoomLink: null },
    ]);
    expect(await service.rpc.call(takePaymentLink, { token: registrationToken(entry!.payment!) })).toMatchObject({
      product: 'bootcamps',
      amount: 15_500,
    });
    await purchase('bootcamps', registrationId, 'open');
    await purchase('bootcamps', registrationId, 'paid', 15_500);
    expect((await of(RUN.id)).entry).toEqual({ status: 'paid', position: null, payment: null, zoomLink: null });
  });

  it('show no bootcamp seat whose time is over, and the waitlist position', async () => {
    const registrationId = await held(ANN_MEMBER);
    await service.dataSource.query(`UPDATE bootcamp_registrations SET held_until = $2 WHERE id = $1`, [
      registrationId,
      NOW,
    ]);
    expect((await of(RUN.id)).entry).toBeNull();
    await capacity(RUN.id, 1);
    await held(null, 'first@example.com');
    expect(await reserve(null, 'second@example.com')).toEqual({ waitlisted: true, position: 1 });
    expect(await reserve(BOB_MEMBER)).toEqual({ waitlisted: true, position: 2 });
    expect((await of(RUN.id, BOB_MEMBER)).entry).toEqual({
      status: 'waiting',
      position: 2,
      payment: null,
      zoomLink: null,
    });
  });
});
