import type { LetterLink, LetterSite, LetterTemplate, RenderedLetter } from './letter-template.ts';
import { accountDeletedLetter } from './templates/account-deleted.template.ts';
import { accountEmailChangeLetter } from './templates/account-email-change.template.ts';
import { accountEmailChangedLetter } from './templates/account-email-changed.template.ts';
import { accountNewSignInLetter } from './templates/account-new-sign-in.template.ts';
import { accountPasswordChangedLetter } from './templates/account-password-changed.template.ts';
import { accountProveEmailLetter } from './templates/account-prove-email.template.ts';
import { accountResetLetter } from './templates/account-reset.template.ts';
import { accountSetupLetter } from './templates/account-setup.template.ts';
import { accountSignInLetter } from './templates/account-sign-in.template.ts';
import { accountSwitchedLetter } from './templates/account-switched.template.ts';
import { adminInviteLetter, adminResetLetter } from './templates/admin-links.template.ts';
import { adminSignInChangedLetter } from './templates/admin-sign-in-changed.template.ts';
import { administratorsChangedLetter } from './templates/administrators-changed.template.ts';
import { bootcampConfirmedLetter } from './templates/bootcamp-confirmed.template.ts';
import { bootcampOfferLetter } from './templates/bootcamp-offer.template.ts';
import { bootcampWaitingLetter } from './templates/bootcamp-waiting.template.ts';
import { campaignTestLetter } from './templates/campaign-test.template.ts';
import { contactAcknowledgementLetter } from './templates/contact-acknowledgement.template.ts';
import { contactMessageLetter } from './templates/contact-message.template.ts';
import { firstPaymentFailedLetter } from './templates/first-payment-failed.template.ts';
import { latePaymentRefundedLetter } from './templates/late-payment-refunded.template.ts';
import { membershipRenewedLetter } from './templates/membership-renewed.template.ts';
import { officeHoursCancelledLetter } from './templates/office-hours-cancelled.template.ts';
import { officeHoursConfirmedLetter } from './templates/office-hours-confirmed.template.ts';
import { officeHoursTeamLetter } from './templates/office-hours-team.template.ts';
import { membershipCancelledLetter } from './templates/membership-cancelled.template.ts';
import { membershipEndedLetter } from './templates/membership-ended.template.ts';
import { membershipSoughtLetter } from './templates/membership-sought.template.ts';
import { membershipResumedLetter } from './templates/membership-resumed.template.ts';
import { registrationRemovedLetter } from './templates/registration-removed.template.ts';
import { placeLostLetter } from './templates/place-lost.template.ts';
import { paymentReturnedLetter } from './templates/payment-returned.template.ts';
import { paymentDisputedLetter } from './templates/payment-disputed.template.ts';
import { paymentFailedLetter } from './templates/payment-failed.template.ts';
import { paymentPendingLetter } from './templates/payment-pending.template.ts';
import { referralEarnedLetter } from './templates/referral-earned.template.ts';
import { referralWithdrawnLetter } from './templates/referral-withdrawn.template.ts';
import { starterKitLetter } from './templates/starter-kit.template.ts';
import { tournamentEntryPaidLetter } from './templates/tournament-entry-paid.template.ts';
import { tournamentEntryLetter } from './templates/tournament-entry.template.ts';
import { welcomeLetter } from './templates/welcome.template.ts';

/** Every kind of letter there is. */
export const LETTER_TEMPLATES: readonly LetterTemplate[] = [
  welcomeLetter,
  accountSetupLetter,
  accountSignInLetter,
  accountResetLetter,
  accountEmailChangeLetter,
  accountEmailChangedLetter,
  accountProveEmailLetter,
  accountPasswordChangedLetter,
  accountNewSignInLetter,
  adminInviteLetter,
  adminResetLetter,
  administratorsChangedLetter,
  adminSignInChangedLetter,
  accountSwitchedLetter,
  accountDeletedLetter,
  tournamentEntryLetter,
  tournamentEntryPaidLetter,
  bootcampConfirmedLetter,
  bootcampWaitingLetter,
  bootcampOfferLetter,
  membershipRenewedLetter,
  paymentReturnedLetter,
  placeLostLetter,
  registrationRemovedLetter,
  paymentFailedLetter,
  membershipCancelledLetter,
  membershipResumedLetter,
  membershipEndedLetter,
  membershipSoughtLetter,
  latePaymentRefundedLetter,
  referralEarnedLetter,
  referralWithdrawnLetter,
  contactMessageLetter,
  contactAcknowledgementLetter,
  starterKitLetter,
  officeHoursConfirmedLetter,
  officeHoursCancelledLetter,
  officeHoursTeamLetter,
  paymentPendingLetter,
  firstPaymentFailedLetter,
  paymentDisputedLetter,
  campaignTestLetter,
];

const templateOf = (name: string): LetterTemplate => {
  const template = LETTER_TEMPLATES.find((candidate) => candidate.name === name);
  if (template === undefined) throw new Error(`There is no letter template ${name}`);
  return template;
};

/** The link that a stored letter carries, if any. Throws as {@link renderLetter} does. */
export const linkOf = (name: string, data: unknown): LetterLink | null => {
  const template = templateOf(name);
  return template.link?.(template.data.parse(data)) ?? null;
};

/**
 * A stored letter as it is posted, with the token of its link. Throws when its template is gone or its data does not fit, and
 * `LetterObsolete` when there is nothing to say any more.
 */
export const renderLetter = (
  name: string,
  data: unknown,
  site: LetterSite,
  token: string | null = null,
): RenderedLetter => {
  const template = templateOf(name);
  return template.render(template.data.parse(data), site, token);
};
