import type { LetterData } from '../letter-template.ts';
import { accountDeletedLetter } from '../templates/account-deleted.template.ts';
import { accountEmailChangeLetter } from '../templates/account-email-change.template.ts';
import { accountEmailChangedLetter } from '../templates/account-email-changed.template.ts';
import { adminInviteLetter, adminResetLetter } from '../templates/admin-links.template.ts';
import { adminSignInChangedLetter } from '../templates/admin-sign-in-changed.template.ts';
import { administratorsChangedLetter } from '../templates/administrators-changed.template.ts';
import { accountNewSignInLetter } from '../templates/account-new-sign-in.template.ts';
import { accountPasswordChangedLetter } from '../templates/account-password-changed.template.ts';
import { accountProveEmailLetter } from '../templates/account-prove-email.template.ts';
import { accountResetLetter } from '../templates/account-reset.template.ts';
import { accountSetupLetter } from '../templates/account-setup.template.ts';
import { accountSignInLetter } from '../templates/account-sign-in.template.ts';
import { accountSwitchedLetter } from '../templates/account-switched.template.ts';
import { bootcampConfirmedLetter } from '../templates/bootcamp-confirmed.template.ts';
import { bootcampOfferLetter } from '../templates/bootcamp-offer.template.ts';
import { bootcampWaitingLetter } from '../templates/bootcamp-waiting.template.ts';
import { contactAcknowledgementLetter } from '../templates/contact-acknowledgement.template.ts';
import { contactMessageLetter } from '../templates/contact-message.template.ts';
import { latePaymentRefundedLetter } from '../templates/late-payment-refunded.template.ts';
import { membershipRenewedLetter } from '../templates/membership-renewed.template.ts';
import { officeHoursCancelledLetter } from '../templates/office-hours-cancelled.template.ts';
import { officeHoursConfirmedLetter } from '../templates/office-hours-confirmed.template.ts';
import { officeHoursTeamLetter } from '../templates/office-hours-team.template.ts';
import type { OfficeHoursData } from '../templates/office-hours.ts';
import { membershipCancelledLetter } from '../templates/membership-cancelled.template.ts';
import { membershipResumedLetter } from '../templates/membership-resumed.template.ts';
import { membershipSoughtLetter } from '../templates/membership-sought.template.ts';
import { membershipEndedLetter } from '../templates/membership-ended.template.ts';
import { registrationRemovedLetter } from '../templates/registration-removed.template.ts';
import { placeLostLetter } from '../templates/place-lost.template.ts';
import { paymentReturnedLetter } from '../templates/payment-returned.template.ts';
import { paymentDisputedLetter } from '../templates/payment-disputed.template.ts';
import { paymentFailedLetter } from '../templates/payment-failed.template.ts';
import { firstPaymentFailedLetter } from '../templates/first-payment-failed.template.ts';
import { paymentPendingLetter } from '../templates/payment-pending.template.ts';
import { referralEarnedLetter } from '../templates/referral-earned.template.ts';
import { referralWithdrawnLetter } from '../templates/referral-withdrawn.template.ts';
import { starterKitLetter } from '../templates/starter-kit.template.ts';
import { tournamentEntryPaidLetter } from '../templates/tournament-entry-paid.template.ts';
import { tournamentEntryLetter } from '../templates/tournament-entry.template.ts';
import { welcomeLetter } from '../templates/welcome.template.ts';
import { type Sample, sample } from './sample.ts';

/** Nobody: where a letter needs a name, it says that it is a sample. */
export const READER = { firstName: 'Sample', lastName: 'Reader', email: 'sample.reader@lectern.test' } as const;
const { firstName, email } = READER;
const supportEmail = 'support@lectern.test';
const userId = '00000000-0000-4000-8000-000000000001';
const registrationId = '00000000-0000-4000-8000-000000000002';
const payKey = '00000000-0000-4000-8000-000000000003';
const eventId = '00000000-0000-4000-8000-000000000004';
const account = { email, firstName, userId };

const welcome: LetterData<typeof welcomeLetter> = {
  firstName,
  email,
  hasAccount: true,
  userId: null,
  plan: 'monthly',
  amount: 9500,
  firstCharged: 9500,
  currentPeriodEnd: '2027-03-01T20:00:00.000Z',
  renews: true,
};

const dates = {
  id: eventId,
  type: 'tournament',
  datetime: '2027-04-17T16:00:00.000Z',
  endsAt: '2027-04-17T22:00:00.000Z',
  timezone: 'America/Los_Angeles',
  description: 'Four rounds in one day.',
  location: 'Online',
  sequence: 0,
  toldAt: '2027-03-01T20:00:00.000Z',
} as const;

const entry: LetterData<typeof tournamentEntryLetter> = {
  registrationId,
  occasion: 'entered',
  firstName,
  title: 'Spring Open',
  beginsAt: '2027-04-17T16:00:00.000Z',
  deadline: '2027-04-11T06:59:00.000Z',
  competitions: ['prepared_speech', 'spontaneous_debate'],
  division: 'development',
  amount: 4000,
  isPaid: false,
  position: null,
  payKey,
  calendar: dates,
};

const bootcamp = { firstName, title: 'Spring Public Speaking Bootcamp', beginsAt: '2027-04-06T01:00:00.000Z' } as const;

const failure: LetterData<typeof paymentFailedLetter> = {
  firstName,
  plan: 'monthly',
  amount: 9500,
  attempt: 1,
  accessUntil: '2027-03-08T20:00:00.000Z',
};

const renewal: LetterData<typeof membershipRenewedLetter> = {
  firstName,
  plan: 'monthly',
  amount: 9500,
  price: 9500,
  paidAt: '2027-03-01T20:00:00.000Z',
  currentPeriodEnd: '2027-04-01T20:00:00.000Z',
  renews: true,
};

const session: OfficeHoursData = {
  requestId: registrationId,
  toldAt: '2027-03-01T20:00:00.000Z',
  ...READER,
  supportEmail,
  startsAt: '2027-03-03T23:00:00.000Z',
  endsAt: '2027-03-03T23:30:00.000Z',
  topic: 'The opening of my prepared speech: it takes too long to reach the point.',
};

const newSignIn = {
  firstName,
  sessionId: registrationId,
  client: 'Firefox on Windows',
  at: '2027-02-27T17:00:00.000Z',
} as const;

/** An occasion for each letter there is, and for each way in which it reads differently. */
export const SAMPLES: readonly Sample[] = [
  sample(
    welcomeLetter,
    'A membership was paid before there was an account: the letter sets it up',
    { ...welcome, hasAccount: false },
    { variant: 'setup', hasLink: true },
  ),
  sample(
    welcomeLetter,
    'A membership was paid by somebody whose email is still to be confirmed',
    { ...welcome, userId },
    { variant: 'confirm', hasLink: true },
  ),
  sample(
    welcomeLetter,
    'A membership was paid with a promo code',
    { ...welcome, firstCharged: 4750 },
    { variant: 'promo' },
  ),
  sample(
    welcomeLetter,
    'A membership for a year was paid that will not renew',
    {
      ...welcome,
      plan: 'annual',
      amount: 95000,
      firstCharged: 95000,
      currentPeriodEnd: '2028-02-01T20:00:00.000Z',
      renews: false,
    },
    { variant: 'annual' },
  ),

  sample(accountSetupLetter, 'Somebody without a password asked to set up their account', account, { hasLink: true }),
  sample(accountSetupLetter, 'The same, and the account has a password by the time the letter is posted', account, {
    variant: 'done',
  }),
  sample(accountSignInLetter, 'Somebody asked to set up an account and has one already', account, { hasLink: true }),
  sample(accountResetLetter, 'Somebody asked for a new password', account, { hasLink: true }),
  sample(accountEmailChangeLetter, 'To the address that an account is to change to', account, { hasLink: true }),
  sample(
    accountEmailChangeLetter,
    'The same, and staff entered the address',
    { ...account, isByStaff: true },
    { hasLink: true, variant: 'by-staff' },
  ),
  sample(accountEmailChangedLetter, 'To the verified address that an account had until it was changed', account, {
    hasLink: true,
  }),
  sample(
    accountEmailChangedLetter,
    'The same, and staff changed it',
    { firstName, isByStaff: true },
    { variant: 'by-staff' },
  ),
  sample(
    accountEmailChangedLetter,
    'The same, and the address was never verified',
    { firstName },
    { variant: 'unproven' },
  ),
  sample(accountProveEmailLetter, 'A member asked to confirm their email', account, { hasLink: true }),
  sample(accountPasswordChangedLetter, 'A member changed their password', { firstName, isReset: false }),
  sample(
    accountPasswordChangedLetter,
    'A member chose a new password with the emailed link',
    { firstName, isReset: true },
    { variant: 'reset' },
  ),
  sample(
    accountPasswordChangedLetter,
    'The holder of a mailbox that nobody had verified chose a new password with the emailed link',
    { firstName, isReset: true, isTakenOver: true },
    { variant: 'taken-over' },
  ),
  sample(
    accountNewSignInLetter,
    'Somebody logged in to an account with a new browser',
    { ...newSignIn, audience: 'member' },
    { hasLink: true },
  ),
  sample(
    accountNewSignInLetter,
    'Somebody logged in to an administrator’s account with a new browser',
    { ...newSignIn, firstName: '', audience: 'admin' },
    { hasLink: true, variant: 'admin' },
  ),
  sample(adminInviteLetter, 'An administrator invited another one', { email: account.email }, { hasLink: true }),
  sample(adminResetLetter, 'An administrator asked for a new password', { email: account.email }, { hasLink: true }),
  sample(administratorsChangedLetter, 'To the other administrators: one was invited', {
    change: 'invited',
    about: 'new@example.com',
    by: 'Grace Hopper',
    at: '2027-02-27T17:00:00.000Z',
  }),
  sample(
    administratorsChangedLetter,
    'The same: an operator made one',
    { change: 'created', about: 'new@example.com', by: null, at: '2027-02-27T17:00:00.000Z' },
    { variant: 'created' },
  ),
  sample(
    administratorsChangedLetter,
    'The same: one was deactivated by an operator',
    { change: 'deactivated', about: 'former@example.com', by: null, at: '2027-02-27T17:00:00.000Z' },
    { variant: 'deactivated' },
  ),
  sample(adminSignInChangedLetter, 'A passkey was added to an administrator’s account', {
    change: 'add_passkey',
    client: 'Firefox on Windows',
    at: '2027-02-27T17:00:00.000Z',
  }),
  sample(accountSwitchedLetter, 'Staff deactivated an account', { firstName, isDeactivated: true }),
  sample(
    accountSwitchedLetter,
    'Staff reactivated an account',
    { firstName, isDeactivated: false },
    { variant: 'reactivated' },
  ),
  sample(accountDeletedLetter, 'An account was deleted whose email had been confirmed', { firstName, isProven: true }),
  sample(
    accountDeletedLetter,
    'An account was deleted whose email was never confirmed',
    { firstName, isProven: false },
    { variant: 'unproven' },
  ),
  sample(
    accountDeletedLetter,
    'An account made room for another one that confirmed its email',
    { firstName, isProven: false, leavesPurchases: true },
    { variant: 'made-room' },
  ),

  sample(tournamentEntryLetter, 'A tournament was entered and is to be paid', entry),
  sample(
    tournamentEntryLetter,
    'A tournament was entered with a promo code',
    { ...entry, promoCode: 'SPRING10' },
    { variant: 'promo-code' },
  ),
  sample(
    tournamentEntryLetter,
    'A tournament was entered that is full',
    { ...entry, position: 4 },
    { variant: 'waiting' },
  ),
  sample(
    tournamentEntryLetter,
    'A tournament was entered that costs this person nothing',
    { ...entry, amount: 0, isPaid: true },
    { variant: 'free' },
  ),
  sample(
    tournamentEntryLetter,
    'A place came free for somebody on the waiting list',
    { ...entry, occasion: 'moved_up', heldUntil: '2027-03-20T20:00:00.000Z' },
    { variant: 'moved-up' },
  ),
  sample(
    tournamentEntryLetter,
    'The bootcamp place that included the entry was paid back',
    { ...entry, occasion: 'no_longer_included' },
    { variant: 'no-longer-included' },
  ),
  sample(tournamentEntryPaidLetter, 'A tournament entry was paid', {
    firstName,
    title: entry.title,
    beginsAt: entry.beginsAt,
    amountPaid: 4000,
    calendar: dates,
  }),

  sample(bootcampConfirmedLetter, 'A bootcamp place was paid', {
    ...bootcamp,
    endsAt: '2027-05-11T02:30:00.000Z',
    amount: 15500,
    calendar: {
      ...dates,
      type: 'bootcamp',
      datetime: bootcamp.beginsAt,
      endsAt: '2027-05-11T02:30:00.000Z',
      description: 'Six weeks, one session each.',
    },
  }),
  sample(bootcampWaitingLetter, 'Somebody registered for a bootcamp that is full', { ...bootcamp, position: 2 }),
  sample(bootcampOfferLetter, 'A seat came free for the first of a waiting list', {
    ...bootcamp,
    registrationId,
    payKey,
    amount: 15500,
    offeredUntil: '2027-03-20T19:00:00.000Z',
  }),

  sample(membershipRenewedLetter, 'A renewal was paid', renewal),
  sample(
    membershipRenewedLetter,
    'A renewal was paid, in part with what referrals had earned',
    { ...renewal, amount: 4500 },
    { variant: 'credit' },
  ),
  sample(
    membershipRenewedLetter,
    'A renewal was paid that no account has claimed',
    { ...renewal, hasAccount: false },
    { variant: 'unclaimed' },
  ),
  sample(
    membershipRenewedLetter,
    'The plan of a membership was changed at the provider, which charged for it',
    {
      ...renewal,
      reason: 'changed',
      plan: 'annual',
      amount: 95000,
      price: 95000,
      currentPeriodEnd: '2028-03-01T20:00:00.000Z',
    },
    { variant: 'changed' },
  ),
  sample(
    membershipRenewedLetter,
    'A renewal that cost nothing, of a membership that was cancelled meanwhile',
    { ...renewal, amount: 0, renews: false },
    { variant: 'free' },
  ),
  sample(placeLostLetter, 'An entry was not paid in time', {
    ...bootcamp,
    registrationId,
    payKey,
    kind: 'tournament',
    because: 'unpaid',
    title: 'Spring Open',
  }),
  sample(
    placeLostLetter,
    'A seat was refunded',
    { ...bootcamp, registrationId, payKey, kind: 'bootcamp', because: 'refunded' },
    { variant: 'refunded' },
  ),
  sample(
    placeLostLetter,
    'What included an entry has ended after the deadline',
    { ...bootcamp, registrationId, payKey, kind: 'tournament', because: 'no_longer_included', title: 'Spring Open' },
    { variant: 'not-included' },
  ),
  sample(
    placeLostLetter,
    'Nothing came free for somebody who waited',
    { ...bootcamp, registrationId, payKey, kind: 'bootcamp', because: 'waitlist_ended' },
    { variant: 'waitlist' },
  ),
  sample(registrationRemovedLetter, 'Staff removed a paid entry', {
    ...bootcamp,
    registrationId,
    kind: 'tournament',
    title: 'Spring Open',
    payment: 'paid',
    amountPaid: 4000,
  }),
  sample(
    registrationRemovedLetter,
    'Staff removed a seat on the waitlist',
    { ...bootcamp, registrationId, kind: 'bootcamp', payment: 'unpaid', amountPaid: 0 },
    { variant: 'unpaid' },
  ),
  sample(paymentReturnedLetter, 'A payment came when all places were taken', {
    firstName,
    title: 'Spring Open',
    amount: 4000,
    reason: 'full',
  }),
  sample(paymentFailedLetter, 'A renewal could not be charged', failure),
  sample(membershipCancelledLetter, 'A membership was cancelled', {
    firstName,
    plan: 'monthly',
    accessUntil: '2026-12-24T12:00:00.000Z',
  }),
  sample(membershipResumedLetter, 'A cancelled membership was resumed', {
    firstName,
    plan: 'monthly',
    price: 9500,
    renewsAt: '2026-12-24T12:00:00.000Z',
  }),
  sample(membershipSoughtLetter, 'Somebody asked to pay for the address of a member', { firstName }),
  sample(membershipEndedLetter, 'A second membership was refunded', {
    firstName,
    reason: 'duplicate',
    amountRefunded: 9500,
  }),
  sample(
    membershipEndedLetter,
    'A second membership ended before its bank debit arrived',
    { firstName, reason: 'duplicate', amountRefunded: 0 },
    { variant: 'not-charged' },
  ),
  sample(
    membershipEndedLetter,
    'Staff replaced a membership',
    { firstName, reason: 'replaced', amountRefunded: 0 },
    { variant: 'replaced' },
  ),
  sample(
    membershipEndedLetter,
    'A refunded membership has ended',
    { firstName, reason: 'refunded', amountRefunded: 9500 },
    { variant: 'refunded' },
  ),
  sample(
    membershipEndedLetter,
    'A membership has ended because a dispute was lost',
    { firstName, reason: 'refunded', amountRefunded: 0, isDisputeLost: true },
    { variant: 'dispute-lost' },
  ),
  sample(
    membershipEndedLetter,
    'A membership ended because its renewal was not paid',
    { firstName, reason: 'unpaid', amountRefunded: 0 },
    { variant: 'unpaid' },
  ),
  sample(
    membershipEndedLetter,
    'A membership was cancelled while its renewal was unpaid',
    { firstName, reason: 'cancelled', amountRefunded: 0 },
    { variant: 'cancelled' },
  ),
  sample(
    membershipEndedLetter,
    'A payment for a deactivated account was refunded',
    { firstName, reason: 'refused', amountRefunded: 9500 },
    { variant: 'refused' },
  ),
  sample(
    paymentFailedLetter,
    'A renewal could not be charged again',
    { ...failure, plan: 'annual', amount: 95000, attempt: 2 },
    { variant: 'again' },
  ),
  sample(
    paymentFailedLetter,
    'A renewal could not be charged after the grace period',
    { ...failure, attempt: 3, hasAccess: false },
    { variant: 'after-grace' },
  ),
  sample(paymentPendingLetter, 'The bank is processing the first payment of a membership', {
    firstName,
    plan: 'monthly',
    hasAccount: true,
  }),
  sample(
    paymentPendingLetter,
    'The bank is processing the payment of a guest',
    { firstName: '', plan: 'monthly', hasAccount: false },
    { variant: 'guest' },
  ),
  sample(firstPaymentFailedLetter, 'The bank did not send the first payment of a membership', {
    firstName,
    plan: 'monthly',
    hasAccount: true,
  }),
  sample(
    firstPaymentFailedLetter,
    'The bank did not send the payment of a guest',
    { firstName: '', plan: 'monthly', hasAccount: false },
    { variant: 'guest' },
  ),
  sample(paymentDisputedLetter, 'To the association: a payment is disputed', {
    name: 'Sample Reader',
    email,
    title: null,
    amount: 9500,
    disputeId: 'dp_sample',
  }),
  sample(latePaymentRefundedLetter, 'A payment after the end of a membership was refunded', {
    firstName,
    amount: 9500,
  }),
  sample(referralEarnedLetter, 'A referral was completed: to both of its sides', {
    firstName,
    earned: 5000,
    totalCredits: 15000,
  }),
  sample(referralWithdrawnLetter, 'The payment that a referral had earned a credit by was refunded', {
    firstName,
    withdrawn: 5000,
    totalCredits: 10000,
  }),

  sample(contactMessageLetter, 'To the association: somebody wrote on the contact page', {
    name: 'Sample Reader',
    email,
    message: 'Hello,\n\nmay I listen to a session before I join? And is there one in the morning?\n\nThank you.',
    writtenAt: '2027-03-01T18:20:00.000Z',
  }),
  sample(contactAcknowledgementLetter, 'To whoever wrote on the contact page', { name: 'Sample Reader', supportEmail }),
  sample(starterKitLetter, 'Somebody asked for the starter kit', { email }),

  sample(officeHoursConfirmedLetter, 'A member chose a time of the office hours', session),
  sample(officeHoursCancelledLetter, 'A member gave their time back', session),
  sample(officeHoursTeamLetter, 'To the team: a member chose a time', { ...session, change: 'requested' }),
  sample(
    officeHoursTeamLetter,
    'To the team: a member gave a time back',
    { ...session, change: 'cancelled' },
    { variant: 'given-back' },
  ),
];
