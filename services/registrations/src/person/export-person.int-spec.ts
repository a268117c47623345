import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import { accountChanged } from '@lectern/contracts/identity/events';
import { enterTournament, exportPerson, reserveBootcampSeat } from '@lectern/contracts/registrations/rpc';
import { undescribedColumns } from '@lectern/service-kit/testing/person-tables';
import { accountEvent, membershipEvent, purchaseEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { PERSONAL_DATA } from './personal-data.ts';

describe('a person’s data in registrations', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: '2026-09-01T12:00:00Z' });
    await service.seed();
  });
  afterAll(() => service.stop());

  const exported = (userId: string, verifiedEmail: string | null) =>
    service.rpc.call(exportPerson, { userId, verifiedEmail });
  const somebody = (firstName: string) => ({
    userId: randomUUID(),
    email: `${firstName}@Example.com`,
    firstName,
    lastName: 'Lee',
  });

  /** A member with a debate club registration, a paid bootcamp seat and a tournament entry. */
  const join = async (who: ReturnType<typeof somebody>) => {
    const { userId, email, firstName, lastName } = who;
    await service.deliverEvent(accountChanged, accountEvent({ userId, email, firstName }));
    await service.deliverEvent(
      membershipChanged,
      membershipEvent({ userId, email, firstName, subscriptionId: `sub_${firstName}`, customerId: `cus_${firstName}` }),
    );
    const place = await service.rpc.call(reserveBootcampSeat, {
      userId: null,
      email,
      firstName,
      lastName,
      phone: `555-${firstName}`,
      experienceLevel: 'beginner',
      goals: null,
      referralSource: null,
      specialRequests: null,
      promoCode: null,
    });
    if (!('registrationId' in place)) throw new Error('There is no place');
    await service.deliverEvent(
      purchaseChanged,
      purchaseEvent({
        purchaseId: randomUUID(),
        product: 'bootcamps',
        reference: place.registrationId,
        status: 'paid',
        amountPaid: 15_500,
      }),
    );
    await service.rpc.call(enterTournament, {
      eventId: null,
      email,
      member: { id: userId, email },
      firstName,
      lastName,
      phone: null,
      competitions: ['prepared_speech'],
      division: 'development',
      experienceLevel: null,
      specialRequests: `for ${firstName}`,
      promoCode: null,
    });
  };

  it('is exported, without that of others and without keys', async () => {
    const [ann, bob] = [somebody('Ann'), somebody('Bob')];
    for (const who of [ann, bob]) await join(who);
    const data = await exported(ann.userId, ann.email);
    expect(data).toMatchObject({
      debateClubRegistrations: [{ email: ann.email, status: 'active', stripeSubscriptionId: 'sub_Ann' }],
      tournamentEntries: [
        {
          specialRequests: 'for Ann',
          competitions: ['prepared_speech'],
          paymentStatus: 'pending',
          event: expect.any(String) as unknown,
        },
      ],
      bootcampRegistrations: [{ phone: '555-Ann', seat: 'taken', paymentAmountCents: 15_500 }],
      paymentsOfRegistrations: [{ product: 'bootcamps', status: 'paid', amountPaidCents: 15_500 }],
      accountAsKnownHere: [{ firstName: 'Ann' }],
      membershipsAsKnownHere: [{ stripeSubscriptionId: 'sub_Ann' }],
    });
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/bob/i);
    const keys = await service.dataSource.query<{ pay_key: string }[]>(
      'SELECT pay_key FROM bootcamp_registrations UNION SELECT pay_key FROM tournament_registrations',
    );
    for (const { pay_key: key } of keys) expect(text).not.toContain(key);
  });

  it('leaves out registrations by email alone while the mailbox is unverified', async () => {
    const cleo = somebody('Cleo');
    await join(cleo);
    expect(await exported(cleo.userId, null)).toMatchObject({
      bootcampRegistrations: [],
      paymentsOfRegistrations: [],
      tournamentEntries: [{ specialRequests: 'for Cleo' }],
      debateClubRegistrations: [{ email: cleo.email }],
    });
    // Another reader of that mailbox gets the registrations without an account, and none of the account's.
    expect(await exported(randomUUID(), cleo.email)).toMatchObject({
      bootcampRegistrations: [{ phone: '555-Cleo' }],
      tournamentEntries: [],
      debateClubRegistrations: [],
    });
  });

  it('has a rule for every table and column', async () => {
    expect(await undescribedColumns(service.dataSource, PERSONAL_DATA)).toEqual([]);
  });
});
