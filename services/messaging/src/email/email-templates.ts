import type { EmailLink, EmailSite, EmailTemplate, RenderedEmail } from './email-template.ts';
import { accountDeletedEmail } from './templates/account-deleted.template.ts';
import { accountEmailChangeEmail } from './templates/account-email-change.template.ts';
import { accountEmailChangedEmail } from './templates/account-email-changed.template.ts';
import { accountNewSignInEmail } from './templates/account-new-sign-in.template.ts';
import { accountPasswordChangedEmail } from './templates/account-password-changed.template.ts';
import { eventNoticeEmail } from './templates/event-notice.template.ts';
import { accountVerifyEmailEmail } from './templates/account-verify-email.template.ts';
import { accountResetEmail } from './templates/account-reset.template.ts';
import { accountSetupEmail } from './templates/account-setup.template.ts';
import { accountSignInEmail } from './templates/account-sign-in.template.ts';
import { accountSwitchedEmail } from './templates/account-switched.template.ts';
import { adminInviteEmail, adminResetEmail } from './templates/admin-links.template.ts';
import { adminSignInChangedEmail } from './templates/admin-sign-in-changed.template.ts';
import { administratorsChangedEmail } from './templates/administrators-changed.template.ts';
import { staffPolicyChangedEmail } from './templates/staff-policy-changed.template.ts';
import { bootcampConfirmedEmail } from './templates/bootcamp-confirmed.template.ts';
import { bootcampOfferEmail } from './templates/bootcamp-offer.template.ts';
import { bootcampWaitingEmail } from './templates/bootcamp-waiting.template.ts';
import { campaignTestEmail } from './templates/campaign-test.template.ts';
import { cardExpiringEmail } from './templates/card-expiring.template.ts';
import { contactAcknowledgementEmail } from './templates/contact-acknowledgement.template.ts';
import { contactMessageEmail } from './templates/contact-message.template.tsx';
import { conversationReplyEmail } from './templates/conversation-reply.template.tsx';
import { firstPaymentFailedEmail } from './templates/first-payment-failed.template.ts';
import { creditChangedEmail } from './templates/credit-changed.template.ts';
import { latePaymentRefundedEmail } from './templates/late-payment-refunded.template.ts';
import { membershipRenewedEmail } from './templates/membership-renewed.template.ts';
import { officeHoursCancelledEmail } from './templates/office-hours-cancelled.template.ts';
import { officeHoursConfirmedEmail } from './templates/office-hours-confirmed.template.ts';
import { officeHoursTeamEmail } from './templates/office-hours-team.template.tsx';
import { membershipCancelledEmail } from './templates/membership-cancelled.template.ts';
import { membershipEndedEmail } from './templates/membership-ended.template.ts';
import { membershipSoughtEmail } from './templates/membership-sought.template.ts';
import { membershipMovedEmail } from './templates/membership-moved.template.ts';
import { membershipPauseEndedEmail } from './templates/membership-pause-ended.template.ts';
import { discountBeganEmail } from './templates/discount-began.template.ts';
import { membershipExtendedEmail } from './templates/membership-extended.template.ts';
import { membershipPausedEmail } from './templates/membership-paused.template.ts';
import { membershipResumedEmail } from './templates/membership-resumed.template.ts';
import { registrationRemovedEmail } from './templates/registration-removed.template.ts';
import { registrationMovedEmail } from './templates/registration-moved.template.ts';
import { placeLostEmail } from './templates/place-lost.template.ts';
import { paymentReturnedEmail } from './templates/payment-returned.template.ts';
import { offlinePaymentRefusedEmail } from './templates/offline-payment-refused.template.ts';
import { paymentDisputedEmail } from './templates/payment-disputed.template.ts';
import { paymentFailedEmail } from './templates/payment-failed.template.ts';
import { paymentPendingEmail } from './templates/payment-pending.template.ts';
import { referralEarnedEmail } from './templates/referral-earned.template.ts';
import { referralWithdrawnEmail } from './templates/referral-withdrawn.template.ts';
import { staffRefundedEmail } from './templates/staff-refunded.template.ts';
import { subscriberAddressEmail } from './templates/subscriber-address.template.ts';
import { renewalDueEmail } from './templates/renewal-due.template.ts';
import { starterKitEmail } from './templates/starter-kit.template.tsx';
import { waitingRuleBrokenEmail } from './templates/waiting-rule-broken.template.ts';
import { entryWithdrawnEmail } from './templates/entry-withdrawn.template.ts';
import { tournamentEntryPaidEmail } from './templates/tournament-entry-paid.template.ts';
import { tournamentEntryEmail } from './templates/tournament-entry.template.ts';
import { welcomeEmail } from './templates/welcome.template.tsx';
import { workshopSeatEmail } from './templates/workshop-seat.template.ts';

/** Every kind of email. */
export const EMAIL_TEMPLATES: readonly EmailTemplate[] = [
  welcomeEmail,
  accountSetupEmail,
  accountSignInEmail,
  accountResetEmail,
  accountEmailChangeEmail,
  accountEmailChangedEmail,
  accountVerifyEmailEmail,
  accountPasswordChangedEmail,
  accountNewSignInEmail,
  adminInviteEmail,
  adminResetEmail,
  administratorsChangedEmail,
  staffPolicyChangedEmail,
  adminSignInChangedEmail,
  accountSwitchedEmail,
  accountDeletedEmail,
  tournamentEntryEmail,
  tournamentEntryPaidEmail,
  entryWithdrawnEmail,
  waitingRuleBrokenEmail,
  bootcampConfirmedEmail,
  bootcampWaitingEmail,
  bootcampOfferEmail,
  workshopSeatEmail,
  eventNoticeEmail,
  renewalDueEmail,
  cardExpiringEmail,
  membershipRenewedEmail,
  paymentReturnedEmail,
  placeLostEmail,
  registrationRemovedEmail,
  registrationMovedEmail,
  paymentFailedEmail,
  membershipCancelledEmail,
  membershipMovedEmail,
  membershipResumedEmail,
  discountBeganEmail,
  membershipExtendedEmail,
  membershipPausedEmail,
  membershipPauseEndedEmail,
  membershipEndedEmail,
  membershipSoughtEmail,
  latePaymentRefundedEmail,
  staffRefundedEmail,
  creditChangedEmail,
  referralEarnedEmail,
  referralWithdrawnEmail,
  contactMessageEmail,
  contactAcknowledgementEmail,
  conversationReplyEmail,
  starterKitEmail,
  subscriberAddressEmail,
  officeHoursConfirmedEmail,
  officeHoursCancelledEmail,
  officeHoursTeamEmail,
  paymentPendingEmail,
  firstPaymentFailedEmail,
  offlinePaymentRefusedEmail,
  paymentDisputedEmail,
  campaignTestEmail,
];

const templateOf = (name: string): EmailTemplate => {
  const template = EMAIL_TEMPLATES.find((candidate) => candidate.name === name);
  if (template === undefined) throw new Error(`There is no email template ${name}`);
  return template;
};

/** The link that a stored email carries, if any. Throws as {@link renderEmail} does. */
export const linkOf = (name: string, data: unknown): EmailLink | null => {
  const template = templateOf(name);
  return template.link?.(template.data.parse(data)) ?? null;
};

/** The notice of an event that a stored email contains, if any. Throws as {@link renderEmail} does. */
export const noticeOf = (name: string, data: unknown): { readonly noticeId: string } | null => {
  const template = templateOf(name);
  return template.notice?.(template.data.parse(data)) ?? null;
};

/**
 * Renders a stored email with the token of its link. Throws when its template is gone or its data does not fit, and `EmailObsolete`
 * when the email is out of date.
 */
export const renderEmail = (
  name: string,
  data: unknown,
  site: EmailSite,
  token: string | null = null,
): RenderedEmail => {
  const template = templateOf(name);
  return { autoSubmitted: 'auto-generated', ...template.render(template.data.parse(data), site, token) };
};
