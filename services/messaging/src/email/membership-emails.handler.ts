import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  cardExpiring,
  discountBegan,
  firstPaymentFailed,
  latePaymentRefunded,
  creditChanged,
  staffRefunded,
  membershipCancelled,
  membershipChanged,
  membershipEnded,
  membershipExtended,
  membershipRenewed,
  membershipMoved,
  membershipPaused,
  membershipPauseEnded,
  membershipResumed,
  membershipSought,
  paymentDisputed,
  paymentFailed,
  paymentPending,
  renewalDue,
} from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey } from '@lectern/contracts/fields';
import { Association } from '@lectern/service-kit/association/association';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import { MembershipRepository } from '../membership/membership.repository.ts';
import { cardExpiringEmail } from './templates/card-expiring.template.ts';
import { discountBeganEmail } from './templates/discount-began.template.ts';
import { firstPaymentFailedEmail } from './templates/first-payment-failed.template.ts';
import { creditChangedEmail } from './templates/credit-changed.template.ts';
import { staffRefundedEmail } from './templates/staff-refunded.template.ts';
import { latePaymentRefundedEmail } from './templates/late-payment-refunded.template.ts';
import { membershipCancelledEmail } from './templates/membership-cancelled.template.ts';
import { membershipEndedEmail } from './templates/membership-ended.template.ts';
import { membershipExtendedEmail } from './templates/membership-extended.template.ts';
import { membershipRenewedEmail } from './templates/membership-renewed.template.ts';
import { membershipMovedEmail } from './templates/membership-moved.template.ts';
import { membershipPauseEndedEmail } from './templates/membership-pause-ended.template.ts';
import { membershipPausedEmail } from './templates/membership-paused.template.ts';
import { membershipResumedEmail } from './templates/membership-resumed.template.ts';
import { membershipSoughtEmail } from './templates/membership-sought.template.ts';
import { paymentDisputedEmail } from './templates/payment-disputed.template.ts';
import { paymentFailedEmail } from './templates/payment-failed.template.ts';
import { paymentPendingEmail } from './templates/payment-pending.template.ts';
import { renewalDueEmail } from './templates/renewal-due.template.ts';
import { welcomeEmail } from './templates/welcome.template.tsx';
import { isWelcome } from './welcome.ts';
import { NOTICES_PER_HOUR, WriteEmail } from './write-email.use-case.ts';

/** The recipient of an email about their membership. */
const payerOf = <E extends { readonly email: string; readonly userId: string | null }>(event: E) => ({
  to: event.email,
  userId: event.userId,
  data: { ...event, hasAccount: event.userId !== null },
});

/** Emails people about the memberships and payments that billing publishes. */
@Injectable()
export class MembershipEmails {
  constructor(
    private readonly emails: WriteEmail,
    private readonly memberships: MembershipRepository,
    private readonly erased: ErasedAccounts,
    private readonly clock: Clock,
    private readonly association: Association,
  ) {}

  /**
   * Stores the membership, and welcomes a member whose membership became active, once per subscription, however often and in whatever order the events arrive.
   * Again where staff corrected a guest's email address, whatever the period: the set-up link went to another mailbox.
   */
  @HandlesEvent(membershipChanged)
  async onChanged(event: EventPayload<typeof membershipChanged>, tx: Transaction): Promise<void> {
    if (event.userId === null || !(await this.erased.has(tx, event.userId))) await this.memberships.record(tx, event);
    const isCorrected = event.isEmailCorrected === true;
    if (isCorrected ? !event.access : !isWelcome(event)) return;
    const { to, userId, data } = payerOf(event);
    await this.emails.toPerson(tx, welcomeEmail, {
      dedupeKey: `welcome:${event.subscriptionId}${isCorrected ? `:${event.version}` : ''}`,
      to,
      userId,
      data: { ...data, renews: !event.cancelAtPeriodEnd },
    });
  }

  /** Once for each invoice. */
  @HandlesEvent(membershipRenewed)
  async onRenewed(event: EventPayload<typeof membershipRenewed>, tx: Transaction): Promise<void> {
    const dedupeKey = `membership-renewed:${event.invoiceId}`;
    await this.emails.toPerson(tx, membershipRenewedEmail, { dedupeKey, ...payerOf(event) });
  }

  /** Once for each period, and not after the charge, where the event was late. */
  @HandlesEvent(renewalDue)
  async onRenewalDue(event: EventPayload<typeof renewalDue>, tx: Transaction): Promise<void> {
    if (new Date(event.renewsAt) <= this.clock.now()) return;
    const dedupeKey = `renewal-due:${event.subscriptionId}:${event.renewsAt}`;
    await this.emails.toPerson(tx, renewalDueEmail, { dedupeKey, ...payerOf(event) });
  }

  /** At most twice for a card and its expiry, and not after that, where the event was late. */
  @HandlesEvent(cardExpiring)
  async onCardExpiring(event: EventPayload<typeof cardExpiring>, tx: Transaction): Promise<void> {
    const { subscriptionId, notice, cardId, card } = event;
    if (new Date(card.expires_at) <= this.clock.now()) return;
    const dedupeKey = `card-expiring:${subscriptionId}:${cardId}:${card.expires_at}:${notice}`;
    await this.emails.toPerson(tx, cardExpiringEmail, { dedupeKey, ...payerOf(event) });
  }

  @HandlesEvent(membershipCancelled)
  async onCancelled(event: EventPayload<typeof membershipCancelled>, tx: Transaction): Promise<void> {
    const dedupeKey = `membership-cancelled:${event.subscriptionId}:${event.version}`;
    await this.emails.toPerson(tx, membershipCancelledEmail, {
      dedupeKey,
      perHour: NOTICES_PER_HOUR,
      ...payerOf(event),
    });
  }

  /** To both mailboxes, which staff say are one person's. */
  @HandlesEvent(membershipMoved)
  async onMoved(
    { mergeId, subscriptionId, email, formerEmail, ...data }: EventPayload<typeof membershipMoved>,
    tx: Transaction,
  ): Promise<void> {
    for (const [to, isFormer] of [
      [email, false],
      [formerEmail, true],
    ] as const)
      await this.emails.toPerson(tx, membershipMovedEmail, {
        dedupeKey: `membership-moved-${isFormer ? 'from' : 'to'}:${subscriptionId}:${mergeId}`,
        to,
        keptFor: email,
        data: { ...data, isFormer },
      });
  }

  /** It renews again. */
  @HandlesEvent(membershipResumed)
  async onResumed(event: EventPayload<typeof membershipResumed>, tx: Transaction): Promise<void> {
    const dedupeKey = `membership-resumed:${event.subscriptionId}:${event.version}`;
    await this.emails.toPerson(tx, membershipResumedEmail, { dedupeKey, perHour: NOTICES_PER_HOUR, ...payerOf(event) });
  }

  @HandlesEvent(membershipPaused)
  async onPaused(event: EventPayload<typeof membershipPaused>, tx: Transaction): Promise<void> {
    const dedupeKey = `membership-paused:${event.subscriptionId}:${event.version}`;
    await this.emails.toPerson(tx, membershipPausedEmail, { dedupeKey, perHour: NOTICES_PER_HOUR, ...payerOf(event) });
  }

  @HandlesEvent(membershipExtended)
  async onExtended(event: EventPayload<typeof membershipExtended>, tx: Transaction): Promise<void> {
    const dedupeKey = `membership-extended:${event.actionId}`;
    await this.emails.toPerson(tx, membershipExtendedEmail, { dedupeKey, ...payerOf(event) });
  }

  /** Once for each discount. */
  @HandlesEvent(discountBegan)
  async onDiscount(event: EventPayload<typeof discountBegan>, tx: Transaction): Promise<void> {
    const dedupeKey = `discount-began:${event.subscriptionId}:${event.until}`;
    await this.emails.toPerson(tx, discountBeganEmail, { dedupeKey, ...payerOf(event) });
  }

  @HandlesEvent(membershipPauseEnded)
  async onPauseEnded(event: EventPayload<typeof membershipPauseEnded>, tx: Transaction): Promise<void> {
    const dedupeKey = `membership-pause-ended:${event.subscriptionId}:${event.version}`;
    const limit = event.charged === null ? { perHour: NOTICES_PER_HOUR } : {};
    await this.emails.toPerson(tx, membershipPauseEndedEmail, { dedupeKey, ...limit, ...payerOf(event) });
  }

  /** It ended immediately. */
  @HandlesEvent(membershipEnded)
  async onEnded(event: EventPayload<typeof membershipEnded>, tx: Transaction): Promise<void> {
    const dedupeKey = `membership-ended:${event.subscriptionId}`;
    await this.emails.toPerson(tx, membershipEndedEmail, { dedupeKey, ...payerOf(event) });
  }

  /** To a member of whose address a visitor tried to pay again, at most once a day (in UTC). */
  @HandlesEvent(membershipSought)
  async onSought({ email, soughtAt }: EventPayload<typeof membershipSought>, tx: Transaction): Promise<void> {
    // The key contains a hash instead of the address.
    const mailbox = createHash('sha256').update(emailKey(email)).digest('hex').slice(0, 32);
    const dedupeKey = `membership-sought:${mailbox}:${soughtAt.slice(0, 10)}`;
    await this.emails.execute(tx, membershipSoughtEmail, { dedupeKey, to: email, data: { firstName: '' } });
  }

  /** To a member whose renewal could not be charged, once for each try. */
  @HandlesEvent(paymentFailed)
  async onPaymentFailed(event: EventPayload<typeof paymentFailed>, tx: Transaction): Promise<void> {
    const { to, userId, data } = payerOf(event);
    await this.emails.toPerson(tx, paymentFailedEmail, {
      dedupeKey: `payment-failed:${event.invoiceId}:${event.attempt}`,
      to,
      userId,
      data: { ...data, hasAccess: new Date(event.accessUntil) > this.clock.now() },
    });
  }

  /** To a person whose payment came after the end of their membership and was refunded. */
  @HandlesEvent(latePaymentRefunded)
  async onLatePayment(event: EventPayload<typeof latePaymentRefunded>, tx: Transaction): Promise<void> {
    const dedupeKey = `late-payment-refunded:${event.invoiceId}`;
    await this.emails.toPerson(tx, latePaymentRefundedEmail, { dedupeKey, ...payerOf(event) });
  }

  /** To the payer of a payment that staff refunded in the console, unless that ended something, which has its own email. */
  @HandlesEvent(staffRefunded)
  async onStaffRefund(event: EventPayload<typeof staffRefunded>, tx: Transaction): Promise<void> {
    await this.emails.toPerson(tx, staffRefundedEmail, {
      dedupeKey: `staff-refunded:${event.refundId}`,
      ...payerOf(event),
    });
  }

  /** To a member whose credit staff changed. */
  @HandlesEvent(creditChanged)
  async onCreditChange(event: EventPayload<typeof creditChanged>, tx: Transaction): Promise<void> {
    await this.emails.toPerson(tx, creditChangedEmail, {
      dedupeKey: `credit-changed:${event.changeId}`,
      ...payerOf(event),
    });
  }

  /**
   * To a person whose bank is processing the first payment of a membership, once for each subscription. Any visitor can start any
   * number of bank debits with another person's address.
   */
  @HandlesEvent(paymentPending)
  async onPaymentPending(event: EventPayload<typeof paymentPending>, tx: Transaction): Promise<void> {
    const dedupeKey = `payment-pending:${event.subscriptionId}`;
    await this.emails.toPerson(tx, paymentPendingEmail, { dedupeKey, perHour: 1, ...payerOf(event) });
  }

  /** The bank did not send it. */
  @HandlesEvent(firstPaymentFailed)
  async onFirstPaymentFailed(event: EventPayload<typeof firstPaymentFailed>, tx: Transaction): Promise<void> {
    const dedupeKey = `first-payment-failed:${event.subscriptionId}`;
    await this.emails.toPerson(tx, firstPaymentFailedEmail, { dedupeKey, perHour: 1, ...payerOf(event) });
  }

  /** To the association, once for each dispute. For an erased person, only the payment provider has the name. */
  @HandlesEvent(paymentDisputed)
  async onPaymentDisputed(
    { disputeId, userId, email, firstName, lastName, title, amount }: EventPayload<typeof paymentDisputed>,
    tx: Transaction,
  ): Promise<void> {
    const isErased = userId !== null && (await this.erased.has(tx, userId));
    const person = isErased ? { name: '', email: '' } : { name: `${firstName} ${lastName}`.trim(), email };
    await this.emails.execute(tx, paymentDisputedEmail, {
      dedupeKey: `payment-disputed:${disputeId}`,
      to: (await this.association.current(tx)).supportEmail,
      repeatsTyped: true,
      eraseWhenSettled: true,
      data: { ...person, title, amount, disputeId },
    });
  }
}
