import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { membershipSought } from '@lectern/contracts/billing/events';
import { emailKey } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { membershipSoughtEmail } from './templates/membership-sought.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Notifies a member of a visitor's attempt to pay again for the member's address, at most once a day (in UTC). */
@Injectable()
export class OnMembershipSought {
  constructor(private readonly writeEmail: WriteEmail) {}

  @HandlesEvent(membershipSought)
  async handle({ email, soughtAt }: EventPayload<typeof membershipSought>, tx: Transaction): Promise<void> {
    // The key contains a hash instead of the address.
    const mailbox = createHash('sha256').update(emailKey(email)).digest('hex').slice(0, 32);
    await this.writeEmail.execute(tx, membershipSoughtEmail, {
      dedupeKey: `membership-sought:${mailbox}:${soughtAt.slice(0, 10)}`,
      to: email,
      data: { firstName: '' },
    });
  }
}
