import type { EmailData } from '../email/email-template.ts';
import { accountDeletedEmail } from '../email/templates/account-deleted.template.ts';
import { accountEmailChangeEmail } from '../email/templates/account-email-change.template.ts';
import { accountEmailChangedEmail } from '../email/templates/account-email-changed.template.ts';
import { adminInviteEmail, adminResetEmail } from '../email/templates/admin-links.template.ts';
import { adminSignInChangedEmail } from '../email/templates/admin-sign-in-changed.template.ts';
import { administratorsChangedEmail } from '../email/templates/administrators-changed.template.ts';
import { staffPolicyChangedEmail } from '../email/templates/staff-policy-changed.template.ts';
import { accountNewSignInEmail } from '../email/templates/account-new-sign-in.template.ts';
import { accountPasswordChangedEmail } from '../email/templates/account-password-changed.template.ts';
import { accountVerifyEmailEmail } from '../email/templates/account-verify-email.template.ts';
import { accountResetEmail } from '../email/templates/account-reset.template.ts';
import { accountSetupEmail } from '../email/templates/account-setup.template.ts';
import { accountSignInEmail } from '../email/templates/account-sign-in.template.ts';
import { accountSwitchedEmail } from '../email/templates/account-switched.template.ts';
import { bootcampConfirmedEmail } from '../email/templates/bootcamp-confirmed.template.ts';
import { bootcampOfferEmail } from '../email/templates/bootcamp-offer.template.ts';
import { bootcampWaitingEmail } from '../email/templates/bootcamp-waiting.template.ts';
import { contactAcknowledgementEmail } from '../email/templates/contact-acknowledgement.template.ts';
import { contactMessageEmail } from '../email/templates/contact-message.template.tsx';
import { creditChangedEmail } from '../email/templates/credit-changed.template.ts';
import { staffRefundedEmail } from '../email/templates/staff-refunded.template.ts';
import { latePaymentRefundedEmail } from '../email/templates/late-payment-refunded.template.ts';
import { membershipRenewedEmail } from '../email/templates/membership-renewed.template.ts';
import { officeHoursCancelledEmail } from '../email/templates/office-hours-cancelled.template.ts';
import { officeHoursConfirmedEmail } from '../email/templates/office-hours-confirmed.template.ts';
import { officeHoursTeamEmail } from '../email/templates/office-hours-team.template.tsx';
import type { OfficeHoursData } from '../email/templates/office-hours.ts';
import { cardExpiringEmail } from '../email/templates/card-expiring.template.ts';
import { renewalDueEmail } from '../email/templates/renewal-due.template.ts';
import { membershipCancelledEmail } from '../email/templates/membership-cancelled.template.ts';
import { membershipMovedEmail } from '../email/templates/membership-moved.template.ts';
import { membershipPauseEndedEmail } from '../email/templates/membership-pause-ended.template.ts';
import { discountBeganEmail } from '../email/templates/discount-began.template.ts';
import { membershipExtendedEmail } from '../email/templates/membership-extended.template.ts';
import { membershipPausedEmail } from '../email/templates/membership-paused.template.ts';
import { membershipResumedEmail } from '../email/templates/membership-resumed.template.ts';
import { membershipSoughtEmail } from '../email/templates/membership-sought.template.ts';
import { membershipEndedEmail } from '../email/templates/membership-ended.template.ts';
import { registrationMovedEmail } from '../email/templates/registration-moved.template.ts';
import { registrationRemovedEmail } from '../email/templates/registration-removed.template.ts';
import { placeLostEmail } from '../email/templates/place-lost.template.ts';
import { paymentReturnedEmail } from '../email/templates/payment-returned.template.ts';
import { offlinePaymentRefusedEmail } from '../email/templates/offline-payment-refused.template.ts';
import { paymentDisputedEmail } from '../email/templates/payment-disputed.template.ts';
import { paymentFailedEmail } from '../email/templates/payment-failed.template.ts';
import { conversationReplyEmail } from '../email/templates/conversation-reply.template.tsx';
import { firstPaymentFailedEmail } from '../email/templates/first-payment-failed.template.ts';
import { paymentPendingEmail } from '../email/templates/payment-pending.template.ts';
import { referralEarnedEmail } from '../email/templates/referral-earned.template.ts';
import { referralWithdrawnEmail } from '../email/templates/referral-withdrawn.template.ts';
import { subscriberAddressEmail } from '../email/templates/subscriber-address.template.ts';
import { starterKitEmail } from '../email/templates/starter-kit.template.tsx';
import { waitingRuleBrokenEmail } from '../email/templates/waiting-rule-broken.template.ts';
import { entryWithdrawnEmail } from '../email/templates/entry-withdrawn.template.ts';
import { tournamentEntryPaidEmail } from '../email/templates/tournament-entry-paid.template.ts';
import { tournamentEntryEmail } from '../email/templates/tournament-entry.template.ts';
import { workshopSeatEmail } from '../email/templates/workshop-seat.template.ts';
import { welcomeEmail } from '../email/templates/welcome.template.tsx';
import { eventNoticeEmail } from '../email/templates/event-notice.template.ts';
import { type Sample, sample } from './sample.ts';

/** A fictional reader, whose name shows that this is a sample. */
export const READER = { firstName: 'Sample', lastName: 'Reader', email: 'sample.reader@lectern.test' } as const;
const { firstName, email } = READER;
const supportEmail = 'support@lectern.test';
const userId = '00000000-0000-4000-8000-000000000001';
const registrationId = '00000000-0000-4000-8000-000000000002';
const payKey = '00000000-0000-4000-8000-000000000003';
const eventId = '00000000-0000-4000-8000-000000000004';
const account = { email, firstName, userId };

const welcome: EmailData<typeof welcomeEmail> = {
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
  publishedAt: '2027-03-01T20:00:00.000Z',
} as const;

const entry: EmailData<typeof tournamentEntryEmail> = {
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

const workshop: EmailData<typeof workshopSeatEmail> = {
  change: 'signed_up',
  firstName,
  title: 'Cross-Examination That Helps You',
  beginsAt: '2027-04-17T16:00:00.000Z',
  endsAt: '2027-04-17T18:00:00.000Z',
  position: null,
  zoomLink: 'https://zoom.us/j/8005551234',
  calendar: { ...dates, type: 'workshop', endsAt: '2027-04-17T18:00:00.000Z', location: 'Zoom' },
};

const notice: EmailData<typeof eventNoticeEmail> = {
  noticeId: payKey,
  registrationId,
  eventId,
  kind: 'tournament',
  notice: 'one_day',
  dueAt: '2027-04-16T16:00:00.000Z',
  firstName,
  userId: null,
  title: 'Online Spring Classic',
  beginsAt: '2027-04-17T16:00:00.000Z',
  endsAt: '2027-04-17T22:00:00.000Z',
  isLinkDue: true,
  zoomLink: 'https://zoom.us/j/8005551234',
  accessToken: 'sample',
  entry: { competitions: ['prepared_speech', 'spontaneous_debate'], division: 'development' },
  payment: null,
  calendar: {
    ...dates,
    type: 'tournament',
    endsAt: '2027-04-17T22:00:00.000Z',
    timezone: 'America/New_York',
    location: 'Zoom',
  },
};
const early = { isLinkDue: false, zoomLink: null, accessToken: null } as const;

const failure: EmailData<typeof paymentFailedEmail> = {
  firstName,
  plan: 'monthly',
  amount: 9500,
  attempt: 1,
  accessUntil: '2027-03-08T20:00:00.000Z',
};

const renewal: EmailData<typeof membershipRenewedEmail> = {
  firstName,
  plan: 'monthly',
  amount: 9500,
  price: 9500,
  paidAt: '2027-03-01T20:00:00.000Z',
  currentPeriodEnd: '2027-04-01T20:00:00.000Z',
  renews: true,
};

const annualRenewal: EmailData<typeof renewalDueEmail> = {
  firstName,
  plan: 'annual',
  renewsAt: '2027-03-15T20:00:00.000Z',
  price: 95_000,
  amount: 95_000,
  card: { last4: '4242', expires_at: '2030-01-01T00:00:00.000Z' },
};

const cardNotice: EmailData<typeof cardExpiringEmail> = {
  firstName,
  plan: 'monthly',
  notice: 'card_month',
  card: { last4: '4242', expires_at: '2027-04-01T00:00:00.000Z' },
  renewsAt: '2027-04-11T20:00:00.000Z',
};

const session: OfficeHoursData = {
  requestId: registrationId,
  publishedAt: '2027-03-01T20:00:00.000Z',
  ...READER,
  supportEmail,
  startsAt: '2027-03-03T23:00:00.000Z',
  endsAt: '2027-03-03T23:30:00.000Z',
  timeZone: 'America/New_York',
  topic: 'The opening of my prepared speech: it takes too long to reach the point.',
};

const newSignIn = {
  firstName,
  sessionId: registrationId,
  client: 'Firefox on Windows',
  at: '2027-02-27T17:00:00.000Z',
} as const;

/** An occasion for each email, and for each wording of it. */
export const SAMPLES: readonly Sample[] = [
  sample(
    welcomeEmail,
    'A membership was paid before there was an account: the email sets it up',
    { ...welcome, hasAccount: false },
    { variant: 'setup', hasLink: true },
  ),
  sample(
    welcomeEmail,
    'A membership was paid by a member who has not confirmed their email address yet',
    { ...welcome, userId },
    { variant: 'confirm', hasLink: true },
  ),
  sample(
    welcomeEmail,
    'A membership was paid with a promo code',
    { ...welcome, firstCharged: 4750 },
    { variant: 'promo' },
  ),
  sample(
    welcomeEmail,
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

  sample(accountSetupEmail, 'Somebody without a password asked to set up their account', account, { hasLink: true }),
  sample(accountSetupEmail, 'The same, and the account has a password by the time the email is sent', account, {
    variant: 'done',
  }),
  sample(accountSignInEmail, 'Somebody asked to set up an account and has one already', account, { hasLink: true }),
  sample(accountResetEmail, 'Somebody asked for a new password', account, { hasLink: true }),
  sample(accountEmailChangeEmail, 'To the address that an account is to change to', account, { hasLink: true }),
  sample(
    accountEmailChangeEmail,
    'The same, and staff entered the address',
    { ...account, isByStaff: true },
    { hasLink: true, variant: 'by-staff' },
  ),
  sample(accountEmailChangedEmail, 'To the verified address that an account had until it was changed', account, {
    hasLink: true,
  }),
  sample(
    accountEmailChangedEmail,
    'The same, and staff changed it',
    { firstName, isByStaff: true },
    { variant: 'by-staff' },
  ),
  sample(
    accountEmailChangedEmail,
    'The same, and the address was never verified',
    { firstName },
    { variant: 'unverified' },
  ),
  sample(accountVerifyEmailEmail, 'A member asked to confirm their email', account, { hasLink: true }),
  sample(accountPasswordChangedEmail, 'A member changed their password', { firstName, isReset: false }),
  sample(
    accountPasswordChangedEmail,
    'A member chose a new password with the emailed link',
    { firstName, isReset: true },
    { variant: 'reset' },
  ),
  sample(
    accountPasswordChangedEmail,
    'The holder of a mailbox that nobody had verified chose a new password with the emailed link',
    { firstName, isReset: true, isTakenOver: true },
    { variant: 'taken-over' },
  ),
  sample(
    accountNewSignInEmail,
    'Somebody logged in to an account with a new browser',
    { ...newSignIn, audience: 'member' },
    { hasLink: true },
  ),
  sample(
    accountNewSignInEmail,
    'Somebody logged in to an administrator’s account with a new browser',
    { ...newSignIn, firstName: '', audience: 'admin' },
    { hasLink: true, variant: 'admin' },
  ),
  sample(adminInviteEmail, 'An administrator invited another one', { email: account.email }, { hasLink: true }),
  sample(adminResetEmail, 'An administrator asked for a new password', { email: account.email }, { hasLink: true }),
  sample(staffPolicyChangedEmail, 'To the other owners: other roles require a second factor', {
    roles: ['owner', 'manager', 'treasurer'],
    before: [],
    by: 'Grace Hopper',
    at: '2027-02-27T17:00:00.000Z',
  }),
  sample(administratorsChangedEmail, 'To the other owners: an administrator was invited', {
    change: 'invited',
    role: 'editor',
    about: 'new@example.com',
    by: 'Grace Hopper',
    at: '2027-02-27T17:00:00.000Z',
  }),
  sample(
    administratorsChangedEmail,
    'The same: an operator made one',
    { change: 'created', role: 'owner', about: 'new@example.com', by: null, at: '2027-02-27T17:00:00.000Z' },
    { variant: 'created' },
  ),
  sample(
    administratorsChangedEmail,
    'The same: one was deactivated by an operator',
    { change: 'deactivated', role: 'manager', about: 'former@example.com', by: null, at: '2027-02-27T17:00:00.000Z' },
    { variant: 'deactivated' },
  ),
  sample(
    administratorsChangedEmail,
    'The same: one got another role',
    {
      change: 'role_changed',
      role: 'viewer',
      about: 'helper@example.com',
      by: 'Grace Hopper',
      at: '2027-02-27T17:00:00.000Z',
    },
    { variant: 'role-changed' },
  ),
  sample(
    administratorsChangedEmail,
    'To an administrator who got another role',
    {
      ...{ change: 'role_changed', role: 'viewer', about: 'helper@example.com', by: 'Grace Hopper' },
      at: '2027-02-27T17:00:00.000Z',
      isYours: true,
    },
    { variant: 'your-role' },
  ),
  sample(adminSignInChangedEmail, 'A passkey was added to an administrator’s account', {
    change: 'add_passkey',
    client: 'Firefox on Windows',
    at: '2027-02-27T17:00:00.000Z',
  }),
  sample(accountSwitchedEmail, 'Staff deactivated an account', { firstName, isDeactivated: true }),
  sample(
    accountSwitchedEmail,
    'Staff reactivated an account',
    { firstName, isDeactivated: false },
    { variant: 'reactivated' },
  ),
  sample(accountDeletedEmail, 'An account was deleted whose email had been confirmed', { firstName, isVerified: true }),
  sample(
    accountDeletedEmail,
    'An account was deleted whose email was never confirmed',
    { firstName, isVerified: false },
    { variant: 'unverified' },
  ),
  sample(
    accountDeletedEmail,
    'An account made room for another one that confirmed its email',
    { firstName, isVerified: false, leavesPurchases: true },
    { variant: 'made-room' },
  ),
  sample(
    accountDeletedEmail,
    'Staff erased a person with an account',
    { firstName, isVerified: true, isByStaff: true },
    { variant: 'by-staff' },
  ),
  sample(
    accountDeletedEmail,
    'Staff erased a person without an account',
    { firstName: '', isVerified: true, isByStaff: true, isMailbox: true },
    { variant: 'mailbox' },
  ),

  sample(tournamentEntryEmail, 'A tournament was entered and is to be paid', entry),
  sample(
    tournamentEntryEmail,
    'A tournament was entered with a promo code',
    { ...entry, promoCode: 'SPRING10' },
    { variant: 'promo-code' },
  ),
  sample(
    tournamentEntryEmail,
    'A tournament was entered that is full',
    { ...entry, position: 4 },
    { variant: 'waiting' },
  ),
  sample(
    tournamentEntryEmail,
    'A tournament was entered that costs this person nothing',
    { ...entry, amount: 0, isPaid: true },
    { variant: 'free' },
  ),
  sample(
    tournamentEntryEmail,
    'A place came free for somebody on the waitlist',
    { ...entry, occasion: 'moved_up', heldUntil: '2027-03-20T20:00:00.000Z' },
    { variant: 'moved-up' },
  ),
  sample(
    tournamentEntryEmail,
    'The bootcamp seat that included the entry was refunded',
    { ...entry, occasion: 'no_longer_included' },
    { variant: 'no-longer-included' },
  ),
  sample(tournamentEntryPaidEmail, 'A tournament entry was paid', {
    firstName,
    title: entry.title,
    beginsAt: entry.beginsAt,
    amountPaid: 4000,
    entryToken: 'sample',
    refundSteps: [
      { until: '2027-04-11T06:59:00.000Z', percent: 100 },
      { until: '2027-04-16T16:00:00.000Z', percent: 50 },
    ],
    calendar: dates,
  }),

  sample(entryWithdrawnEmail, 'A person withdrew a paid entry', {
    registrationId,
    firstName,
    title: entry.title,
    beginsAt: entry.beginsAt,
    amountPaid: 4000,
    amountRefunded: 0,
    refund: 2000,
    way: 'card',
  }),
  sample(
    entryWithdrawnEmail,
    'A person withdrew an entry that nothing is refunded for any more',
    {
      registrationId,
      firstName,
      title: entry.title,
      beginsAt: entry.beginsAt,
      amountPaid: 4000,
      amountRefunded: 0,
      refund: 0,
      way: 'none',
    },
    { variant: 'late' },
  ),
  sample(
    entryWithdrawnEmail,
    'A person withdrew an entry whose payment staff had recorded',
    {
      registrationId,
      firstName,
      title: entry.title,
      beginsAt: entry.beginsAt,
      amountPaid: 4000,
      amountRefunded: 0,
      refund: 4000,
      way: 'hand',
    },
    { variant: 'offline' },
  ),

  sample(waitingRuleBrokenEmail, 'An entry on the waitlist breaks a rule that staff saved', {
    registrationId,
    firstName,
    title: entry.title,
    beginsAt: entry.beginsAt,
    rule: 'Prepared Speech is closed.',
    entryToken: 'sample',
  }),

  sample(bootcampConfirmedEmail, 'A bootcamp seat was paid', {
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
  sample(bootcampWaitingEmail, 'Somebody registered for a bootcamp that is full', { ...bootcamp, position: 2 }),
  sample(bootcampOfferEmail, 'A seat came free for the first of a waitlist', {
    ...bootcamp,
    registrationId,
    payKey,
    amount: 15500,
    offeredUntil: '2027-03-20T19:00:00.000Z',
  }),

  sample(renewalDueEmail, 'An annual membership renews in two weeks', annualRenewal),
  sample(
    renewalDueEmail,
    'An annual membership renews in two weeks, with credit, by a card that expires before',
    { ...annualRenewal, amount: 90_000, card: { last4: '4242', expires_at: '2027-03-01T00:00:00.000Z' } },
    { variant: 'credit' },
  ),
  sample(
    renewalDueEmail,
    'An annual membership that no account has claimed renews in two weeks, paid by credit',
    { ...annualRenewal, amount: 0, card: null, hasAccount: false },
    { variant: 'free' },
  ),
  sample(cardExpiringEmail, 'The card of a membership expires within a month', cardNotice),
  sample(
    cardExpiringEmail,
    'The card of a membership expires within a week',
    { ...cardNotice, notice: 'card_week' },
    { variant: 'week' },
  ),
  sample(membershipRenewedEmail, 'A renewal was paid', renewal),
  sample(
    membershipRenewedEmail,
    'A renewal was paid, in part with what referrals had earned',
    { ...renewal, amount: 4500 },
    { variant: 'credit' },
  ),
  sample(
    membershipRenewedEmail,
    'A renewal was paid that no account has claimed',
    { ...renewal, hasAccount: false },
    { variant: 'unclaimed' },
  ),
  sample(
    membershipRenewedEmail,
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
    membershipRenewedEmail,
    'A renewal that cost nothing, of a membership that was cancelled meanwhile',
    { ...renewal, amount: 0, renews: false },
    { variant: 'free' },
  ),
  sample(placeLostEmail, 'An entry was not paid in time', {
    ...bootcamp,
    registrationId,
    payKey,
    kind: 'tournament',
    because: 'unpaid',
    title: 'Spring Open',
  }),
  sample(
    placeLostEmail,
    'A seat was refunded',
    { ...bootcamp, registrationId, payKey, kind: 'bootcamp', because: 'refunded', amountRefunded: 15_500 },
    { variant: 'refunded' },
  ),
  sample(
    placeLostEmail,
    'An included entry lost its bootcamp seat or membership after the deadline',
    { ...bootcamp, registrationId, payKey, kind: 'tournament', because: 'no_longer_included', title: 'Spring Open' },
    { variant: 'not-included' },
  ),
  sample(
    placeLostEmail,
    'No place came free on a waitlist',
    { ...bootcamp, registrationId, payKey, kind: 'bootcamp', because: 'waitlist_ended' },
    { variant: 'waitlist' },
  ),
  sample(registrationRemovedEmail, 'Staff removed a paid entry', {
    ...bootcamp,
    registrationId,
    kind: 'tournament',
    title: 'Spring Open',
    payment: 'paid',
    amountPaid: 4000,
    amountRefunded: 0,
  }),
  sample(
    registrationRemovedEmail,
    'Staff removed an entry of which a part was refunded',
    {
      ...bootcamp,
      registrationId,
      kind: 'tournament',
      title: 'Spring Open',
      payment: 'paid',
      amountPaid: 4000,
      amountRefunded: 1000,
    },
    { variant: 'part' },
  ),
  sample(
    registrationRemovedEmail,
    'Staff removed a seat on the waitlist',
    { ...bootcamp, registrationId, kind: 'bootcamp', payment: 'unpaid', amountPaid: 0, amountRefunded: 0 },
    { variant: 'unpaid' },
  ),
  sample(
    registrationMovedEmail,
    'Staff corrected the email address of an unpaid entry: to the right mailbox',
    {
      ...bootcamp,
      registrationId,
      kind: 'tournament',
      title: 'Spring Open',
      isFormer: false,
      payKey,
      payBy: '2026-12-20T23:59:00.000Z',
      competitions: ['prepared_speech', 'spontaneous_debate'],
      division: 'development',
    },
    { variant: 'unpaid' },
  ),
  sample(registrationMovedEmail, 'Staff corrected the email address of a registration: to the mistyped mailbox', {
    ...bootcamp,
    registrationId,
    kind: 'bootcamp',
    isFormer: true,
    payKey: null,
  }),
  sample(paymentReturnedEmail, 'A payment came when all places were taken', {
    firstName,
    title: 'Spring Open',
    amount: 4000,
    reason: 'full',
  }),
  sample(paymentFailedEmail, 'A renewal could not be charged', failure),
  sample(membershipCancelledEmail, 'A membership was cancelled', {
    firstName,
    plan: 'monthly',
    accessUntil: '2026-12-24T12:00:00.000Z',
  }),
  sample(
    membershipMovedEmail,
    'Staff merged the mailbox that pays for a membership into another one: to that one',
    { firstName, plan: 'monthly', hasAccount: true, isFormer: false },
    { variant: 'new' },
  ),
  sample(membershipMovedEmail, 'Staff merged the mailbox that pays for a membership: to the former one', {
    firstName,
    plan: 'monthly',
    hasAccount: true,
    isFormer: true,
  }),
  sample(membershipResumedEmail, 'A cancelled membership was resumed', {
    firstName,
    plan: 'monthly',
    price: 9500,
    renewsAt: '2026-12-24T12:00:00.000Z',
  }),
  sample(discountBeganEmail, 'A discount was accepted instead of a cancellation', {
    firstName,
    plan: 'monthly',
    price: 9500,
    percent: 30,
    discountedPrice: 6650,
    until: '2027-03-10T12:00:00.000Z',
    renewsAt: '2026-12-24T12:00:00.000Z',
  }),
  sample(membershipExtendedEmail, 'Staff moved the next charge to a later day', {
    firstName,
    plan: 'monthly',
    price: 9500,
    renewsAt: '2027-01-24T12:00:00.000Z',
  }),
  sample(membershipPausedEmail, 'A membership was paused', {
    firstName,
    plan: 'monthly',
    price: 9500,
    pausedFrom: '2026-12-24T12:00:00.000Z',
    pausedUntil: '2027-02-24T12:00:00.000Z',
  }),
  sample(membershipPauseEndedEmail, 'A membership runs again after its pause', {
    firstName,
    plan: 'monthly',
    price: 9500,
    hadBegun: true,
    charged: null,
    renewsAt: '2027-03-24T12:00:00.000Z',
  }),
  sample(
    membershipPauseEndedEmail,
    'A member ended the pause of the membership, and was charged',
    {
      firstName,
      plan: 'monthly',
      price: 9500,
      hadBegun: true,
      charged: 9500,
      renewsAt: '2027-02-10T12:00:00.000Z',
    },
    { variant: 'charged' },
  ),
  sample(
    membershipPauseEndedEmail,
    'A member dropped a pause before it began',
    {
      firstName,
      plan: 'monthly',
      price: 9500,
      hadBegun: false,
      charged: null,
      renewsAt: '2026-12-24T12:00:00.000Z',
    },
    { variant: 'dropped' },
  ),
  sample(membershipSoughtEmail, 'Somebody asked to pay for the address of a member', { firstName }),
  sample(membershipEndedEmail, 'A second membership was refunded', {
    firstName,
    reason: 'duplicate',
    amountRefunded: 9500,
  }),
  sample(
    membershipEndedEmail,
    'A second membership ended before its bank debit arrived',
    { firstName, reason: 'duplicate', amountRefunded: 0 },
    { variant: 'not-charged' },
  ),
  sample(
    membershipEndedEmail,
    'Staff replaced a membership',
    { firstName, reason: 'replaced', amountRefunded: 0 },
    { variant: 'replaced' },
  ),
  sample(
    membershipEndedEmail,
    'A refunded membership has ended',
    { firstName, reason: 'refunded', amountRefunded: 9500 },
    { variant: 'refunded' },
  ),
  sample(
    membershipEndedEmail,
    'A membership has ended because a dispute was lost',
    { firstName, reason: 'refunded', amountRefunded: 0, isDisputeLost: true },
    { variant: 'dispute-lost' },
  ),
  sample(
    membershipEndedEmail,
    'A membership ended because its renewal was not paid',
    { firstName, reason: 'unpaid', amountRefunded: 0 },
    { variant: 'unpaid' },
  ),
  sample(
    membershipEndedEmail,
    'A membership was cancelled while its renewal was unpaid',
    { firstName, reason: 'cancelled', amountRefunded: 0 },
    { variant: 'cancelled' },
  ),
  sample(
    membershipEndedEmail,
    'A payment for a deactivated account was refunded',
    { firstName, reason: 'refused', amountRefunded: 9500 },
    { variant: 'refused' },
  ),
  sample(
    paymentFailedEmail,
    'A renewal could not be charged again',
    { ...failure, plan: 'annual', amount: 95000, attempt: 2 },
    { variant: 'again' },
  ),
  sample(
    paymentFailedEmail,
    'A renewal could not be charged after the grace period',
    { ...failure, attempt: 3, hasAccess: false },
    { variant: 'after-grace' },
  ),
  sample(paymentPendingEmail, 'The bank is processing the first payment of a membership', {
    firstName,
    plan: 'monthly',
    hasAccount: true,
  }),
  sample(
    paymentPendingEmail,
    'The bank is processing the payment of a guest',
    { firstName: '', plan: 'monthly', hasAccount: false },
    { variant: 'guest' },
  ),
  sample(firstPaymentFailedEmail, 'The bank did not send the first payment of a membership', {
    firstName,
    plan: 'monthly',
    hasAccount: true,
  }),
  sample(
    firstPaymentFailedEmail,
    'The bank did not send the payment of a guest',
    { firstName: '', plan: 'monthly', hasAccount: false },
    { variant: 'guest' },
  ),
  sample(offlinePaymentRefusedEmail, 'To the association: a recorded payment came when all places were taken', {
    name: 'Sample Reader',
    email,
    title: 'Spring Open',
    amount: 4000,
    reason: 'full',
  }),
  sample(paymentDisputedEmail, 'To the association: a payment is disputed', {
    name: 'Sample Reader',
    email,
    title: null,
    amount: 9500,
    disputeId: 'dp_sample',
  }),
  sample(latePaymentRefundedEmail, 'A payment after the end of a membership was refunded', {
    firstName,
    amount: 9500,
  }),
  sample(staffRefundedEmail, 'Staff refunded a part of a payment', {
    firstName,
    amount: 1000,
    paid: 4000,
    title: 'Spring Open',
  }),
  sample(creditChangedEmail, 'Staff gave credit to a member', {
    firstName,
    kind: 'goodwill',
    amount: 2000,
    balance: 5000,
  }),
  sample(referralEarnedEmail, 'A referral was completed: to both of its sides', {
    firstName,
    earned: 5000,
    totalCredits: 15000,
  }),
  sample(referralWithdrawnEmail, 'The payment that a referral had earned a credit by was refunded', {
    firstName,
    withdrawn: 5000,
    totalCredits: 10000,
  }),

  sample(contactMessageEmail, 'To the association: somebody wrote on the contact page', {
    name: 'Sample Reader',
    email,
    message: 'Hello,\n\nmay I listen to a session before I join? And is there one in the morning?\n\nThank you.',
    writtenAt: '2027-03-01T18:20:00.000Z',
  }),
  sample(contactAcknowledgementEmail, 'A visitor wrote on the contact page', {
    name: 'Sample Reader',
    supportEmail,
  }),
  sample(conversationReplyEmail, 'Staff answered a message of the contact page', {
    about: 'contact',
    reply: 'Hello,\n\nyes: come to any Sunday session, and listen. Write to us if you want to speak.\n\nGrace',
    replyTo: supportEmail,
  }),
  sample(
    conversationReplyEmail,
    'Staff answered a request for office hours',
    {
      about: 'office_hours',
      reply: 'Hello,\n\nplease bring the case that you want to talk about.\n\nGrace',
      replyTo: supportEmail,
    },
    { variant: 'office-hours' },
  ),
  sample(starterKitEmail, 'Somebody asked for the starter kit', { email }),
  sample(subscriberAddressEmail, 'Staff corrected the email address of a newsletter subscriber', {
    subscriberId: registrationId,
    email,
    until: '2026-12-31T12:00:00.000Z',
    key: 'k7Qd2mXfV3rA9tZh',
  }),

  sample(officeHoursConfirmedEmail, 'A member chose a time of the office hours', session),
  sample(officeHoursCancelledEmail, 'A member cancelled a session of the office hours', session),
  sample(officeHoursTeamEmail, 'To the team: a member chose a time', { ...session, change: 'requested' }),
  sample(
    officeHoursTeamEmail,
    'To the team: a member cancelled a session',
    { ...session, change: 'cancelled' },
    { variant: 'cancelled' },
  ),
  sample(eventNoticeEmail, 'A tournament begins in a day', notice),
  sample(
    eventNoticeEmail,
    'A tournament begins in a day, and its link is not entered yet',
    { ...notice, zoomLink: null },
    { variant: 'no-link' },
  ),
  sample(
    eventNoticeEmail,
    'A bootcamp begins in a week',
    {
      ...notice,
      ...bootcamp,
      ...early,
      kind: 'bootcamp',
      notice: 'seven_days',
      entry: null,
      calendar: { ...dates, type: 'bootcamp' },
    },
    { variant: 'seven-days' },
  ),
  sample(
    eventNoticeEmail,
    'A tournament begins in an hour',
    { ...notice, notice: 'one_hour' },
    { variant: 'one-hour' },
  ),
  sample(
    eventNoticeEmail,
    'An entry has to be paid within a day',
    {
      ...notice,
      ...early,
      notice: 'payment_reminder',
      payment: { payKey, payBy: '2027-04-16T06:59:59.000Z', amount: 4500 },
    },
    { variant: 'payment-reminder' },
  ),
  sample(eventNoticeEmail, 'Staff moved an event', { ...notice, notice: 'changed' }, { variant: 'changed' }),
  sample(workshopSeatEmail, 'A member signed up for a workshop', workshop),
  sample(
    workshopSeatEmail,
    'A member joined the waitlist of a workshop',
    { ...workshop, change: 'waitlisted', position: 2, zoomLink: null },
    { variant: 'waitlisted' },
  ),
  sample(
    workshopSeatEmail,
    'A member moved up from the waitlist of a workshop',
    { ...workshop, change: 'moved_up' },
    { variant: 'moved-up' },
  ),
  sample(
    workshopSeatEmail,
    'A member gave up a seat in a workshop',
    { ...workshop, change: 'cancelled', zoomLink: null },
    { variant: 'cancelled' },
  ),
  sample(
    workshopSeatEmail,
    'The annual plan of a member with a seat in a workshop ended',
    { ...workshop, change: 'plan_ended', zoomLink: null },
    { variant: 'plan-ended' },
  ),
  sample(
    workshopSeatEmail,
    'Staff removed a sign-up for a workshop',
    { ...workshop, change: 'removed', zoomLink: null },
    { variant: 'removed' },
  ),
  sample(
    workshopSeatEmail,
    'Staff moved a workshop',
    { ...workshop, change: 'workshop_changed' },
    { variant: 'workshop-changed' },
  ),
  sample(
    workshopSeatEmail,
    'Staff cancelled a workshop',
    { ...workshop, change: 'workshop_cancelled', zoomLink: null },
    { variant: 'workshop-cancelled' },
  ),
];
