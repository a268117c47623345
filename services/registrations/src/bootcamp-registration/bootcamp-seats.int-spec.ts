import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { accountChanged } from '@lectern/contracts/identity/events';
import {
  bootcampSeatChanged,
  claimsMade,
  paymentRefused,
  paymentWithdrawn,
  placeLost,
} from '@lectern/contracts/registrations/events';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import {
  previewPaymentLink,
  releasePlace,
  reserveBootcampSeat,
  takePaymentLink,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { retryWhileUnavailable } from '@lectern/service-kit/testing/retry-while-unavailable';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { SEASON } from '../season/season.ts';
import { accountEvent, ANN, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { BootcampRegistration } from './bootcamp-registration.entity.ts';
import { keepBootcampSeats } from './keep-bootcamp-seats.job.ts';

/** The run before the Fall Classic of 2026, which is the next one on the set clock. */
const RUN = SEASON.find((event) => event.type === 'bootcamp' && event.datetime > new Date('2026-09-01'))!;

const CLEO = '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a002';

const form = (
  email: string,
  differences: Partial<RpcInput<typeof reserveBootcampSeat>> = {},
): RpcInput<typeof reserveBootcampSeat> => ({
  userId: null,
  email,
  firstName: 'Ann',
  lastName: 'Lee',
  phone: null,
  experienceLevel: 'beginner',
  goals: null,
  referralSource: null,
  specialRequests: null,
  promoCode: null,
  ...differences,
});

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

describe('the seats of a bootcamp run', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: '2026-09-01T12:00:00Z' });
    await Promise.all([service.seed(), service.startReplica()]);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await emptyTables(
      service.dataSource,
      'bootcamp_registrations, tournament_registrations, purchases, accounts, outbox',
    );
    await setCapacity(12);
  });

  const setCapacity = (capacity: number) =>
    service.dataSource.query('UPDATE events SET capacity = $2, registration_deadline = $3 WHERE id = $1', [
      RUN.id,
      capacity,
      RUN.registrationDeadline,
    ]);
  const reserve = (email: string, differences: Partial<RpcInput<typeof reserveBootcampSeat>> = {}) =>
    service.rpc.call(reserveBootcampSeat, form(email, differences));
  const held = async (email: string): Promise<string> => {
    const answer = await reserve(email);
    if (!('held' in answer)) throw new Error(`${email} waits`);
    return answer.registrationId;
  };
  const waiting = async (email: string): Promise<BootcampRegistration> => {
    expect(await reserve(email)).toMatchObject({ waitlisted: true });
    return of(email);
  };
  const of = (email: string): Promise<BootcampRegistration> =>
    service.dataSource
      .getRepository(BootcampRegistration)
      .findOneOrFail({ where: { email }, order: { registeredAt: 'DESC' } });
  const deliverPurchase = (
    reference: string,
    purchaseId: string,
    differences: Partial<EventPayload<typeof purchaseChanged>>,
  ): Promise<void> =>
    service.deliverEvent(
      purchaseChanged,
      purchaseEvent({ purchaseId, product: 'bootcamps', reference, ...differences }),
    );
  const pay = (reference: string, purchaseId: string = randomUUID()): Promise<void> =>
    deliverPurchase(reference, purchaseId, {
      version: 2,
      status: 'paid',
      amountPaid: 15_500,
      paymentIntentId: `pi_${purchaseId}`,
    });
  /** Moves a time into the past, as if it had passed. */
  const letPass = (column: 'held_until' | 'offered_until', id: string) =>
    service.dataSource.query(`UPDATE bootcamp_registrations SET ${column} = '2026-09-01T11:00:00Z' WHERE id = $1`, [
      id,
    ]);
  const changes = async () =>
    (await service.publishedEvents(bootcampSeatChanged)).map(({ change, email }) => `${change} ${email}`);

  it('are held for a payment in the next run, with the details of the checkout', async () => {
    const answer = await reserve('Ann@Example.com', { userId: ANN, goals: 'speak up', promoCode: 'SPRING' });
    expect(answer).toEqual({
      held: true,
      registrationId: expect.any(String),
      eventId: RUN.id,
      title: RUN.title,
      beginsAt: RUN.datetime.toISOString(),
      amount: 15_500,
      userId: ANN,
      email: 'Ann@Example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      promoCode: 'SPRING',
      payBy: expect.stringMatching(/^2026-09-01T13:/),
    });
    expect(await of('Ann@Example.com')).toMatchObject({
      emailKey: 'ann@example.com',
      seat: 'held',
      paymentStatus: 'pending',
      goals: 'speak up',
      experienceLevel: 'beginner',
    });
    expect(await changes()).toEqual([]);
  });

  it('go to one of a hundred people who ask for the last one at the same moment, with two replicas', async () => {
    await setCapacity(1);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => retryWhileUnavailable(() => reserve(`person${index}@example.com`))),
    );
    expect(answers.filter((answer) => 'held' in answer)).toHaveLength(1);
    const positions = answers.flatMap((answer) => ('waitlisted' in answer ? [answer.position] : []));
    expect(positions.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 99 }, (_, index) => index + 1),
    );
    expect(await changes()).toHaveLength(99);
  });

  it('that a deactivated account has not paid go to the waitlist, and none is offered to it', async () => {
    await setCapacity(1);
    const deactivated = accountEvent({ version: 2, deactivatedAt: '2026-09-01T12:00:00.000Z' });
    await service.deliverEvent(accountChanged, accountEvent());
    expect(await reserve('ann@example.com', { userId: ANN })).toMatchObject({ held: true });
    expect(await reserve('ann@example.com', { userId: ANN, firstName: 'Ben' })).toMatchObject({ waitlisted: true });
    await waiting('bob@example.com');
    await service.deliverEvent(accountChanged, deactivated);
    expect((await changes()).filter((change) => change.startsWith('offered'))).toEqual(['offered bob@example.com']);
    expect([(await of('ann@example.com')).seat, (await of('bob@example.com')).seat]).toEqual(['released', 'offered']);

    await emptyTables(
      service.dataSource,
      'bootcamp_registrations, tournament_registrations, purchases, accounts, outbox',
    );
    await service.deliverEvent(accountChanged, accountEvent());
    const bob = await held('bob@example.com');
    expect(await reserve('ann@example.com', { userId: ANN })).toMatchObject({ waitlisted: true });
    await waiting('cleo@example.com');
    await service.deliverEvent(accountChanged, deactivated);
    await letPass('held_until', bob);
    await service.runJob(keepBootcampSeats);
    expect([(await of('ann@example.com')).seat, (await of('cleo@example.com')).seat]).toEqual(['released', 'offered']);
    expect(await changes()).toEqual([
      'waitlisted ann@example.com',
      'waitlisted cleo@example.com',
      'offered cleo@example.com',
    ]);
  });

  it('are given to a person once, however often they ask at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        retryWhileUnavailable(() => reserve(index % 2 === 0 ? 'ann@example.com' : ' ANN@example.com')),
      ),
    );
    expect(new Set(answers.map((answer) => 'held' in answer && answer.registrationId)).size).toBe(1);
    expect(await service.dataSource.getRepository(BootcampRegistration).count()).toBe(1);
  });

  it('stay the same for an account that registers again, and for a guest without a seat, with the fields updated', async () => {
    const again = { firstName: 'ANN ', goals: 'win' };
    await reserve('ann@example.com', { userId: ANN });
    const { id } = await of('ann@example.com');
    expect(await reserve('ann@example.com', { userId: ANN, ...again })).toMatchObject({ registrationId: id });
    expect(await of('ann@example.com')).toMatchObject({ id, goals: 'win' });
    const guest = await held('bob@example.com');
    await service.rpc.call(releasePlace, { registrationId: guest });
    expect(await reserve('bob@example.com', again)).toMatchObject({ held: true, registrationId: guest });
    expect(await of('bob@example.com')).toMatchObject({ id: guest, goals: 'win' });
  });

  it('keep the details of an account that has verified the mailbox when another person registers its name and email', async () => {
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-08-01T12:00:00Z' }));
    const id = await held('ann@example.com');
    await reserve('ann@example.com', { userId: ANN, goals: 'speak up', promoCode: 'SPRING' });
    const answer = await reserve('ANN@example.com', {
      firstName: 'ann',
      goals: 'CHEAP PILLS',
      phone: '666',
      promoCode: null,
    });
    expect(answer).toMatchObject({ held: true, registrationId: id, userId: null, holderId: ANN, firstName: 'Ann' });
    expect(await of('ann@example.com')).toMatchObject({
      id,
      userId: ANN,
      firstName: 'Ann',
      goals: 'speak up',
      phone: null,
      promoCode: 'SPRING',
    });
  });

  it.each(['held', 'waiting'] as const)(
    'go to a guest, with the guest’s details, where an account without the verified mailbox has one %s',
    async (seat) => {
      await service.deliverEvent(accountChanged, accountEvent());
      await setCapacity(1);
      if (seat === 'waiting') await held('bob@example.com');
      await reserve('ann@example.com', { userId: ANN, goals: 'CHEAP PILLS', phone: '666' });
      await service.dataSource.query(
        `UPDATE bootcamp_registrations SET held_since = held_since - interval '2 hours' WHERE email = 'ann@example.com'`,
      );
      const before = await of('ann@example.com');
      const answer = await reserve('Ann@example.com', { goals: 'speak up' });
      expect(answer).toMatchObject(seat === 'held' ? { held: true, userId: null } : { position: 1 });
      const row = await of('Ann@example.com');
      expect(row).toMatchObject({ id: before.id, seat, userId: null, goals: 'speak up', phone: null });
      expect(row.payKey).not.toBe(before.payKey);
      expect((await service.publishedEvents(claimsMade)).at(-1)).toMatchObject({ claims: [{ subjectId: before.id }] });
    },
  );

  it('keep the details of a guest with an open checkout, if another person types the same name and email before the mailbox is verified', async () => {
    const id = await held('ann@example.com');
    const before = await of('ann@example.com');
    await service.deliverEvent(accountChanged, accountEvent());
    for (const userId of [null, ANN])
      expect(await reserve('ann@example.com', { userId, goals: 'CHEAP PILLS' })).toMatchObject({
        held: true,
        registrationId: id,
        userId: null,
      });
    expect(await of('ann@example.com')).toMatchObject({ userId: null, goals: null, heldSince: before.heldSince });
    await service.deliverEvent(accountChanged, accountEvent({ version: 2, emailVerifiedAt: '2026-09-01T12:00:00Z' }));
    expect(await reserve('ann@example.com', { userId: ANN, goals: 'speak up' })).toMatchObject({ userId: ANN });
    expect(await of('ann@example.com')).toMatchObject({ id, userId: ANN, goals: 'speak up' });
  });

  it('are not given to an account that pays on a page from before a guest got them', async () => {
    await reserve('ann@example.com', { userId: ANN });
    const id = await held('ann@example.com');
    const purchaseId = randomUUID();
    await deliverPurchase(id, purchaseId, { version: 2, status: 'paid', amountPaid: 15_500, guestEmail: null });
    expect(await service.publishedEvents(paymentRefused)).toEqual([{ purchaseId, reason: 'withdrawn' }]);
    expect(await of('ann@example.com')).toMatchObject({ userId: null, seat: 'held', paymentStatus: 'pending' });
  });

  it.each([null, 'ann@example.com'])(
    'refuse the payment for an account that was deactivated meanwhile, by the account or by a guest (%s)',
    async (guestEmail) => {
      const answer = await reserve('ann@example.com', { userId: ANN });
      await service.deliverEvent(accountChanged, accountEvent({ deactivatedAt: '2026-09-01T12:00:00Z' }));
      const purchaseId = randomUUID();
      await deliverPurchase('held' in answer ? answer.registrationId : '', purchaseId, {
        version: 2,
        status: 'paid',
        amountPaid: 15_500,
        guestEmail,
      });
      expect(await of('ann@example.com')).toMatchObject({ seat: 'released', paymentStatus: 'refunded' });
      expect(await service.publishedEvents(paymentRefused)).toEqual([{ purchaseId, reason: 'withdrawn' }]);
    },
  );

  it('cannot be paid on a page from before their account changed its email: a guest would pay for the former one', async () => {
    const answer = await reserve('ann@example.com', { userId: ANN });
    const registrationId = 'held' in answer ? answer.registrationId : '';
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-08-01T12:00:00Z' }));
    await deliverPurchase(registrationId, randomUUID(), { guestEmail: 'ann@example.com' });
    await service.deliverEvent(
      accountChanged,
      accountEvent({ version: 2, firstName: 'Anna', emailVerifiedAt: '2026-08-01T12:00:00Z' }),
    );
    expect(await service.publishedEvents(paymentWithdrawn)).toEqual([]);
    await service.deliverEvent(
      accountChanged,
      accountEvent({ version: 3, email: 'elsewhere@example.com', emailVerifiedAt: '2026-09-01T12:00:00Z' }),
    );
    expect(await service.publishedEvents(paymentWithdrawn)).toEqual([{ reference: registrationId }]);
  });

  it('belong to the mailbox that a guest paid for, also if an account registered and has left the mailbox since', async () => {
    const answer = await reserve('ann@example.com', { userId: ANN });
    const registrationId = 'held' in answer ? answer.registrationId : '';
    await service.deliverEvent(accountChanged, accountEvent({}));
    await service.deliverEvent(
      accountChanged,
      accountEvent({ version: 2, email: 'elsewhere@example.com', emailVerifiedAt: '2026-09-01T12:00:00Z' }),
    );
    expect(await of('elsewhere@example.com')).toMatchObject({ id: registrationId, userId: ANN });
    await deliverPurchase(registrationId, randomUUID(), {
      version: 2,
      status: 'paid',
      amountPaid: 15_500,
      guestEmail: 'Ann@example.com',
    });
    expect(await of('Ann@example.com')).toMatchObject({
      id: registrationId,
      userId: null,
      emailKey: 'ann@example.com',
      seat: 'taken',
      paymentStatus: 'paid',
    });
  });

  it('are refused to a guest who has paid, where the mailbox has another one of that name', async () => {
    const answer = await reserve('ann@example.com', { userId: ANN });
    const registrationId = 'held' in answer ? answer.registrationId : '';
    await service.deliverEvent(accountChanged, accountEvent({}));
    await service.deliverEvent(
      accountChanged,
      accountEvent({ version: 2, email: 'elsewhere@example.com', emailVerifiedAt: '2026-09-01T12:00:00Z' }),
    );
    const seatOfAnn = await held('ann@example.com');
    const purchaseId = randomUUID();
    await deliverPurchase(registrationId, purchaseId, {
      version: 2,
      status: 'paid',
      amountPaid: 15_500,
      guestEmail: 'ann@example.com',
    });
    expect(await service.publishedEvents(paymentRefused)).toEqual([{ purchaseId, reason: 'withdrawn' }]);
    expect(await of('ann@example.com')).toMatchObject({ id: seatOfAnn, seat: 'held' });
    expect(await of('elsewhere@example.com')).toMatchObject({ userId: ANN, paymentStatus: 'pending' });
  });

  it('are not sold twice to one person', async () => {
    await pay(await held('ann@example.com'));
    await expect(
      reserve('ANN@example.com', { firstName: 'ann', lastName: ' LEE', phone: '666' }),
    ).rejects.toMatchObject({
      code: 'registration_exists',
      message: 'You are already registered for this bootcamp.',
    });
    expect(await of('ann@example.com')).toMatchObject({
      firstName: 'Ann',
      phone: null,
      seat: 'taken',
      paymentStatus: 'paid',
    });
  });

  it('leave the positions on the waitlist unchanged', async () => {
    await setCapacity(1);
    await held('ann@example.com');
    expect(await reserve('bob@example.com')).toEqual({ waitlisted: true, position: 1 });
    expect(await reserve('cleo@example.com')).toEqual({ waitlisted: true, position: 2 });
    expect(await reserve('BOB@example.com', { phone: '555' })).toEqual({ waitlisted: true, position: 1 });
    expect(await of('BOB@example.com')).toMatchObject({ phone: '555' });
    expect(await changes()).toEqual(['waitlisted bob@example.com', 'waitlisted cleo@example.com']);
    expect(await service.publishedEvents(bootcampSeatChanged)).toMatchObject([{ position: 1 }, { position: 2 }]);
  });

  it('are confirmed when they are paid, once, with the amount charged', async () => {
    const id = await held('ann@example.com');
    const purchaseId = randomUUID();
    await deliverPurchase(id, purchaseId, {});
    expect(await of('ann@example.com')).toMatchObject({
      seat: 'held',
      paymentStatus: 'pending',
      stripeCheckoutSessionId: `cs_test_${purchaseId}`,
    });
    await deliverPurchase(id, purchaseId, { version: 2, status: 'paid', amountPaid: 10_000, paymentIntentId: 'pi_1' });
    await deliverPurchase(id, purchaseId, { version: 2, status: 'paid', amountPaid: 10_000, paymentIntentId: 'pi_1' });
    expect(await of('ann@example.com')).toMatchObject({
      seat: 'taken',
      paymentStatus: 'paid',
      paymentAmount: 10_000,
      stripePaymentIntentId: 'pi_1',
    });
    expect(await service.publishedEvents(bootcampSeatChanged)).toMatchObject([
      {
        change: 'confirmed',
        amount: 10_000,
        title: RUN.title,
        beginsAt: RUN.datetime.toISOString(),
        endsAt: RUN.endsAt.toISOString(),
      },
    ]);
  });

  it('end the same in whatever order payment events arrive, each twice', async () => {
    const story: Partial<EventPayload<typeof purchaseChanged>>[] = [
      { version: 1 },
      { version: 2, status: 'paid', amountPaid: 15_500, paymentIntentId: 'pi_1' },
      { version: 3, status: 'refunded', amountPaid: 15_500, amountRefunded: 15_500, paymentIntentId: 'pi_1' },
    ];
    for (const order of permutations(story)) {
      await emptyTables(service.dataSource, 'bootcamp_registrations, tournament_registrations, purchases');
      const id = await held('ann@example.com');
      const purchaseId = randomUUID();
      for (const event of [...order, ...order.toReversed()]) await deliverPurchase(id, purchaseId, event);
      expect(await of('ann@example.com')).toMatchObject({
        seat: 'released',
        paymentStatus: 'refunded',
        paymentAmount: 15_500,
      });
    }
  });

  it('are offered to the first guest on the waitlist when a checkout expires, for 12 hours, and count as taken meanwhile', async () => {
    await setCapacity(1);
    const id = await held('ann@example.com');
    const purchaseId = randomUUID();
    await deliverPurchase(id, purchaseId, {});
    await letPass('held_until', id);
    await waiting('bob@example.com');
    await waiting('cleo@example.com');
    await deliverPurchase(id, purchaseId, { version: 2, status: 'expired' });
    expect(await of('ann@example.com')).toMatchObject({ seat: 'released', paymentStatus: 'pending' });
    const bob = await of('bob@example.com');
    expect(bob).toMatchObject({ seat: 'offered', waitlistedAt: null });
    expect(bob.offeredUntil!.getTime() - new Date('2026-09-02T00:00:00Z').getTime()).toBeLessThan(60_000);
    expect((await service.publishedEvents(bootcampSeatChanged)).at(-1)).toMatchObject({
      change: 'offered',
      email: 'bob@example.com',
      offeredUntil: bob.offeredUntil!.toISOString(),
      payKey: bob.payKey,
    });
    expect(await reserve('dora@example.com')).toEqual({ waitlisted: true, position: 2 });
    // The person who let it expire joins the end of the waitlist.
    expect(await reserve('ann@example.com')).toEqual({ waitlisted: true, position: 3 });
  });

  it('are offered for 48 hours to an account whose mailbox is verified', async () => {
    await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-08-01T12:00:00Z' }));
    await setCapacity(1);
    const id = await held('bob@example.com');
    expect(await reserve('ann@example.com', { userId: ANN })).toMatchObject({ waitlisted: true });
    await service.rpc.call(releasePlace, { registrationId: id });
    expect(
      (await of('ann@example.com')).offeredUntil!.getTime() - new Date('2026-09-03T12:00:00Z').getTime(),
    ).toBeLessThan(60_000);
  });

  describe('of an unverified mailbox', () => {
    const named = (firstName: string): Promise<BootcampRegistration> =>
      service.dataSource
        .getRepository(BootcampRegistration)
        .findOneByOrFail({ emailKey: 'bob@example.com', firstName });
    const reserveAs = (firstName: string, userId: string | null = null) =>
      reserve('bob@example.com', { firstName, userId });
    const REFUSED = { code: 'too_many_unpaid', message: expect.stringContaining('Pay for one of them') };

    it('are two at a time, held, offered or on the waitlist', async () => {
      await setCapacity(1);
      const id = await held('ann@example.com');
      for (const name of ['Bob', 'Bea']) expect(await reserveAs(name)).toMatchObject({ waitlisted: true });
      await expect(reserveAs('Ben')).rejects.toMatchObject(REFUSED);
      await service.rpc.call(releasePlace, { registrationId: id });
      await expect(reserveAs('Ben')).rejects.toMatchObject(REFUSED);
      await pay((await named('Bob')).id);
      expect(await reserveAs('Ben')).toMatchObject({ waitlisted: true });
    });

    it('are two, however many ask at the same moment', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) => retryWhileUnavailable(() => reserveAs(`Bob ${index}`))),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    });

    it('are two by old payment links too', async () => {
      for (const name of ['Bob', 'Bea']) await reserveAs(name);
      const old = [await named('Bob'), await named('Bea')];
      for (const { id } of old) await service.rpc.call(releasePlace, { registrationId: id });
      for (const name of ['Ben', 'Bill']) await reserveAs(name);
      const { id: registrationId, payKey: key } = old[0]!;
      await expect(
        service.rpc.call(takePaymentLink, { token: registrationToken({ registrationId, key }) }),
      ).rejects.toMatchObject(REFUSED);
    });

    it('are four for an account that has verified the mailbox', async () => {
      await service.deliverEvent(accountChanged, accountEvent({ userId: CLEO, email: 'bob@example.com', version: 1 }));
      for (const name of ['Bob', 'Bea']) await reserveAs(name, CLEO);
      await expect(reserveAs('Ben', CLEO)).rejects.toMatchObject(REFUSED);
      await service.deliverEvent(
        accountChanged,
        accountEvent({ userId: CLEO, email: 'bob@example.com', version: 2, emailVerifiedAt: '2026-08-01T12:00:00Z' }),
      );
      for (const name of ['Ben', 'Bill']) expect(await reserveAs(name, CLEO)).toMatchObject({ held: true });
      await expect(reserveAs('Beth', CLEO)).rejects.toMatchObject(REFUSED);
      await expect(reserveAs('Beth')).rejects.toMatchObject(REFUSED);
    });

    it('are offered one at a time: its second one is passed over until the first offer has ended, and a lapsed one is not offered again', async () => {
      await setCapacity(2);
      const ids = [await held('ann@example.com'), await held('dora@example.com')];
      for (const name of ['Bob', 'Bea']) await reserveAs(name);
      await waiting('cleo@example.com');
      for (const registrationId of ids) await service.rpc.call(releasePlace, { registrationId });
      expect([(await named('Bob')).seat, (await named('Bea')).seat, (await of('cleo@example.com')).seat]).toEqual([
        'offered',
        'waiting',
        'offered',
      ]);
      await pay((await of('cleo@example.com')).id);
      // While it is held for its payment it is still that offer.
      await reserveAs('Bob');
      await service.runJob(keepBootcampSeats);
      expect((await named('Bea')).seat).toBe('waiting');
      await letPass('held_until', (await named('Bob')).id);
      await letPass('offered_until', (await named('Bob')).id);
      await service.runJob(keepBootcampSeats);
      expect([(await named('Bob')).seat, (await named('Bea')).seat]).toEqual(['released', 'offered']);
      await letPass('offered_until', (await named('Bea')).id);
      await service.runJob(keepBootcampSeats);
      await service.runJob(keepBootcampSeats);
      expect([(await named('Bob')).seat, (await named('Bea')).seat]).toEqual(['released', 'released']);
    });
  });

  describe('asked for from one network', () => {
    const network = { address: '192.0.2.7', most: 3 };
    const someone = (number: number, differences: Partial<RpcInput<typeof reserveBootcampSeat>> = {}) =>
      reserve(`person${number}@example.com`, { network, ...differences });
    const REFUSED = { code: 'too_many_unpaid', message: expect.stringContaining('from your network') };

    it('are limited while unpaid, and free up when one of them is paid or given up; the network is stored as a hash only', async () => {
      await setCapacity(2);
      for (const number of [1, 2, 3]) await someone(number);
      await expect(someone(4)).rejects.toMatchObject(REFUSED);
      expect(await reserve('person5@example.com', { network: { ...network, address: '192.0.2.8' } })).toMatchObject({
        waitlisted: true,
      });
      const keys = async () =>
        (await service.dataSource.getRepository(BootcampRegistration).find({ order: { registeredAt: 'ASC' } })).map(
          ({ networkKey }) => networkKey,
        );
      const [first, second, third, other] = await keys();
      expect([second, third]).toEqual([first, first]);
      expect(first).toMatch(/^[\w-]{43}$/);
      expect(other).not.toBe(first);
      await pay((await of('person1@example.com')).id);
      expect((await keys())[0]).toBeNull();
      expect(await someone(4)).toMatchObject({ waitlisted: true });
      await service.rpc.call(releasePlace, { registrationId: (await of('person2@example.com')).id });
      expect((await keys())[1]).toBeNull();
      expect(await someone(6)).toMatchObject({ waitlisted: true });
    });

    it('are limited by old payment links too, and not for an account that has verified its mailbox', async () => {
      await someone(1);
      const { id: registrationId, payKey: key } = await of('person1@example.com');
      await service.rpc.call(releasePlace, { registrationId });
      for (const number of [2, 3, 4]) await someone(number);
      await expect(
        service.rpc.call(takePaymentLink, { token: registrationToken({ registrationId, key }), network }),
      ).rejects.toMatchObject(REFUSED);
      await service.deliverEvent(accountChanged, accountEvent({ emailVerifiedAt: '2026-08-01T12:00:00Z' }));
      expect(await reserve('ann@example.com', { userId: ANN, network })).toMatchObject({ held: true });
    });
  });

  it('are offered at the current price', async () => {
    await setCapacity(1);
    const id = await held('ann@example.com');
    await waiting('bob@example.com');
    await service.dataSource.query('UPDATE events SET price = 12000 WHERE id = $1', [RUN.id]);
    try {
      await service.rpc.call(releasePlace, { registrationId: id });
      expect((await service.publishedEvents(bootcampSeatChanged)).at(-1)).toMatchObject({
        change: 'offered',
        email: 'bob@example.com',
        amount: 12_000,
      });
    } finally {
      await service.dataSource.query('UPDATE events SET price = $2 WHERE id = $1', [RUN.id, RUN.price]);
    }
  });

  it('go from a lapsed offer to the next on the waitlist', async () => {
    await setCapacity(1);
    const id = await held('ann@example.com');
    const { id: bob } = await waiting('bob@example.com');
    await waiting('cleo@example.com');
    await service.rpc.call(releasePlace, { registrationId: id });
    await service.runJob(keepBootcampSeats);
    expect(await of('bob@example.com')).toMatchObject({ seat: 'offered' });
    await letPass('offered_until', bob);
    await Promise.all([service.runJob(keepBootcampSeats), service.runJob(keepBootcampSeats)]);
    expect(await of('bob@example.com')).toMatchObject({ seat: 'released' });
    expect(await of('cleo@example.com')).toMatchObject({ seat: 'offered' });
    expect((await changes()).filter((change) => change.startsWith('offered'))).toEqual([
      'offered bob@example.com',
      'offered cleo@example.com',
    ]);
  });

  it('are released when no checkout was opened in five minutes, and not while one is open', async () => {
    const [idle, paying] = [await held('ann@example.com'), await held('bob@example.com')];
    await deliverPurchase(paying, randomUUID(), {});
    await service.runJob(keepBootcampSeats);
    expect(await of('ann@example.com')).toMatchObject({ seat: 'held' });
    await letPass('held_until', idle);
    await letPass('held_until', paying);
    await service.runJob(keepBootcampSeats);
    expect(await of('ann@example.com')).toMatchObject({ seat: 'released' });
    expect(await of('bob@example.com')).toMatchObject({ seat: 'held' });
  });

  it('are released immediately on request, and not while a checkout is open', async () => {
    const id = await held('ann@example.com');
    await service.rpc.call(releasePlace, { registrationId: id });
    await service.rpc.call(releasePlace, { registrationId: id });
    expect(await of('ann@example.com')).toMatchObject({ seat: 'released', heldSince: null, heldUntil: null });
    expect(await held('ann@example.com')).toBe(id);
    const { heldSince } = await of('ann@example.com');
    await deliverPurchase(id, randomUUID(), {});
    await service.rpc.call(releasePlace, { registrationId: id });
    // The hour that it may be held for goes on: a refused promo code does not restart it.
    expect(await of('ann@example.com')).toMatchObject({ seat: 'held', heldSince });
    await service.rpc.call(releasePlace, { registrationId: randomUUID() });
  });

  it('are released by more people at the same moment than the database has connections', async () => {
    await setCapacity(40);
    const ids = await Promise.all(Array.from({ length: 40 }, (_, index) => held(`person${index}@example.com`)));
    await Promise.all(ids.map((registrationId) => service.rpc.call(releasePlace, { registrationId })));
    expect(await service.dataSource.getRepository(BootcampRegistration).countBy({ seat: 'released' })).toBe(40);
  });

  it('outlive a checkout that expired when another one is being opened', async () => {
    const id = await held('ann@example.com');
    const [first, second] = [randomUUID(), randomUUID()];
    await deliverPurchase(id, first, {});
    await letPass('held_until', id);
    await held('ann@example.com');
    await deliverPurchase(id, first, { version: 2, status: 'expired' });
    expect(await of('ann@example.com')).toMatchObject({ seat: 'held' });
    await deliverPurchase(id, second, {});
    await letPass('held_until', id);
    await service.runJob(keepBootcampSeats);
    expect(await of('ann@example.com')).toMatchObject({ seat: 'held', stripeCheckoutSessionId: `cs_test_${second}` });
  });

  it('are held for an hour at most, however many payment pages follow each other', async () => {
    await setCapacity(1);
    const id = await held('ann@example.com');
    await waiting('bob@example.com');
    const first = await of('ann@example.com');
    await deliverPurchase(id, randomUUID(), {});
    expect(await reserve('ann@example.com', { promoCode: 'SPRING' })).toMatchObject({
      payBy: new Date(first.heldSince!.getTime() + 3_600_000).toISOString(),
    });
    await service.dataSource.query(
      `UPDATE bootcamp_registrations SET held_since = held_since - interval '1 hour' WHERE id = $1`,
      [id],
    );
    const { heldUntil } = await of('ann@example.com');
    await expect(reserve('ann@example.com')).rejects.toMatchObject({ code: 'in_progress' });
    const token = registrationToken({ registrationId: id, key: first.payKey });
    await expect(service.rpc.call(takePaymentLink, { token })).rejects.toMatchObject({ code: 'in_progress' });
    expect(await of('ann@example.com')).toMatchObject({ seat: 'held', heldUntil });
  });

  it('are held again when the event of an open checkout arrives late, where there is room', async () => {
    await setCapacity(2);
    const [first, second] = [await held('ann@example.com'), await held('bob@example.com')];
    for (const registrationId of [first, second]) await service.rpc.call(releasePlace, { registrationId });
    await held('cleo@example.com');
    await deliverPurchase(first, randomUUID(), {});
    await deliverPurchase(second, randomUUID(), {});
    expect(await of('ann@example.com')).toMatchObject({ seat: 'held', heldSince: expect.any(Date) });
    expect(await of('bob@example.com')).toMatchObject({ seat: 'released' });
  });

  it('are not sold beyond the capacity: a payment for a released one is refunded', async () => {
    await setCapacity(1);
    const late = await held('ann@example.com');
    await service.rpc.call(releasePlace, { registrationId: late });
    await pay(await held('bob@example.com'));
    await pay(late);
    expect(await of('ann@example.com')).toMatchObject({ seat: 'released', paymentStatus: 'refunded' });
    expect(await of('bob@example.com')).toMatchObject({ seat: 'taken', paymentStatus: 'paid' });
    expect(await changes()).toEqual(['confirmed bob@example.com']);
    expect(await service.publishedEvents(paymentRefused)).toMatchObject([{ reason: 'full' }]);
    expect(await reserve('cleo@example.com')).toMatchObject({ waitlisted: true });
  });

  it.each(['full', 'withdrawn'] as const)(
    'are not given for a payment of $0 where they are %s: the seat stays released, and can be paid once there is room',
    async (reason) => {
      await setCapacity(1);
      const account = accountEvent({ version: 1 });
      await service.deliverEvent(accountChanged, account);
      const late = await held('ann@example.com');
      await service.dataSource.query('UPDATE bootcamp_registrations SET user_id = $1', [ANN]);
      if (reason === 'withdrawn')
        await service.deliverEvent(accountChanged, {
          ...account,
          version: 2,
          deactivatedAt: '2026-09-01T12:00:00.000Z',
        });
      else await service.rpc.call(releasePlace, { registrationId: late });
      await pay(await held('bob@example.com'));
      await deliverPurchase(late, randomUUID(), { version: 2, status: 'paid', amountPaid: 0 });
      expect(await of('ann@example.com')).toMatchObject({ seat: 'released', paymentStatus: 'pending' });
      expect(await changes()).toEqual(['confirmed bob@example.com']);
      expect(await service.publishedEvents(paymentRefused)).toMatchObject([{ reason }]);
      await service.deliverEvent(accountChanged, { ...account, version: 3 });
      await setCapacity(2);
      expect(await reserve('ann@example.com')).toMatchObject({ held: true, registrationId: late });
      await pay(late);
      expect(await of('ann@example.com')).toMatchObject({ seat: 'taken', paymentStatus: 'paid' });
    },
  );

  it('are free again when they are refunded, also for the same person', async () => {
    await setCapacity(1);
    const id = await held('ann@example.com');
    const purchaseId = randomUUID();
    await pay(id, purchaseId);
    await waiting('bob@example.com');
    await deliverPurchase(id, purchaseId, {
      version: 3,
      status: 'refunded',
      amountPaid: 15_500,
      amountRefunded: 15_500,
    });
    expect(await of('ann@example.com')).toMatchObject({ seat: 'released', paymentStatus: 'refunded' });
    expect(await of('bob@example.com')).toMatchObject({ seat: 'offered' });
    expect(await reserve('ann@example.com')).toEqual({ waitlisted: true, position: 1 });
    expect((await of('ann@example.com')).id).not.toBe(id);
  });

  describe('that are offered', () => {
    let bob: BootcampRegistration;
    beforeEach(async () => {
      await setCapacity(1);
      const id = await held('ann@example.com');
      await waiting('bob@example.com');
      await service.rpc.call(releasePlace, { registrationId: id });
      bob = await of('bob@example.com');
      expect(bob.seat).toBe('offered');
    });
    const follow = (key: string = bob.payKey) =>
      service.rpc.call(takePaymentLink, { token: registrationToken({ registrationId: bob.id, key }) });

    it('are held by their link, as often as it is followed', async () => {
      expect(await follow()).toMatchObject({
        product: 'bootcamps',
        registrationId: bob.id,
        email: 'bob@example.com',
        title: RUN.title,
        amount: 15_500,
      });
      expect(await follow()).toMatchObject({ registrationId: bob.id });
      expect(await of('bob@example.com')).toMatchObject({ seat: 'held' });
      await pay(bob.id);
      await expect(follow()).rejects.toMatchObject({ code: 'purchase_exists' });
    });

    it('cost the price of the offer, or the run’s current price where that is less', async () => {
      const setPrice = (price: number) =>
        service.dataSource.query('UPDATE events SET price = $2 WHERE id = $1', [RUN.id, price]);
      const token = registrationToken({ registrationId: bob.id, key: bob.payKey });
      const preview = () => service.rpc.call(previewPaymentLink, { token });
      try {
        await setPrice(25_000);
        expect(await preview()).toMatchObject({ amount: 15_500 });
        expect(await follow()).toMatchObject({ amount: 15_500 });
        expect(await held('bob@example.com')).toBe(bob.id);
        expect(await follow()).toMatchObject({ amount: 15_500 });
        await setPrice(12_000);
        expect(await preview()).toMatchObject({ amount: 12_000 });
        expect(await follow()).toMatchObject({ amount: 12_000 });
      } finally {
        await setPrice(15_500);
      }
    });

    it('are held by their form too', async () => {
      expect(await held('bob@example.com')).toBe(bob.id);
    });

    it('stay offered when the checkout expired or could not be opened', async () => {
      const purchaseId = randomUUID();
      await follow();
      await deliverPurchase(bob.id, purchaseId, {});
      await letPass('held_until', bob.id);
      await deliverPurchase(bob.id, purchaseId, { version: 2, status: 'expired' });
      expect(await of('bob@example.com')).toMatchObject({ seat: 'offered' });
      await follow();
      await service.rpc.call(releasePlace, { registrationId: bob.id });
      expect(await of('bob@example.com')).toMatchObject({ seat: 'offered' });
    });

    it('are gone when the offer is over, also before the job has run', async () => {
      await waiting('cleo@example.com');
      await letPass('offered_until', bob.id);
      await expect(follow()).rejects.toMatchObject({ code: 'payment_link_closed' });
      expect(await of('cleo@example.com')).toMatchObject({ seat: 'offered' });
    });

    it.each(['', 'nonsense', randomUUID()])('are not held by the key %p', async (key) => {
      await expect(follow(key)).rejects.toMatchObject({ code: 'payment_link_unknown' });
      expect(await of('bob@example.com')).toMatchObject({ seat: 'offered' });
    });
  });

  it('that become free after the deadline are offered until the run begins; the people who still wait then are notified that it has ended', async () => {
    await setCapacity(1);
    const id = await held('ann@example.com');
    await waiting('bob@example.com');
    await waiting('cleo@example.com');
    await service.dataSource.query(`UPDATE events SET registration_deadline = '2026-09-01T11:00:00Z' WHERE id = $1`, [
      RUN.id,
    ]);
    await service.rpc.call(releasePlace, { registrationId: id });
    expect(await of('bob@example.com')).toMatchObject({ seat: 'offered' });
    await service.dataSource.query(`UPDATE events SET datetime = '2026-09-01T11:30:00Z' WHERE id = $1`, [RUN.id]);
    try {
      await service.runJob(keepBootcampSeats);
      await service.runJob(keepBootcampSeats);
      expect(await of('cleo@example.com')).toMatchObject({ seat: 'released' });
      expect(await service.publishedEvents(placeLost)).toMatchObject([
        { email: 'cleo@example.com', kind: 'bootcamp', because: 'waitlist_ended' },
      ]);
    } finally {
      await service.dataSource.query('UPDATE events SET datetime = $2 WHERE id = $1', [RUN.id, RUN.datetime]);
    }
  });

  it('are not given once registration has closed for every run', async () => {
    const move = (by: string) =>
      service.dataSource.query(
        `UPDATE events SET registration_deadline = registration_deadline + $1::interval WHERE type = 'bootcamp'`,
        [by],
      );
    await move('-10 years');
    try {
      await expect(reserve('ann@example.com')).rejects.toMatchObject({
        code: 'registration_closed',
        message: expect.stringContaining('No bootcamp is open'),
      });
    } finally {
      await move('10 years');
    }
  });

  it('are those of the following run, once the deadline of the next one has passed', async () => {
    await service.dataSource.query('UPDATE events SET registration_deadline = $2 WHERE id = $1', [
      RUN.id,
      '2026-09-01T11:00:00Z',
    ]);
    const after = SEASON.find((event) => event.type === 'bootcamp' && event.datetime > RUN.datetime)!;
    expect(await reserve('ann@example.com')).toMatchObject({ held: true, eventId: after.id });
  });
});
