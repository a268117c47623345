import type {
  membershipChanged,
  membershipRenewed,
  paymentFailed,
  paymentPending,
} from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { accountChanged } from '@lectern/contracts/identity/events';
import type {
  bootcampSeatChanged,
  eventNoticeDue,
  officeHoursChanged,
  workshopSeatChanged,
  tournamentEntered,
  tournamentEntryPaid,
} from '@lectern/contracts/registrations/events';

/** Identity's event of an account with a verified mailbox, with differences. */
export const accountEvent = (
  differences: Partial<EventPayload<typeof accountChanged>> = {},
): EventPayload<typeof accountChanged> => ({
  userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
  version: 1,
  email: 'Ann@Example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  division: 'development',
  createdAt: '2026-01-05T07:00:00.000Z',
  emailVerifiedAt: '2026-01-05T08:00:00.000Z',
  ...differences,
});

/** Billing's event of a new monthly member, with differences. */
export const membershipEvent = (
  differences: Partial<EventPayload<typeof membershipChanged>> = {},
): EventPayload<typeof membershipChanged> => ({
  subscriptionId: 'sub_ann',
  customerId: 'cus_ann',
  userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  version: 1,
  status: 'active',
  access: true,
  plan: 'monthly',
  amount: 9_500,
  startedAt: '2026-01-05T18:00:00.000Z',
  currentPeriodEnd: '2026-02-05T18:00:00.000Z',
  cancelAtPeriodEnd: false,
  ...differences,
});

/** Billing's event of a first payment that a bank is processing, with differences. */
export const paymentPendingEvent = (
  differences: Partial<EventPayload<typeof paymentPending>> = {},
): EventPayload<typeof paymentPending> => ({
  subscriptionId: 'sub_ann',
  userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  plan: 'monthly',
  ...differences,
});

const REGISTRATION = {
  registrationId: '5a1c7a52-6d0e-4c57-9d0a-0d4a51c9a0f1',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
} as const;
export const PAY_KEY = '9e7f4a11-0b7a-4a5e-8f54-2f6a63c8b0d2';

/** A tournament's dates as registrations publishes them. */
export const CALENDAR = {
  id: '6f1d7a52-6d0e-4c57-9d0a-0d4a51c9a0aa',
  type: 'tournament',
  datetime: '2027-02-27T17:00:00.000Z',
  endsAt: '2027-02-27T23:00:00.000Z',
  timezone: 'America/Los_Angeles',
  description: 'Four rounds; bring a timer, and water.',
  location: 'Online',
  sequence: 2,
  publishedAt: '2027-01-05T18:00:00.000Z',
} as const;

/** Registrations' event of an entry that is to be paid, with differences. */
export const enteredEvent = (
  differences: Partial<EventPayload<typeof tournamentEntered>> = {},
): EventPayload<typeof tournamentEntered> => ({
  ...REGISTRATION,
  occasion: 'entered',
  title: 'Online Winter Classic',
  beginsAt: '2027-02-27T17:00:00.000Z',
  deadline: '2027-02-21T04:59:59.000Z',
  competitions: ['prepared_speech', 'spontaneous_debate'],
  division: 'development',
  amount: 4_000,
  paymentStatus: 'pending',
  position: null,
  payKey: PAY_KEY,
  ...differences,
});

export const entryPaidEvent = (): EventPayload<typeof tournamentEntryPaid> => ({
  ...REGISTRATION,
  title: 'Online Winter Classic',
  beginsAt: '2027-02-27T17:00:00.000Z',
  amountPaid: 3_550,
});

/** Registrations' event of a bootcamp seat that was paid, with differences. */
export const placeEvent = (
  differences: Partial<EventPayload<typeof bootcampSeatChanged>> = {},
): EventPayload<typeof bootcampSeatChanged> => ({
  ...REGISTRATION,
  change: 'confirmed',
  since: '2027-01-05T18:00:00.000Z',
  title: 'Winter Tournament Prep Bootcamp',
  beginsAt: '2027-01-24T18:30:00.000Z',
  endsAt: '2027-02-14T20:30:00.000Z',
  amount: 15_500,
  position: null,
  offeredUntil: null,
  payKey: PAY_KEY,
  ...differences,
});

/** Billing's event of a renewal that could not be charged, with differences. */
export const paymentFailedEvent = (
  differences: Partial<EventPayload<typeof paymentFailed>> = {},
): EventPayload<typeof paymentFailed> => ({
  invoiceId: 'in_1',
  attempt: 1,
  userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  plan: 'monthly',
  amount: 9_500,
  // Still the 4th of March in Los Angeles.
  accessUntil: '2027-03-05T05:00:00.000Z',
  ...differences,
});

/** Billing's event of a renewal that was paid, with differences. */
export const membershipRenewedEvent = (
  differences: Partial<EventPayload<typeof membershipRenewed>> = {},
): EventPayload<typeof membershipRenewed> => ({
  invoiceId: 'in_2',
  userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  plan: 'monthly',
  amount: 9_500,
  price: 9_500,
  // Still the last day of February in Los Angeles.
  paidAt: '2027-03-01T05:00:00.000Z',
  currentPeriodEnd: '2027-04-01T19:00:00.000Z',
  renews: true,
  ...differences,
});

/** Registrations' event of an office-hours session that was requested, with differences. */
export const officeHoursEvent = (
  differences: Partial<EventPayload<typeof officeHoursChanged>> = {},
): EventPayload<typeof officeHoursChanged> => ({
  requestId: '5a1c7a52-6d0e-4c57-9d0a-0d4a51c9a0f2',
  change: 'requested',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  startsAt: '2025-01-24T20:00:00.000Z',
  endsAt: '2025-01-24T20:30:00.000Z',
  timeZone: 'America/New_York',
  topic: 'My first rebuttal',
  ...differences,
});

/** Registrations' event of a notice that a paid tournament entry is due, with differences. */
export const eventNoticeEvent = (
  differences: Partial<EventPayload<typeof eventNoticeDue>> = {},
): EventPayload<typeof eventNoticeDue> => ({
  ...REGISTRATION,
  noticeId: '5a1c7a52-6d0e-4c57-9d0a-0d4a51c9a0f4',
  eventId: CALENDAR.id,
  kind: 'tournament',
  notice: 'one_day',
  dueAt: '2027-02-26T17:00:00.000Z',
  userId: null,
  title: 'Online Winter Classic',
  beginsAt: CALENDAR.datetime,
  endsAt: CALENDAR.endsAt,
  isLinkDue: true,
  zoomLink: 'https://zoom.us/j/8005551234',
  accessToken: 'token-and-signature',
  entry: { competitions: ['prepared_speech'], division: 'development' },
  payment: null,
  calendar: CALENDAR,
  ...differences,
});

/** Registrations' event of a seat in a workshop, with differences. */
export const workshopSeatEvent = (
  differences: Partial<EventPayload<typeof workshopSeatChanged>> = {},
): EventPayload<typeof workshopSeatChanged> => ({
  ...REGISTRATION,
  change: 'signed_up',
  since: '2027-01-05T18:00:00.000Z',
  title: 'Cross-Examination',
  beginsAt: '2027-01-24T18:30:00.000Z',
  endsAt: '2027-01-24T20:30:00.000Z',
  position: null,
  zoomLink: null,
  calendar: {
    id: '5a1c7a52-6d0e-4c57-9d0a-0d4a51c9a0f3',
    type: 'workshop',
    datetime: '2027-01-24T18:30:00.000Z',
    endsAt: '2027-01-24T20:30:00.000Z',
    timezone: 'America/Los_Angeles',
    description: 'Questions that set up your next speech.',
    location: 'Zoom',
    sequence: 0,
    publishedAt: '2027-01-05T18:00:00.000Z',
  },
  ...differences,
});
