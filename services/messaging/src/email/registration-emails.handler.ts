import { Injectable } from '@nestjs/common';
import { paymentReturned } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import {
  entryWithdrawn,
  placeLost,
  registrationMoved,
  registrationRemoved,
  tournamentEntered,
  tournamentEntryPaid,
  waitingRuleBroken,
} from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Association } from '@lectern/service-kit/association/association';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { waitingRuleBrokenEmail } from './templates/waiting-rule-broken.template.ts';
import { entryWithdrawnEmail } from './templates/entry-withdrawn.template.ts';
import { offlinePaymentRefusedEmail } from './templates/offline-payment-refused.template.ts';
import { paymentReturnedEmail } from './templates/payment-returned.template.ts';
import { placeLostEmail } from './templates/place-lost.template.ts';
import { registrationMovedEmail } from './templates/registration-moved.template.ts';
import { registrationRemovedEmail } from './templates/registration-removed.template.ts';
import { tournamentEntryPaidEmail } from './templates/tournament-entry-paid.template.ts';
import { tournamentEntryEmail } from './templates/tournament-entry.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails people about their tournament entries and bootcamp seats. Changes of seats have a handler of their own. */
@Injectable()
export class RegistrationEmails {
  constructor(
    private readonly emails: WriteEmail,
    private readonly association: Association,
  ) {}

  /** To a person who entered a tournament, moved up from its waitlist, or has to pay after all; once each. */
  @HandlesEvent(tournamentEntered)
  async onEntered(event: EventPayload<typeof tournamentEntered>, tx: Transaction): Promise<void> {
    const isUnpaid = event.occasion === 'entered' && event.paymentStatus === 'pending';
    await this.emails.toPerson(tx, tournamentEntryEmail, {
      dedupeKey: `tournament-${event.occasion}:${event.registrationId}${event.revision === undefined ? '' : `:${event.revision}`}`,
      to: event.email,
      userId: event.userId,
      // A mailbox can have two unpaid entries of a tournament; the form offers their payment as well.
      perHour: isUnpaid ? 2 : undefined,
      data: { ...event, isPaid: event.paymentStatus === 'paid' },
    });
  }

  @HandlesEvent(tournamentEntryPaid)
  async onEntryPaid(event: EventPayload<typeof tournamentEntryPaid>, tx: Transaction): Promise<void> {
    const dedupeKey = `tournament-paid:${event.registrationId}`;
    const { email, userId } = event;
    await this.emails.toPerson(tx, tournamentEntryPaidEmail, { dedupeKey, to: email, userId, data: event });
  }

  /** To a person whose place is no longer held, or whose waitlist has ended; once each time. */
  @HandlesEvent(placeLost)
  async onPlaceLost({ email, since, ...data }: EventPayload<typeof placeLost>, tx: Transaction): Promise<void> {
    const dedupeKey = `place-lost:${data.registrationId}:${since}`;
    await this.emails.toPerson(tx, placeLostEmail, { dedupeKey, to: email, data });
  }

  /** To a person who withdrew their entry; once. */
  @HandlesEvent(entryWithdrawn)
  async onWithdrawn({ email, userId, ...data }: EventPayload<typeof entryWithdrawn>, tx: Transaction): Promise<void> {
    const dedupeKey = `entry-withdrawn:${data.registrationId}`;
    await this.emails.toPerson(tx, entryWithdrawnEmail, { dedupeKey, to: email, userId, data });
  }

  /** To a person on the waitlist whose entry breaks a rule that staff saved; once for each edit. */
  @HandlesEvent(waitingRuleBroken)
  async onRuleBroken(
    { email, userId, at, ...data }: EventPayload<typeof waitingRuleBroken>,
    tx: Transaction,
  ): Promise<void> {
    const dedupeKey = `waiting-rule-broken:${data.registrationId}:${at}`;
    await this.emails.toPerson(tx, waitingRuleBrokenEmail, { dedupeKey, to: email, userId, data });
  }

  /** To a person whose entry or seat an administrator removed. */
  @HandlesEvent(registrationRemoved)
  async onRemoved(
    { email, userId, amountRefunded = 0, ...event }: EventPayload<typeof registrationRemoved>,
    tx: Transaction,
  ): Promise<void> {
    const dedupeKey = `registration-removed:${event.registrationId}`;
    const data = { ...event, amountRefunded };
    await this.emails.toPerson(tx, registrationRemovedEmail, { dedupeKey, to: email, userId, data });
  }

  /** To the mailbox that has a registration now, and to the one that had it; once for each move. */
  @HandlesEvent(registrationMoved)
  async onMoved(
    {
      email,
      formerEmail,
      at,
      payKey,
      receiptToken,
      entryToken,
      isMerged = false,
      ...data
    }: EventPayload<typeof registrationMoved>,
    tx: Transaction,
  ): Promise<void> {
    for (const [to, isFormer] of [
      [email, false],
      [formerEmail, true],
    ] as const)
      await this.emails.toPerson(tx, registrationMovedEmail, {
        dedupeKey: `registration-moved-${isFormer ? 'from' : 'to'}:${data.registrationId}:${at}`,
        to,
        ...(isMerged && { keptFor: email }),
        // No link opens for the mailbox that lost it.
        data: { ...data, isFormer, ...(isFormer ? { payKey: null } : { payKey, receiptToken, entryToken }) },
      });
  }

  /** To a person whose payment was refunded because its product was no longer available, and to the association that has to return it; once each. */
  @HandlesEvent(paymentReturned)
  async onPaymentReturned(
    { purchaseId, email, ...data }: EventPayload<typeof paymentReturned>,
    tx: Transaction,
  ): Promise<void> {
    const dedupeKey = `payment-returned:${purchaseId}`;
    await this.emails.toPerson(tx, paymentReturnedEmail, { dedupeKey, to: email, data });
    if (data.isOffline !== true) return;
    const { firstName, lastName, ...paid } = data;
    await this.emails.execute(tx, offlinePaymentRefusedEmail, {
      dedupeKey: `offline-payment-refused:${purchaseId}`,
      to: (await this.association.current(tx)).supportEmail,
      repeatsTyped: true,
      eraseWhenSettled: true,
      data: { ...paid, name: `${firstName} ${lastName}`, email },
    });
  }
}
