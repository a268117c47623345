import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import {
  accountSwitched,
  administratorsChanged,
  staffPolicyChanged,
  adminSignInChanged,
  creditsEarned,
  creditsWithdrawn,
  newDeviceSignedIn,
  passwordChanged,
} from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { accountNewSignInEmail } from './templates/account-new-sign-in.template.ts';
import { accountPasswordChangedEmail } from './templates/account-password-changed.template.ts';
import { accountSwitchedEmail } from './templates/account-switched.template.ts';
import { adminSignInChangedEmail } from './templates/admin-sign-in-changed.template.ts';
import { administratorsChangedEmail } from './templates/administrators-changed.template.ts';
import { staffPolicyChangedEmail } from './templates/staff-policy-changed.template.ts';
import { referralEarnedEmail } from './templates/referral-earned.template.ts';
import { referralWithdrawnEmail } from './templates/referral-withdrawn.template.ts';
import { NOTICES_PER_HOUR, WriteEmail } from './write-email.use-case.ts';

/** Notifies the holders of accounts, and administrators, of changes that identity publishes: once for each change. */
@Injectable()
export class AccountEmails {
  constructor(private readonly emails: WriteEmail) {}

  @HandlesEvent(accountSwitched)
  async onSwitched(
    { userId, version, email, firstName, isDeactivated }: EventPayload<typeof accountSwitched>,
    tx: Transaction,
  ): Promise<void> {
    await this.emails.toPerson(tx, accountSwitchedEmail, {
      dedupeKey: `account-switched:${userId}:${version}`,
      to: email,
      userId,
      data: { firstName, isDeactivated },
    });
  }

  @HandlesEvent(passwordChanged)
  async onPasswordChanged(
    { userId, version, email, firstName, isReset, isTakenOver = false }: EventPayload<typeof passwordChanged>,
    tx: Transaction,
  ): Promise<void> {
    await this.emails.toPerson(tx, accountPasswordChangedEmail, {
      dedupeKey: `password-changed:${userId}:${version}`,
      to: email,
      userId,
      // A reset follows from an emailed link, so its notice depends on no other.
      perHour: isReset ? undefined : NOTICES_PER_HOUR,
      data: { firstName, isReset, isTakenOver },
    });
  }

  @HandlesEvent(newDeviceSignedIn)
  async onNewDevice(
    { email, userId, ...session }: EventPayload<typeof newDeviceSignedIn>,
    tx: Transaction,
  ): Promise<void> {
    await this.emails.toPerson(tx, accountNewSignInEmail, {
      dedupeKey: `new-sign-in:${session.sessionId}`,
      to: email,
      userId,
      data: session,
    });
  }

  /** To both sides of a referral. */
  @HandlesEvent(creditsEarned)
  async onCreditsEarned(
    { userId, version, email, ...data }: EventPayload<typeof creditsEarned>,
    tx: Transaction,
  ): Promise<void> {
    const dedupeKey = `referral-earned:${userId}:${version}`;
    await this.emails.toPerson(tx, referralEarnedEmail, { dedupeKey, to: email, userId, data });
  }

  @HandlesEvent(creditsWithdrawn)
  async onCreditsWithdrawn(
    { userId, version, email, ...data }: EventPayload<typeof creditsWithdrawn>,
    tx: Transaction,
  ): Promise<void> {
    const dedupeKey = `referral-withdrawn:${userId}:${version}`;
    await this.emails.toPerson(tx, referralWithdrawnEmail, { dedupeKey, to: email, userId, data });
  }

  /** To an administrator whose own ways to sign in have changed. */
  @HandlesEvent(adminSignInChanged)
  async onAdminSignInChanged(
    { changeId, email, ...data }: EventPayload<typeof adminSignInChanged>,
    tx: Transaction,
  ): Promise<void> {
    const dedupeKey = `admin-sign-in-changed:${changeId}`;
    await this.emails.execute(tx, adminSignInChangedEmail, { dedupeKey, to: email, data });
  }

  /** To the other owners. */
  @HandlesEvent(staffPolicyChanged)
  async onStaffPolicyChanged(
    { changeId, email, ...data }: EventPayload<typeof staffPolicyChanged>,
    tx: Transaction,
  ): Promise<void> {
    const dedupeKey = `staff-policy-changed:${changeId}:${email}`;
    await this.emails.execute(tx, staffPolicyChangedEmail, { dedupeKey, to: email, data });
  }

  /** To the other owners, and to the affected administrator. */
  @HandlesEvent(administratorsChanged)
  async onAdministratorsChanged(
    { changeId, email, ...data }: EventPayload<typeof administratorsChanged>,
    tx: Transaction,
  ): Promise<void> {
    const dedupeKey = `administrators-changed:${changeId}:${email}`;
    const isYours = keyOf(email) === keyOf(data.about);
    await this.emails.execute(tx, administratorsChangedEmail, { dedupeKey, to: email, data: { ...data, isYours } });
  }
}
