import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  firstPaymentFailed,
  membershipRenewed,
  paymentFailed,
  paymentPending,
  paymentReturned,
} from '@lectern/contracts/billing/events';
import { accountChanged, creditsEarned, creditsWithdrawn } from '@lectern/contracts/identity/events';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import {
  bootcampSeatChanged,
  officeHoursChanged,
  workshopSeatChanged,
  placeLost,
  registrationMoved,
  registrationRemoved,
  tournamentEntered,
  tournamentEntryPaid,
} from '@lectern/contracts/registrations/events';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import { readCalendar } from '@lectern/contracts/testing/read-calendar';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import {
  accountEvent,
  CALENDAR,
  PAY_KEY,
  enteredEvent,
  entryPaidEvent,
  membershipRenewedEvent,
  officeHoursEvent,
  paymentFailedEvent,
  paymentPendingEvent,
  placeEvent,
  workshopSeatEvent,
} from '../testing/events.ts';
import { type RunningMessaging, startMessaging, SUPPORT_EMAIL } from '../testing/running-messaging.ts';
import { type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';

const { registrationId } = enteredEvent();

let messaging: RunningMessaging;
let sendgrid: SendgridServer;
beforeAll(async () => {
  [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
  await messaging.startWorker(sendgrid.url);
});
afterAll(async () => {
  await sendgrid.close();
  await messaging.stop();
});
beforeEach(async () => {
  await emptyTables(messaging.dataSource, 'email_recipients, link_clicks, provider_events, accounts');
  sendgrid.received.length = 0;
});

describe('emails about registrations and payments', () => {
  /** Publishes the same event under two ids. */
  const publishTwice = async <C extends EventContract>(contract: C, payload: EventPayload<C>): Promise<void> => {
    await Promise.all([messaging.deliverEvent(contract, payload), messaging.deliverEvent(contract, payload)]);
  };
  const subjects = (): string[] => sendgrid.received.map((mail) => mail.subject);

  it('reach a person who entered a tournament once, with the payment link and a calendar file', async () => {
    await publishTwice(tournamentEntered, enteredEvent({ calendar: CALENDAR }));
    await messaging.emailIn('sent', `tournament-entered:${registrationId}`);
    expect(sendgrid.received).toMatchObject([{ personalizations: [{ to: [{ email: 'ann@example.com' }] }] }]);
    expect(JSON.stringify(sendgrid.received)).not.toContain('Ann');
    expect(sendgrid.received[0]!.content[0]!.value).toContain(
      `https://lectern.test/pay?token=${registrationToken({ registrationId, key: PAY_KEY })}`,
    );
    const [file] = sendgrid.received[0]!.attachments ?? [];
    expect(file).toMatchObject({ filename: 'tournament.ics', type: 'text/calendar', disposition: 'attachment' });
    expect(readCalendar(Buffer.from(file!.content, 'base64').toString()).entries).toMatchObject([
      { title: 'Online Winter Classic', begins: new Date(CALENDAR.datetime) },
    ]);
  });

  it('reach both mailboxes of a registration whose email staff corrected, each without the other address', async () => {
    await publishTwice(registrationMoved, {
      registrationId,
      kind: 'tournament',
      email: 'meant@example.com',
      formerEmail: 'mistyped@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      title: 'Online Winter Classic',
      beginsAt: enteredEvent().beginsAt,
      payKey: PAY_KEY,
      at: enteredEvent().beginsAt,
    });
    await until('both to be sent', async () => {
      const messages = await messaging.emails();
      return messages.length === 2 && messages.every(({ status }) => status === 'sent');
    });
    const textTo = (address: string): string =>
      JSON.stringify(
        sendgrid.received.find(({ personalizations }) => personalizations[0]?.to[0]?.email === address)?.content,
      );
    const [toNew, toFormer] = [textTo('meant@example.com'), textTo('mistyped@example.com')];
    expect(toNew).toContain(`/pay?token=${registrationToken({ registrationId, key: PAY_KEY })}`);
    expect(toFormer).not.toContain('/pay?');
    expect(toFormer).not.toContain('meant@');
    expect(toNew).not.toContain('mistyped@');
    expect(toNew + toFormer).not.toContain('Ann');
  });

  it('repeat no link from a title, a calendar or another text of an event', async () => {
    const link = 'evil.example/refund';
    const calendar = { ...CALENDAR, description: `Log in at https://${link}`, location: link };
    const common = { title: `Refund at ${link}`, registrationId: randomUUID() };
    const person = { email: 'bo@example.com', firstName: 'Bo', lastName: 'Li' };
    const { beginsAt } = enteredEvent();
    await messaging.deliverEvent(accountChanged, accountEvent());
    await messaging.deliverEvent(tournamentEntered, enteredEvent({ ...common, promoCode: link, calendar }));
    await messaging.deliverEvent(tournamentEntryPaid, { ...entryPaidEvent(), ...common, calendar });
    for (const change of ['confirmed', 'waitlisted', 'offered'] as const)
      await messaging.deliverEvent(
        bootcampSeatChanged,
        placeEvent({ ...common, change, offeredUntil: change === 'offered' ? beginsAt : null, position: 1, calendar }),
      );
    const lost = { kind: 'tournament', since: beginsAt, beginsAt, payKey: PAY_KEY, ...person, ...common } as const;
    await messaging.deliverEvent(placeLost, { ...lost, because: 'unpaid' });
    await messaging.deliverEvent(registrationRemoved, { ...lost, payment: 'free', amountPaid: 0, userId: null });
    await messaging.deliverEvent(paymentReturned, {
      ...common,
      ...person,
      purchaseId: randomUUID(),
      amount: 1,
      reason: 'full',
    });
    await messaging.deliverEvent(officeHoursChanged, { ...officeHoursEvent(), topic: `Log in at ${link}` });
    await until('them to be sent', async () => {
      const messages = await messaging.emails();
      return messages.length === 10 && messages.every(({ status }) => status === 'sent');
    });
    const toTeam = sendgrid.received.filter(({ subject }) => subject.startsWith('Office hours: '));
    const toOthers = sendgrid.received.filter((mail) => !toTeam.includes(mail));
    expect([toTeam.length, toOthers.length]).toEqual([1, 9]);
    const files = toOthers.flatMap(({ attachments = [] }) => attachments.map(({ content }) => content));
    expect(files.length).toBeGreaterThan(2);
    for (const text of [JSON.stringify(toOthers), ...files.map((file) => Buffer.from(file, 'base64').toString())])
      expect(text).not.toContain('evil');
    expect(subjects()).toContain('Your place in the event is no longer held');
  });

  it('ask the association to return a recorded payment that paid for nothing', async () => {
    const returned = {
      firstName: 'Mia',
      lastName: 'Lund',
      title: 'Spring Open',
      amount: 4_000,
      reason: 'full',
    } as const;
    const email = 'mia@example.com';
    await publishTwice(paymentReturned, { ...returned, email, purchaseId: randomUUID(), isOffline: true });
    await until('both to be sent', async () => {
      const messages = await messaging.emails();
      return messages.length === 2 && messages.every(({ status }) => status === 'sent');
    });
    const toTeam = sendgrid.received.find(
      ({ personalizations }) => personalizations[0]?.to[0]?.email === SUPPORT_EMAIL,
    );
    expect(toTeam?.subject).toBe('Return a payment that was recorded');
    expect(JSON.stringify(toTeam?.content)).toMatch(/Mia Lund.*mia@example\.com.*\$40\.00/s);
  });

  it('reach a mailbox twice an hour about visitors’ entries, once about the waitlist, and always about its own account’s entries', async () => {
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const account = { userId: accountEvent().userId };
    for (const id of ids) await messaging.deliverEvent(tournamentEntered, enteredEvent({ registrationId: id }));
    for (const id of ids)
      await messaging.deliverEvent(
        bootcampSeatChanged,
        placeEvent({ registrationId: id, change: 'waitlisted', position: 1 }),
      );
    expect((await messaging.emails()).map(({ template }) => template).toSorted()).toEqual([
      'bootcamp-waiting',
      'tournament-entry',
      'tournament-entry',
    ]);
    // Payments and offers are always confirmed.
    for (const id of ids)
      await messaging.deliverEvent(tournamentEntered, enteredEvent({ registrationId: id, occasion: 'moved_up' }));
    expect(await messaging.emails()).toHaveLength(7);
    await messaging.deliverEvent(accountChanged, accountEvent());
    await messaging.deliverEvent(tournamentEntered, enteredEvent({ registrationId: randomUUID() }));
    expect(await messaging.emails()).toHaveLength(7);
    await messaging.deliverEvent(tournamentEntered, enteredEvent({ registrationId: randomUUID(), ...account }));
    expect(await messaging.emails()).toHaveLength(8);
  });

  it.each([
    [paymentPending, 'payment-pending'],
    [firstPaymentFailed, 'first-payment-failed'],
  ] as const)(
    'reach a mailbox once an hour about bank debits of visitors, and always about those of its account: %#',
    async (contract, template) => {
      const debits = ['sub_1', 'sub_2', 'sub_3'].map((subscriptionId) => ({ subscriptionId, userId: null }));
      await Promise.all(debits.map((debit) => messaging.deliverEvent(contract, paymentPendingEvent(debit))));
      expect(await messaging.emails()).toMatchObject([{ template }]);
      // Another mailbox has its own limit.
      await messaging.deliverEvent(
        contract,
        paymentPendingEvent({ subscriptionId: 'sub_4', userId: null, email: 'Bo@example.com' }),
      );
      expect(await messaging.emails()).toHaveLength(2);
      await messaging.deliverEvent(accountChanged, accountEvent());
      await messaging.deliverEvent(contract, paymentPendingEvent({ subscriptionId: 'sub_5', userId: null }));
      expect(await messaging.emails()).toHaveLength(2);
      await messaging.deliverEvent(contract, paymentPendingEvent({ subscriptionId: 'sub_6' }));
      expect(await messaging.emails()).toHaveLength(3);
    },
  );

  it('distinguish waiting, moving up and payment, in any order of events', async () => {
    await publishTwice(tournamentEntryPaid, entryPaidEvent());
    await publishTwice(tournamentEntered, enteredEvent({ occasion: 'moved_up' }));
    await publishTwice(tournamentEntered, enteredEvent({ position: 2 }));
    for (const key of ['tournament-paid', 'tournament-moved_up', 'tournament-entered'])
      await messaging.emailIn('sent', `${key}:${registrationId}`);
    expect(subjects().toSorted()).toEqual([
      'A place for you: Online Winter Classic',
      'Online Winter Classic: you are on the waitlist',
      'You are in: Online Winter Classic',
    ]);
  });

  it('report each change of a bootcamp seat once', async () => {
    const waited = placeEvent({ change: 'waitlisted', position: 1 });
    const offered = placeEvent({
      change: 'offered',
      since: '2027-01-06T18:00:00.000Z',
      offeredUntil: '2027-01-08T18:00:00.000Z',
    });
    const again = { ...offered, since: '2027-01-10T18:00:00.000Z', offeredUntil: '2027-01-12T18:00:00.000Z' };
    for (const event of [placeEvent({ since: '2027-01-11T18:00:00.000Z' }), again, offered, waited])
      await publishTwice(bootcampSeatChanged, event);
    await messaging.emailIn('sent', `bootcamp-waiting:${registrationId}:${waited.since}`);
    await messaging.emailIn('sent', `bootcamp-offer:${registrationId}:${offered.since}`);
    await messaging.emailIn('sent', `bootcamp-offer:${registrationId}:${again.since}`);
    await messaging.emailIn('sent', `bootcamp-confirmed:${registrationId}`);
    expect(await messaging.emails()).toHaveLength(4);
  });

  it('report each change of a seat in a workshop once, the link to the meeting only with the seat', async () => {
    const zoomLink = 'https://zoom.us/j/8005551234';
    const waited = workshopSeatEvent({ change: 'waitlisted', position: 2 });
    const movedUp = workshopSeatEvent({ change: 'moved_up', since: '2027-01-06T18:00:00.000Z', zoomLink });
    const ended = workshopSeatEvent({ change: 'plan_ended', since: '2027-01-07T18:00:00.000Z' });
    for (const event of [waited, movedUp, ended]) {
      await publishTwice(workshopSeatChanged, event);
      await messaging.emailIn('sent', `workshop-${event.change}:${registrationId}:${event.since}`);
    }
    expect(subjects()).toEqual([
      'Cross-Examination: you are on the waitlist',
      'A seat for you: Cross-Examination',
      'Your sign-up has ended: Cross-Examination',
    ]);
    expect(sendgrid.received.map((email) => JSON.stringify(email).includes(zoomLink))).toEqual([false, true, false]);
    expect(sendgrid.received.map(({ attachments = [] }) => attachments.map(({ filename }) => filename))).toEqual([
      [],
      ['workshop.ics'],
      [],
    ]);
  });

  it('report every seat that ends with the plan, and limit those that a member causes in an unverified mailbox', async () => {
    const written = async (change: 'cancelled' | 'plan_ended') => {
      for (let number = 0; number < 15; number += 1)
        await messaging.deliverEvent(workshopSeatChanged, workshopSeatEvent({ change, registrationId: randomUUID() }));
      const rows = await messaging.dataSource.query<object[]>(
        'SELECT 1 FROM email_recipients WHERE dedupe_key LIKE $1',
        [`workshop-${change}:%`],
      );
      return rows.length;
    };
    expect([await written('plan_ended'), await written('cancelled')]).toEqual([15, 12]);
  });

  it('report the credit of a referral to both sides, once for each time', async () => {
    const earned = {
      userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
      version: 1,
      email: 'ann@example.com',
      firstName: 'Ann',
      earned: 5_000,
      totalCredits: 5_000,
    };
    const later = { ...earned, version: 3, earned: 10_000, totalCredits: 15_000 };
    for (const event of [later, earned]) await publishTwice(creditsEarned, event);
    await messaging.emailIn('sent', `referral-earned:${earned.userId}:1`);
    await messaging.emailIn('sent', `referral-earned:${earned.userId}:3`);
    expect(subjects().toSorted()).toEqual(['You have earned $100', 'You have earned $50']);
    expect(sendgrid.received.find(({ subject }) => subject.endsWith('$100'))!.content[0]!.value).toContain(
      'Earned so far: $150.00',
    );
  });

  it('report withdrawn credit of a referral to both sides, once', async () => {
    const withdrawn = {
      userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
      version: 2,
      email: 'ann@example.com',
      firstName: 'Ann',
      withdrawn: 5_000,
      totalCredits: 0,
    };
    await publishTwice(creditsWithdrawn, withdrawn);
    await messaging.emailIn('sent', `referral-withdrawn:${withdrawn.userId}:2`);
    expect(subjects()).toEqual(['Your referral credit of $50 was withdrawn']);
  });

  it('report each paid renewal to the member once, and none to an erased person', async () => {
    await publishTwice(membershipRenewed, membershipRenewedEvent({ invoiceId: 'in_gone', email: '' }));
    await publishTwice(membershipRenewed, membershipRenewedEvent());
    await publishTwice(membershipRenewed, membershipRenewedEvent({ invoiceId: 'in_3' }));
    for (const invoiceId of ['in_2', 'in_3']) await messaging.emailIn('sent', `membership-renewed:${invoiceId}`);
    expect(subjects()).toEqual([
      'Your receipt: another month of the Debate Club',
      'Your receipt: another month of the Debate Club',
    ]);
  });

  it('report each failed charge to the member once', async () => {
    await publishTwice(paymentFailed, paymentFailedEvent({ attempt: 2 }));
    await publishTwice(paymentFailed, paymentFailedEvent());
    await messaging.emailIn('sent', 'payment-failed:in_1:1');
    await messaging.emailIn('sent', 'payment-failed:in_1:2');
    expect(subjects().toSorted()).toEqual(['Your payment did not go through', 'Your payment did not go through again']);
  });
});

describe('emails about the office hours', () => {
  const { requestId } = officeHoursEvent();
  const OTHER = '5d0c2d55-6d0e-4c57-9d0a-0d4a51c9a077';

  const posted = () =>
    sendgrid.received
      .map(({ subject, personalizations, reply_to }) => [personalizations[0]!.to[0]!.email, subject, reply_to?.email])
      .toSorted();

  it('are not written for a booking whose cancellation arrived first', async () => {
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent({ change: 'cancelled' }));
    await messaging.emailIn('sent', `office-hours-cancelled-team:${requestId}`);
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent());
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent({ requestId: OTHER }));
    await messaging.emailIn('sent', `office-hours-requested-team:${OTHER}`);
    const rows = await messaging.dataSource.query<{ key: string }[]>('SELECT dedupe_key AS key FROM email_recipients');
    expect(
      rows
        .map(({ key }) => key)
        .filter((key) => key.endsWith(requestId))
        .toSorted(),
    ).toEqual([`office-hours-cancelled-team:${requestId}`, `office-hours-cancelled:${requestId}`]);
  });

  it('reach the member and the team once each, however often the event arrives', async () => {
    const [requested, cancelled] = [officeHoursEvent(), officeHoursEvent({ change: 'cancelled' })];
    for (const event of [requested, requested, cancelled, cancelled, requested])
      await messaging.deliverEvent(officeHoursChanged, event);
    for (const key of ['requested', 'requested-team', 'cancelled', 'cancelled-team'])
      await messaging.emailIn('sent', `office-hours-${key}:${requestId}`);
    expect(posted()).toEqual([
      ['ann@example.com', 'Your office hours are cancelled', SUPPORT_EMAIL],
      ['ann@example.com', 'Your office hours on Friday, January 24, 2025', SUPPORT_EMAIL],
      [SUPPORT_EMAIL, 'Office hours cancelled: Ann Lee, Friday, January 24, 2025', 'ann@example.com'],
      [SUPPORT_EMAIL, 'Office hours: Ann Lee, Friday, January 24, 2025', 'ann@example.com'],
    ]);
  });

  it('show typed text to the team only, unless the member has verified the mailbox', async () => {
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent());
    await messaging.emailIn('sent', `office-hours-requested:${requestId}`);
    await messaging.emailIn('sent', `office-hours-requested-team:${requestId}`);
    const to = (address: string) =>
      JSON.stringify(sendgrid.received.filter(({ personalizations }) => personalizations[0]!.to[0]!.email === address));
    expect(to('ann@example.com')).not.toMatch(/Ann|My first rebuttal/);
    expect(to(SUPPORT_EMAIL)).toContain('My first rebuttal');
    await messaging.deliverEvent(accountChanged, accountEvent());
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent({ requestId: OTHER }));
    await messaging.emailIn('sent', `office-hours-requested:${OTHER}`);
    expect(to('ann@example.com')).toMatch(/Hello Ann,.*My first rebuttal/);
  });

  it('link to the association’s own meeting', async () => {
    await messaging.deliverEvent(officeHoursChanged, officeHoursEvent());
    await messaging.emailIn('sent', `office-hours-requested:${requestId}`);
    const confirmation = sendgrid.received.find(({ subject }) => subject.startsWith('Your office hours'))!;
    expect(confirmation.content[0]!.value).toContain('https://zoom.us/j/8005551234');
  });
});
